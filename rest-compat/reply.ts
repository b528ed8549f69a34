import { documentationOf } from '../src/errors.ts';
import type { FailureCode } from '../src/errors.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../src/domain/context.ts';
import { replayedHeader } from '../src/domain/idempotency/idempotency-key.ts';
import type { Answer } from '../src/domain/idempotency/sealed-answer.ts';
import { showCost } from '../src/request/pipeline.ts';
import type { FurtherHeaders } from '../src/request/recorded-response.ts';
import { codingFor } from '../src/web/answers/content-coding.ts';
import {
  cachedByCaller,
  sendCompressed,
  sendText,
  tagUnlessKnown,
  varyOfReads,
  varyWith,
} from '../src/web/answers/send-text.ts';
import type { Headers } from '../src/web/answers/send-text.ts';
import { drain } from '../src/platform/bodies/drain.ts';
import { writeSlowly } from '../src/web/write-slowly.ts';
import { hasBody } from './body.ts';
import type { Reply } from './endpoint.ts';
import type { PlainAnswer } from './errors.ts';
import { formatEntry, formats } from './formats/formats.ts';
import type { Format } from './formats/formats.ts';

/** A link to the page about a failure. */
const helpLink = (publicUrl: string, code: FailureCode) => `<${documentationOf(publicUrl, code)}>; rel="help"`;
/** The links of a response with a further one. */
const afterLinks = (response: ServerResponse, link: string) =>
  [response.getHeader('Link') ?? [], link].flat().join(', ');

const varyOf = (response: ServerResponse) => varyWith(response, varyOfReads);

/** A row's reply in the format of the request, without what every answer has (decisions W1, W13). */
export function answerOf(reply: Reply, format: Format, publicUrl: string): Answer {
  const headers: Record<string, string> = {};
  if (reply.location !== undefined) headers['Location'] = publicUrl + reply.location;
  if (reply.status === 404) headers['Link'] = helpLink(publicUrl, 'NOT_FOUND');
  if (reply.value === undefined) return { status: reply.status, headers, body: '' };
  const entry = formatEntry(format).write ? formatEntry(format) : formats.json;
  headers['Content-Type'] = entry.contentType;
  return { status: reply.status, headers, body: entry.write?.(reply.value) ?? '' };
}

/** Who asked, and the headers of the row that answers (`successorOf`). Both are unknown as long as a request has not been read so far. */
export interface Caller {
  context?: Context;
  successor?: FurtherHeaders;
}

/** Writes the answer to a read: compressed, or 304 to a client that has it. */
export function writeRead(response: ServerResponse, answer: Answer, context: Context, successor: FurtherHeaders): void {
  const { status, body } = answer;
  const tag = status === 200 ? tagUnlessKnown(response, body, context) : undefined;
  if (tag === null) return;
  const headers = headersOf(response, answer, context, successor);
  if (tag !== undefined) headers['ETag'] = tag;
  sendCompressed(response, status, headers, body);
}

/** Writes the answer to a write. @param isReplayed whether it is that of an earlier request (decisions D254) */
export function writeAnswer(
  response: ServerResponse,
  answer: Answer,
  context: Context,
  successor: FurtherHeaders,
  isReplayed = false,
): void {
  const { status, body } = answer;
  const headers = headersOf(response, answer, context, successor);
  if (isReplayed) headers[replayedHeader] = 'true';
  if (status === 204) response.writeHead(status, headers).end();
  else sendText(response, status, headers, body);
}

function headersOf(
  response: ServerResponse,
  answer: Pick<Answer, 'headers'>,
  context: Context,
  successor: FurtherHeaders,
): Headers {
  showCost(response, context, successor);
  const { Link: link } = answer.headers;
  const further = link === undefined ? {} : { Link: afterLinks(response, link) };
  return Object.assign({ Vary: varyOf(response), 'Cache-Control': cachedByCaller }, answer.headers, further);
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
  showCost(response, context, successor);
  if (answer.code) headers['Link'] = afterLinks(response, helpLink(publicUrl, answer.code));
  if (answer.location !== undefined) headers['Location'] = publicUrl + answer.location;
  if (answer.contentType !== undefined) headers['Content-Type'] = answer.contentType;
  headers['Content-Length'] = Buffer.byteLength(answer.body ?? '');
  if (!request.complete && hasBody(request)) drain(request);
  response.writeHead(answer.status, headers).end(answer.body);
}

/**
 * Streams text, no faster than the client reads, or writes 304 to a client that has it.
 * @param version changes with the text; null if that is not known before it is written
 */
export async function writeStream(
  response: ServerResponse,
  format: Format,
  { version, chunks }: { version: string | null; chunks: AsyncIterable<string> },
  context: Context,
  successor: FurtherHeaders,
): Promise<void> {
  const tag = version === null ? undefined : tagUnlessKnown(response, version, context);
  if (tag === null) return;
  const coding = codingFor(response.req);
  const headers: Headers = { ...headersOf(response, { headers: {} }, context, successor) };
  if (tag !== undefined) headers['ETag'] = tag;
  headers['Content-Type'] = formatEntry(format).contentType;
  if (coding) headers['Content-Encoding'] = coding;
  // HEAD runs the same checks and sends the same headers, but reads no tracks.
  if (response.req.method === 'HEAD') response.writeHead(200, headers).end();
  else await writeSlowly(response, chunks, () => response.writeHead(200, headers), coding);
}
