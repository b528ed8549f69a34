import type { Express } from 'express';
import type { ProcessContext } from '../../domain/context.ts';
import type { ContextOf, Identify } from '../../request/identify.ts';
import { serveErrorPages } from './error-pages.ts';
import { serveFrontPage } from './front-page.ts';
import type { Interfaces } from './front-page.ts';
import { serveImportPage } from './import-page.ts';
import { serveRetirementPage } from './retirement-page.ts';
import { serveExports } from './serve-exports.ts';
import { serveInvitationPage } from './invitation-page.ts';
import { serveParticipantPage } from './participant-page.ts';
import { servePasswordResetPage } from './password-reset-page.ts';
import { serveTurnOffPage } from './turn-off-page.ts';

/** Serves the first page, and those to which links in mails and answers lead. */
export function servePages(
  app: Express,
  processContext: ProcessContext,
  {
    contextOf,
    identify,
    pages,
    copyScript,
  }: {
    contextOf: ContextOf;
    identify: Identify;
    pages: Omit<Interfaces, 'copyScript'>;
    copyScript: Interfaces['copyScript'];
  },
): void {
  serveFrontPage(app, contextOf, { ...pages, copyScript });
  serveErrorPages(app, contextOf);
  servePasswordResetPage(app, contextOf);
  serveInvitationPage(app, contextOf);
  serveExports(app, contextOf, processContext);
  serveTurnOffPage(app, contextOf);
  serveImportPage(app, contextOf);
  serveParticipantPage(app, contextOf);
  serveRetirementPage(app, contextOf, identify);
}
