import type { Express } from 'express';
import type { ProcessContext } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { serveExports } from './serve-exports.ts';
import { serveInvitationPage } from './invitation-page.ts';
import { serveParticipantPage } from './participant-page.ts';
import { servePasswordResetPage } from './password-reset-page.ts';
import { serveTurnOffPage } from './turn-off-page.ts';

/** Serves the pages to which links in mails and answers lead. */
export function servePages(app: Express, contextOf: ContextOf, processContext: ProcessContext): void {
  servePasswordResetPage(app, contextOf);
  serveInvitationPage(app, contextOf);
  serveExports(app, contextOf, processContext);
  serveTurnOffPage(app, contextOf);
  serveParticipantPage(app, contextOf);
}
