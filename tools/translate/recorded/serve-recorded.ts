import type { Express, Request } from 'express';
import { z } from 'zod';
import type { Context } from '../../../src/domain/context.ts';
import { Failure } from '../../../src/errors.ts';
import { jsonBody } from './read-recording.ts';
import { receiveBody } from '../../../src/platform/bodies/receive-body.ts';
import { senderOf } from '@runners/limits';
import type { ContextOf } from '../../../src/request/identify.ts';
import { payLeast } from '../../../src/request/pipeline.ts';
import { notice, page } from '../../../src/web/pages/page.ts';
import type { Page } from '../../../src/web/pages/page.ts';
import { parseRecording } from '../reading-pool.ts';
import { migratePath } from '../../../rest-compat/row-documents.ts';
import { turn } from '../../../schema/execution/long-json.ts';
import { table } from '../../../rest-compat/table.ts';
import { isExchange } from '../exchange.ts';
import type { Recorded } from '../exchange.ts';
import { weighCall } from '../migrate-calls.ts';
import type { Migration } from '../migrate-calls.ts';
import { exportForms, exportOperations } from '../operations/export-operations.ts';
import { judgedCall } from './recorded-calls.ts';

/** The largest part of a recording in bytes. The page sends a HAR file in such parts. */
const partBytes = 1024 * 1024;

/** The largest list of operations in bytes, which is parsed on the event loop. */
const listBytes = 64 * 1024;

/** What the page asks for when it exports operations: each with its row, and the fields of the old answer that the app needs. */
const exported = z.object({
  form: z.enum(exportForms),
  operations: z.array(z.object({ row: z.string(), fields: z.array(z.string()).nullable() })).max(200),
});

/**
 * Serves what the script of the page `/migrate` asks for when a HAR file is dropped on it: the calls of a part of the file with what they
 * become, and the operations of the app as files.
 */
export function serveRecorded(app: Express, migration: Migration, contextOf: ContextOf): void {
  async function calls(context: Context, request: Request): Promise<Page> {
    const authorization = request.headers.authorization ?? null;
    const viewerId = authorization === null ? 0 : await migration.viewerOf(request, authorization);
    const judged = [];
    for (const recorded of request.body as Recorded[]) {
      if (isExchange(recorded)) weighCall(context, recorded.call, recorded);
      await payLeast(context);
      await turn();
      judged.push(await judgedCall({ migration, request, authorization, viewerId }, recorded));
    }
    return asJson({ calls: judged });
  }

  async function file(context: Context, request: Request): Promise<Page> {
    const parsed = exported.safeParse(request.body);
    if (!parsed.success)
      throw new Failure('MALFORMED', `This is no list of operations: ${parsed.error.issues[0]?.message ?? ''}`);
    const { form, operations } = parsed.data;
    const needed = [];
    for (const { row, fields } of operations) {
      await payLeast(context);
      const [known, translation] = [Object.hasOwn(table, row) ? table[row] : undefined, migration.translator.row(row)];
      if (!known || !translation) throw new Failure('MALFORMED', `The REST interface has no row ${row.slice(0, 100)}.`);
      const kept = fields && new Set(fields);
      const paths = kept && translation.fields.filter(({ field }) => kept.has(field)).flatMap(({ from }) => from);
      needed.push({ document: known.document, paths });
    }
    return asJson({ text: await exportOperations(migration.schema, needed, form) });
  }

  // What it executes waits for its turn by itself.
  app.post(`${migratePath}/calls`, page(contextOf, calls, readPart, 'at once'));
  app.post(`${migratePath}/operations`, page(contextOf, file, readSmallJson));
}

/** The answer of what only the script of the page asks for. */
const asJson = (json: object): Page => ({ ...notice('From REST to GraphQL', 'This address answers in JSON.'), json });

/** Reads the entries of a part of a HAR file. @throws Failure TOO_LARGE, MALFORMED, BODY_TOO_SLOW, BUSY */
async function readPart(request: Request): Promise<number> {
  const { bytes, release } = await receiveBody(request, partBytes);
  try {
    request.body = await parseRecording(bytes, senderOf(request));
    return bytes.length;
  } finally {
    release();
  }
}

/** Reads a JSON body that is short enough for the event loop. @throws Failure as `readPart` */
async function readSmallJson(request: Request): Promise<number> {
  const { bytes, release } = await receiveBody(request, listBytes);
  try {
    request.body = jsonBody(bytes);
    return bytes.length;
  } finally {
    release();
  }
}
