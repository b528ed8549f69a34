import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { hasTag } from '../answers/entity-tag.ts';

/** A file that is served through a signed URL. */
interface Media {
  contentType: string;
  /** A value that changes with the bytes, without quotes. */
  tag: string;
  /** Opens the file, or returns null if it does not exist. It is not called when the client has the file already. */
  open(): Promise<{ content: Readable | Buffer; length: number } | null>;
}

/**
 * A client may cache the file for an hour after its owner may no longer see it. The URL itself becomes invalid at once.
 */
const cacheControl = 'private, max-age=3600';

/** Files are never interpreted as web pages, whatever was uploaded. */
const safe = {
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Sends the file, or 304 if the client has it, or 404 without a body if it does not exist. */
export async function sendMedia(request: Request, response: Response, media: Media | null): Promise<void> {
  response.set(safe);
  const tag = `"${media?.tag}"`;
  if (media && hasTag(request.headers['if-none-match'], tag)) {
    response.status(304).set({ ETag: tag, 'Cache-Control': cacheControl }).end();
    return;
  }
  const file = await media?.open();
  if (!media || !file) {
    response.status(404).set('Cache-Control', 'no-store').end();
    return;
  }
  const { content, length } = file;
  response.set({ 'Content-Type': media.contentType, 'Content-Length': String(length) });
  response.set({ ETag: tag, 'Cache-Control': cacheControl });
  if (Buffer.isBuffer(content)) response.end(content);
  else if (request.method === 'HEAD') {
    content.destroy();
    response.end();
  } else await pipeline(content, response).catch(onlyGone);
}

/** A client that disconnects during the transfer is not an error of the service. */
function onlyGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
}
