import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Express, Request, RequestHandler, Response } from 'express';
import { ZipFile } from 'yazl';
import type { ProcessContext } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { Failure, failureOf } from '../../errors.ts';
import { archiveOf } from '../../domain/leaving/export-archive.ts';
import type { ArchiveFile } from '../../domain/leaving/export-archive.ts';
import { exportsPath, readExportUrl } from '../../domain/leaving/export-my-data.ts';
import { livingKeys } from '../../domain/accounts/living-keys.ts';
import { failureStatus } from '../failure-status.ts';
import { watchReader } from '../reader-pace.ts';
import { admitPage, showCost, takeStream } from '../../request/pipeline.ts';

/** `GET /exports/<user id>?key=<key id>&expires=…&signature=…`: the zip file to which `exportMyData` returns a link. */
export function serveExports(app: Express, contextOf: ContextOf, processContext: ProcessContext): void {
  app.get(`${exportsPath}/:user`, exportHandler(contextOf, processContext));
}

function exportHandler(contextOf: ContextOf, processContext: ProcessContext): RequestHandler {
  /** Users whose archive this process is producing. Each user can download one at a time. */
  const busy = new Set<number>();
  return async (request, response) => {
    const allowed = await mayFetch(request, response, contextOf, processContext);
    if (allowed === null) return;
    const { userId, keyId } = allowed;
    response.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="runs-${processContext.now().toISOString().slice(0, 10)}.zip"`,
    });
    if (request.method === 'HEAD') return void response.end();
    if (busy.has(userId)) return refuse(response, 429, 'This archive is being fetched already.', 60);
    busy.add(userId);
    let leave: (() => void) | undefined;
    try {
      leave = await takeStream(processContext, request, String(userId));
      await writeZip(whileSignedIn(processContext, keyId, archiveOf(processContext, userId)), response);
    } catch (error) {
      const failure = response.headersSent ? null : failureOf(error);
      if (failure) return refuse(response, 503, failure.message, failure.details.retryAfter);
      // The download ends without its last chunk, so that clients notice the failure.
      if (!response.destroyed && !failureOf(error)) processContext.log.error({ err: error }, 'an export failed');
      response.destroy();
    } finally {
      leave?.();
      busy.delete(userId);
    }
  };
}

/**
 * The user whose archive the URL returns, and the key that requested it; null when the request was refused. The
 * download ends with that key.
 */
async function mayFetch(
  request: Request,
  response: Response,
  contextOf: ContextOf,
  processContext: ProcessContext,
): Promise<{ userId: number; keyId: number } | null> {
  response.set({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
  try {
    const context = await contextOf(request);
    await admitPage(context);
    showCost(response, context);
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const status = failure.code === 'SUSPENDED' ? 404 : failureStatus(failure);
    refuse(response, status, failure.message, failure.details.retryAfter);
    return null;
  }
  const signed = readExportUrl(processContext, request.originalUrl);
  if (signed && (await signsIn(processContext, signed.keyId))) return signed;
  refuse(response, 404, 'This link no longer works: ask for a new one in the app.');
  return null;
}

async function signsIn({ database, now }: ProcessContext, keyId: number): Promise<boolean> {
  return (await livingKeys(database, [keyId], now())).has(keyId);
}

/** Yields the files until the key that requested them is revoked. */
async function* whileSignedIn(processContext: ProcessContext, keyId: number, files: AsyncIterable<ArchiveFile>) {
  for await (const file of files) {
    if (!(await signsIn(processContext, keyId))) throw new Failure('UNAUTHENTICATED');
    yield file;
  }
}

function refuse(response: Response, status: number, sentence: string, retryAfter?: number): void {
  response.removeHeader('Content-Disposition');
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  response.status(status).type('text/plain').send(`${sentence}\n`);
}

/** Writes the files into a zip as they are produced, no faster than it is read. */
async function writeZip(files: AsyncIterable<ArchiveFile>, response: Response): Promise<void> {
  watchReader(response);
  const zip = new ZipFile();
  // Errors of a file are handled below. Without a listener they would end the process.
  zip.on('error', () => {});
  const stop = new AbortController();
  const written = pipeline(zip.outputStream, response).catch((error: unknown) => {
    // The client has disconnected, so the file in progress is not needed.
    stop.abort(error);
    throw error;
  });
  const filled = (async () => {
    for await (const { name, chunks } of files) {
      const content = Readable.from(chunks, { objectMode: false, signal: stop.signal });
      zip.addReadStream(content, name);
      await finished(content, { signal: stop.signal });
    }
    zip.end();
  })();
  filled.catch((error: unknown) => {
    if (!response.writableFinished) response.destroy(error as Error);
  });
  await Promise.all([written, filled]);
}
