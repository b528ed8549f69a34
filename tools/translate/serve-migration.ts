import type { Express, Request } from 'express';
import type { Context } from '../../src/domain/context.ts';
import { receiveBody } from '../../src/platform/bodies/receive-body.ts';
import { senderOf } from '@runners/limits';
import type { ContextOf } from '../../src/request/identify.ts';
import { page } from '../../src/web/pages/page.ts';
import type { Page } from '../../src/web/pages/page.ts';
import { migratePath } from '../../rest-compat/row-documents.ts';
import type { TranslatorHost } from '../../src/server/developer-pages.ts';
import { parseMigrationForm } from './reading-pool.ts';
import { Migration } from './migrate-calls.ts';
import { formPage, noRowPage, resultPage, rowPage } from './migrate-page.ts';
import type { MigrationForm } from './migration-form.ts';
import { serveRecorded } from './recorded/serve-recorded.ts';

/** The largest form in bytes. A HAR file above it is read by `npx runners translate`. */
const formBytes = 1024 * 1024;

/**
 * Serves the page `/migrate`, on which the owners of old apps see what a call of the REST interface becomes in GraphQL. Programs that
 * accept JSON receive the same as JSON.
 */
export function serveMigration(app: Express, host: TranslatorHost, contextOf: ContextOf): void {
  const migration = new Migration(host);

  async function show(_context: Context, request: Request): Promise<Page> {
    const { row } = request.query;
    if (typeof row !== 'string') return formPage();
    const translation = migration.translator.row(row);
    return translation ? rowPage(translation) : noRowPage();
  }

  async function migrate(context: Context, request: Request): Promise<Page> {
    const form = request.body as MigrationForm;
    return resultPage(form, await migration.migrate(form, context, request, authorizationOf(form, request)));
  }

  serveRecorded(app, migration, contextOf);
  app.get(migratePath, page(contextOf, show));
  // What it executes waits for its turn by itself.
  app.post(migratePath, page(contextOf, migrate, readLargeForm, 'at once'));
}

/** The key with which calls are executed, as a header: that of the form, or else that of the request. */
function authorizationOf({ key }: MigrationForm, request: Request): string | null {
  if (key === '') return request.headers.authorization ?? null;
  return /^(Bearer|ApiKey)\s/i.test(key) ? key : `Bearer ${key}`;
}

/** Reads a form, as `readForm` does, with more bytes. @throws Failure TOO_LARGE, MALFORMED, BODY_TOO_SLOW, BUSY */
async function readLargeForm(request: Request): Promise<number> {
  const { bytes, release } = await receiveBody(request, formBytes);
  try {
    request.body = await parseMigrationForm(bytes, senderOf(request));
    return bytes.length;
  } finally {
    release();
  }
}
