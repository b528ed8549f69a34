import type { IncomingMessage, ServerResponse } from 'node:http';
import { drain } from '../src/web/large-body.ts';
import { hasBody } from './body.ts';
import type { Reply } from './endpoint.ts';
import type { PlainAnswer } from './errors.ts';
import { formatEntry, formats } from './formats/formats.ts';
import type { Format } from './formats/formats.ts';

const vary = 'Accept, Authorization';

/** Writes a row's reply in the format of the request (decisions W1, W13). */
export function writeReply(response: ServerResponse, reply: Reply, format: Format, publicUrl: string): void {
  const headers: Record<string, string | number> = { Vary: vary, 'Cache-Control': 'private, no-cache' };
  if (reply.location !== undefined) headers['Location'] = publicUrl + reply.location;
  if (reply.value === undefined) {
    if (reply.status !== 204) headers['Content-Length'] = 0;
    response.writeHead(reply.status, headers).end();
    return;
  }
  const entry = formatEntry(format).write ? formatEntry(format) : formats.json;
  const body = entry.write?.(reply.value) ?? '';
  headers['Content-Type'] = entry.contentType;
  headers['Content-Length'] = Buffer.byteLength(body);
  response.writeHead(reply.status, headers).end(body);
}

/** Writes an error or another answer of the router's own. What is left of the request's body is not read. */
export function writePlain(request: IncomingMessage, response: ServerResponse, answer: PlainAnswer, publicUrl: string) {
  const headers: Record<string, string | number> = { Vary: vary, ...answer.headers };
  if (answer.location !== undefined) headers['Location'] = publicUrl + answer.location;
  if (answer.contentType !== undefined) headers['Content-Type'] = answer.contentType;
  headers['Content-Length'] = Buffer.byteLength(answer.body ?? '');
  if (!request.complete && hasBody(request)) drain(request);
  response.writeHead(answer.status, headers).end(answer.body);
}

/** Streams text as it comes, no faster than the client reads. */
export async function writeStream(response: ServerResponse, format: Format, chunks: AsyncIterable<string>) {
  let started = false;
  for await (const chunk of chunks) {
    if (!started) response.writeHead(200, { 'Content-Type': formatEntry(format).contentType, Vary: vary });
    started = true;
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

/** Until the client has read on, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
