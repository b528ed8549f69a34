import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Express, Request, RequestHandler, Response } from 'express';
import { ZipFile } from 'yazl';
import type { ContextOf, Surroundings } from '../../domain/context.ts';
import { failureOf } from '../../errors.ts';
import { accountName, archiveOf } from '../../domain/accounts/export-archive.ts';
import type { ArchiveFile } from '../../domain/accounts/export-archive.ts';
import { exportsPath } from '../../domain/accounts/export-my-data.ts';

/** `GET /exports/<user id>?expires=…&signature=…`: the zip file that `exportMyData` hands out a link to. */
export function serveExports(app: Express, contextOf: ContextOf, surroundings: Surroundings): void {
  app.get(`${exportsPath}/:user`, exportHandler(contextOf, surroundings));
}

function exportHandler(contextOf: ContextOf, surroundings: Surroundings): RequestHandler {
  /** Users whose archive is being made by this process: one at a time each. */
  const busy = new Set<number>();
  return async (request, response) => {
    const userId = await mayFetch(request, response, contextOf, surroundings);
    if (userId === null) return;
    response.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="runs-${surroundings.now().toISOString().slice(0, 10)}.zip"`,
    });
    if (request.method === 'HEAD') return void response.end();
    if (busy.has(userId)) return refuse(response, 429, 'This archive is being fetched already.', 60);
    busy.add(userId);
    try {
      await writeZip(archiveOf(surroundings, userId), response);
    } catch (error) {
      // The download ends without its last chunk, which clients notice.
      if (!response.destroyed) surroundings.log.error({ err: error }, 'an export failed');
      response.destroy();
    } finally {
      busy.delete(userId);
    }
  };
}

/** Whose archive the URL gives; null when the request was refused. A deleted account's URLs are dead. */
async function mayFetch(
  request: Request,
  response: Response,
  contextOf: ContextOf,
  surroundings: Surroundings,
): Promise<number | null> {
  response.set({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  });
  try {
    const context = await contextOf(request);
    await context.budget.spend('request');
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    refuse(response, 429, failure.message, failure.details.retryAfter);
    return null;
  }
  const signed = surroundings.signer.verify(request.originalUrl, surroundings.now());
  const userId = Number(request.params['user']);
  if (signed && (await accountName(surroundings, userId)) !== null) return userId;
  refuse(response, 404, 'This link no longer works: ask for a new one in the app.');
  return null;
}

function refuse(response: Response, status: number, sentence: string, retryAfter?: number): void {
  response.removeHeader('Content-Disposition');
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  response.status(status).type('text/plain').send(`${sentence}\n`);
}

/** Writes the files into a zip as they come, no faster than it is read. */
async function writeZip(files: AsyncIterable<ArchiveFile>, response: Response): Promise<void> {
  const zip = new ZipFile();
  // What goes wrong with a file is seen below; without a listener it would end the process.
  zip.on('error', () => {});
  const stop = new AbortController();
  const written = pipeline(zip.outputStream, response).catch((error: unknown) => {
    // The client left: whatever is being read for it is not needed.
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
