import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { codingFor } from '../../src/web/answers/content-coding.ts';
import { hasTag, tagOf } from '../../src/web/answers/entity-tag.ts';
import { varyWith } from '../../src/web/answers/send-text.ts';

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
  return { contentType, etag: tagOf(text), plain, gzip: await compressed(plain) };
}

/** Sends content, or 304 to a client that has it. */
export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  content: StaticContent,
  headers: Record<string, string>,
): void {
  const common = { ...headers, ETag: content.etag, Vary: varyWith(response, headers['Vary'] ?? 'Accept-Encoding') };
  if (hasTag(request.headers['if-none-match'], content.etag)) {
    response.writeHead(304, common).end();
    return;
  }
  const isZipped = codingFor(request, ['gzip', 'identity']) === 'gzip';
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
