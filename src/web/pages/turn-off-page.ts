import type { Express, Request } from 'express';
import type { Context } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { html } from '../../platform/html.ts';
import { notice, page } from './page.ts';
import type { Page } from './page.ts';
import { reportKinds } from '../../domain/reports/period.ts';
import type { ReportKind } from '../../domain/reports/period.ts';
import { turnOffReports } from '../../domain/reports/report.queries.ts';

/**
 * The page of the link "Turn them off" in a report: a button that works without signing in, because the link is signed.
 * This address also accepts the one-click request of mail programs (RFC 8058). GET changes nothing.
 */
export function serveTurnOffPage(app: Express, contextOf: ContextOf): void {
  const path = '/reports/:kind/:user/off';
  app.get(path, page(contextOf, confirmation));
  app.post(path, page(contextOf, turnOff));
}

async function confirmation(context: Context, request: Request): Promise<Page> {
  const link = readLink(context, request);
  if (!link) return unknown;
  return {
    title: 'Turn off reports',
    body: html`<p>You will get no more ${link.kind} reports by mail. The app's settings can turn them on again.</p>
      <form method="post"><button>Turn off ${link.kind} reports</button></form>`,
  };
}

async function turnOff(context: Context, request: Request): Promise<Page> {
  const link = readLink(context, request);
  if (!link) return unknown;
  await context.database.one(turnOffReports[link.kind], [link.userId]);
  return notice('Reports are off', `You will get no more ${link.kind} reports by mail.`);
}

const unknown = notice('This link is not valid', 'Turn reports off in the settings of the app.', 404);

/** The user and the kind of report, or null if the signature is invalid. */
function readLink(context: Context, request: Request): { kind: ReportKind; userId: number } | null {
  const kind = reportKinds.find((known) => known === request.params['kind']);
  const userId = Number(request.params['user']);
  return kind && context.signer.verify(request.originalUrl, context.now()) ? { kind, userId } : null;
}
