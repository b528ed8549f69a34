import type { ServerResponse } from 'node:http';
import type { Context } from '../../domain/context.ts';
import { showCost } from '../../request/pipeline.ts';
import { codingFor, compressed, leastBytes } from './content-coding.ts';
import type { Coding } from './content-coding.ts';
import { hasTag, tagOf } from './entity-tag.ts';
import { longText, piecesOf } from './long-text.ts';
import { countLongText } from '../slow-readers.ts';
import { writeSlowly } from '../write-slowly.ts';

/** Headers of an answer. */
export type Headers = Record<string, string | number>;

/** What tells the answers of one URL apart, besides the format: the key of the caller, and the coding. */
export const varyOfReads = 'Accept, Authorization, Accept-Encoding';
/** Answers belong to one caller, whose cache asks before it uses them again. */
export const cachedByCaller = 'private, no-cache';

/**
 * Returns the `Vary` header with these names. Where other origins are allowed, `src/web/cross-origin.ts` has already set it with
 * `Origin`.
 */
export function varyWith(response: ServerResponse, names: string): string {
  const others = response.getHeader('Vary');
  if (others === undefined) return names;
  return String(others).endsWith(names) ? String(others) : `${String(others)}, ${names}`;
}

/** Headers that are already set when it turns out that the client has the content. */
const ofContent = ['Accept-Query', 'Content-Type', 'Content-Length'] as const;

/** Writes text as it is. Answers to writes are never compressed: they may contain a new key beside what the client has sent. */
export function sendText(response: ServerResponse, status: number, headers: Headers, text: string): void {
  if (text.length > longText) return sendSlowly(response, status, headers, text, null);
  headers['Content-Length'] = Buffer.byteLength(text);
  response.writeHead(status, headers).end(text);
}

/** Writes a long text a piece at a time. */
function sendSlowly(
  response: ServerResponse,
  status: number,
  headers: Headers,
  text: string,
  coding: Coding | null,
): void {
  countLongText(response, text.length);
  writeSlowly(response, piecesOf(text), () => response.writeHead(status, headers), coding).catch(() =>
    response.destroy(),
  );
}

/** Writes text in the best coding that the client accepts, as it is if it is short. */
export function sendCompressed(response: ServerResponse, status: number, headers: Headers, text: string): void {
  const coding = text.length < leastBytes ? null : codingFor(response.req);
  if (!coding) return sendText(response, status, headers, text);
  headers['Content-Encoding'] = coding;
  if (text.length > longText) return sendSlowly(response, status, headers, text, coding);
  const send = (bytes: Buffer) => {
    headers['Content-Length'] = bytes.length;
    response.writeHead(status, headers).end(bytes);
  };
  const bytes = compressed(text, coding);
  if (Buffer.isBuffer(bytes)) return send(bytes);
  bytes.then(send).catch(() => response.destroy());
}

/**
 * Returns the tag of the content that is about to be sent. Null if the client has it already: then 304 has been written, with
 * as few headers as a client needs (RFC 9110, 15.4.5).
 * @param content the text that makes two answers the same
 */
export function tagUnlessKnown(response: ServerResponse, content: string, context: Context): string | null {
  const tag = tagOf(content);
  if (!hasTag(response.req.headers['if-none-match'], tag)) return tag;
  const headers: Headers = { ETag: tag, Vary: varyWith(response, varyOfReads), 'Cache-Control': cachedByCaller };
  showCost(response, context, {}, 'shortly');
  for (const name of ofContent) response.removeHeader(name);
  // An HTTP/1.1 connection stays open without a header that says so.
  if (response.shouldKeepAlive && response.req.httpVersion === '1.1') response.removeHeader('Connection');
  response.writeHead(304, headers).end();
  return null;
}
