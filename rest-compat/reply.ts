import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../src/domain/context.ts';
import { replayedHeader } from '../src/domain/idempotency/idempotency-key.ts';
import type { Answer } from '../src/domain/idempotency/sealed-answer.ts';
import { drain } from '../src/platform/bodies/drain.ts';
import { writeSlowly } from '../src/web/write-slowly.ts';
import { hasBody } from './body.ts';
import type { Reply } from './endpoint.ts';
import type { PlainAnswer } from './errors.ts';
import { addSuccessor } from './row-documents.ts';
import type { Successor } from './row-documents.ts';
import { formatEntry, formats } from './formats/formats.ts';
import type { Format } from './formats/formats.ts';

const vary = 'Accept, Authorization';
/** The `Vary` header. Where other origins are allowed, `src/web/cross-origin.ts` has already set it with `Origin`. */
const varyOf = (response: ServerResponse) =>
  response.hasHeader('Vary') ? `${String(response.getHeader('Vary'))}, ${vary}` : vary;

/** A row's reply in the format of the request, without what every answer has (decisions W1, W13). */
export function answerOf(reply: Reply, format: Format, publicUrl: string): Answer {
  const headers: Record<string, string> = {};
  if (reply.location !== undefined) headers['Location'] = publicUrl + reply.location;
  if (reply.value === undefined) return { status: reply.status, headers, body: '' };
  const entry = formatEntry(format).write ? formatEntry(format) : formats.json;
  headers['Content-Type'] = entry.contentType;
  return { status: reply.status, headers, body: entry.write?.(reply.value) ?? '' };
}

/** Who asked, and the successor of the row that answers. Both are unknown as long as a request has not been read so far. */
export interface Caller {
  context?: Context;
  successor?: Successor;
}

/** Writes such an answer. @param isReplayed whether it is that of an earlier request (decisions D254) */
export function writeAnswer(
  response: ServerResponse,
  answer: Answer,
  { budget }: Context,
  successor: Successor,
  isReplayed = false,
): void {
  const { status, body } = answer;
  const headers: Record<string, string | number> = { Vary: varyOf(response), 'Cache-Control': 'private, no-cache' };
  budget.points.addHeaders(headers);
  addSuccessor(headers, successor);
  Object.assign(headers, answer.headers);
  if (isReplayed) headers[replayedHeader] = 'true';
  if (status !== 204) headers['Content-Length'] = Buffer.byteLength(body);
  response.writeHead(status, headers).end(body);
}

/** Writes an error or another response of the router itself. The rest of the request's body is not read. */
export function writePlain(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PlainAnswer,
  publicUrl: string,
  { context, successor }: Caller,
): void {
  const headers: Record<string, string | number> = { Vary: varyOf(response), ...answer.headers };
  context?.budget.points.addHeaders(headers);
  addSuccessor(headers, successor);
  if (answer.location !== undefined) headers['Location'] = publicUrl + answer.location;
  if (answer.contentType !== undefined) headers['Content-Type'] = answer.contentType;
  headers['Content-Length'] = Buffer.byteLength(answer.body ?? '');
  if (!request.complete && hasBody(request)) drain(request);
  response.writeHead(answer.status, headers).end(answer.body);
}

/** Streams text, no faster than the client reads. */
export function writeStream(
  response: ServerResponse,
  format: Format,
  chunks: AsyncIterable<string>,
  context: Context,
  successor: Successor,
): Promise<void> {
  return writeSlowly(response, chunks, () => beginStream(response, format, context, successor));
}

/** Writes the head of a stream. For HEAD, it is the whole response. */
export function beginStream(
  response: ServerResponse,
  format: Format,
  { budget }: Context,
  successor: Successor,
): ServerResponse {
  const headers: Record<string, string> = { 'Content-Type': formatEntry(format).contentType, Vary: varyOf(response) };
  budget.points.addHeaders(headers);
  addSuccessor(headers, successor);
  return response.writeHead(200, headers);
}
