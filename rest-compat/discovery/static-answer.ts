import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';

const compressed = promisify(gzip);

/** Content that does not change while the process runs, plain and compressed. */
export interface StaticContent {
  contentType: string;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
}

/** Prepares content to be sent. Compression takes place outside of the event loop. */
export async function staticContent(contentType: string, text: string): Promise<StaticContent> {
  const plain = Buffer.from(text);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
  return { contentType, etag: `"${digest}"`, plain, gzip: await compressed(plain) };
}

/** Sends content, or 304 to a client that has it. */
export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  content: StaticContent,
  headers: Record<string, string>,
): void {
  const vary = response.hasHeader('Vary') ? `${String(response.getHeader('Vary'))}, ` : '';
  const common = { ...headers, ETag: content.etag, Vary: `${vary}${headers['Vary'] ?? 'Accept-Encoding'}` };
  if (hasContent(request.headers['if-none-match'], content.etag)) {
    response.writeHead(304, common).end();
    return;
  }
  const isZipped = new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip';
  const body = isZipped ? content.gzip : content.plain;
  response
    .writeHead(200, {
      ...common,
      'Content-Type': content.contentType,
      'Content-Length': body.length,
      ...(isZipped ? { 'Content-Encoding': 'gzip' } : {}),
    })
    .end(request.method === 'HEAD' ? undefined : body);
}

/** Whether `If-None-Match` names the content. */
function hasContent(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()));
}
