import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';

/** A file that is fetched by a signed URL. */
interface Media {
  contentType: string;
  /** Changes when the bytes do; without quotes. */
  tag: string;
  /** Opens it; null when it is not there after all. Not called when the client has it already. */
  open(): Promise<{ content: Readable | Buffer; length: number } | null>;
}

/** An hour is how long a phone shows what its owner may no longer see; the URL itself ends at once. */
const cacheControl = 'private, max-age=3600';

/** Nothing here is ever taken for a page, whatever somebody uploaded. */
const safe = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Sends the file, or 304 when the client has it; nothing when there is none: 404 without a body. */
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

function hasTag(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))
  );
}

/** A client that leaves in the middle is no fault of ours. */
function onlyGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
}
