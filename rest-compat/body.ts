import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Failure, invalid } from '../src/errors.ts';
import { receiveLargeBody } from '../src/web/large-body.ts';
import { plainBytes, plainFields } from './endpoint.ts';
import type { AnyRow } from './endpoint.ts';
import { bodyFormat } from './formats/content-type.ts';
import { parseFields } from './fields-pool.ts';
import { formatEntry, mediaType } from './formats/formats.ts';
import type { Format } from './formats/formats.ts';

/** A request's body: fields when its format has them, bytes otherwise. */
export interface Body {
  row: AnyRow;
  fields: Record<string, unknown>;
  bytes: Buffer;
  /** To be called when nothing reads the bytes any more, where they are lent. */
  release?: () => void;
}

/** A body in a format that this path does not take; answered with 415. */
export class UnsupportedFormat extends Error {}

const empty = Buffer.alloc(0);

/** Whether a request announces a body at all. */
export function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the body for the row of `rows` that takes its format (decisions W2, W22).
 * @throws Failure MALFORMED, TOO_LARGE, INVALID for a route point; UnsupportedFormat
 */
export async function readBody(request: IncomingMessage, rows: readonly AnyRow[]): Promise<Body> {
  const first = rows[0] as AnyRow;
  if (!hasBody(request)) return emptyBody(request, rows);
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding !== 'identity') throw new UnsupportedFormat('Content-Encoding is not supported.');
  const format = bodyFormat(request.headers['content-type']);
  const row = rows.find(({ takes = plainFields }) => takes.includes(format as Format));
  const limit = most(row ?? first, format);
  if (!first.spooled) return understood(request, rows, row, format, await readBytes(request, limit));
  const { bytes, release } = await receiveLargeBody(request, limit);
  try {
    return { ...(await understood(request, rows, row, format, bytes)), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** What the bytes say, in a format that one of the rows takes. */
async function understood(
  request: IncomingMessage,
  rows: readonly AnyRow[],
  row: AnyRow | undefined,
  format: ReturnType<typeof bodyFormat>,
  bytes: Buffer,
): Promise<Body> {
  if (bytes.length === 0) return emptyBody(request, rows);
  if (format === 'missing') throw new Failure('MALFORMED', `Content-Type: is required with a body; ${supported(rows)}`);
  if (!row) throw new UnsupportedFormat(`Content-Type: is not supported here; ${supported(rows)}`);
  if (row.spooled) checkDigest(request.headers['content-md5'], bytes);
  if (!formatEntry(format as Format).read) return { row, fields: {}, bytes };
  return { row, fields: await parseFields(bytes, { format: format as Format, points: row.points ?? null }), bytes };
}

/** Content-MD5 (RFC 1864; interface, POST /user/picture/): base64 of the digest of the body. @throws Failure INVALID */
function checkDigest(header: string | string[] | undefined, bytes: Buffer): void {
  if (header === undefined) return;
  const given = Buffer.from(String(header), 'base64');
  if (given.length !== 16) throw invalid('Content-MD5', 'must be the base64 form of 16 bytes');
  if (!createHash('md5').update(bytes).digest().equals(given))
    throw invalid('Content-MD5', 'is not that of the body: it was changed on its way, send it again');
}

/** The row's limit; YAML is never large (W22). */
function most(row: AnyRow, format: string): number {
  return format === 'yaml' ? plainBytes : (row.maxBytes ?? plainBytes);
}

/** Without a body the type still picks the row, where two share a path. */
function emptyBody(request: IncomingMessage, rows: readonly AnyRow[]): Body {
  const format = bodyFormat(request.headers['content-type']);
  const fits = rows.find(({ takes = plainFields }) => takes.includes(format as Format));
  const plain = rows.find(({ takes = plainFields }) => takes.includes('json'));
  const row = fits ?? plain ?? (rows[0] as AnyRow);
  if (!(row.takes ?? plainFields).includes('json')) throw new Failure('MALFORMED', 'The body is missing.');
  return { row, fields: {}, bytes: empty };
}

function supported(rows: readonly AnyRow[]): string {
  const types = rows.flatMap(({ takes = plainFields }) => takes.map(mediaType));
  return `supported: ${types.join(', ')}.`;
}

/** All the bytes of a body. @throws Failure TOO_LARGE as soon as there are too many */
export function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = () => new Failure('TOO_LARGE', `The body is too large: at most ${most} bytes are accepted here.`);
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= most) return chunks.push(chunk);
      request.removeAllListeners('data');
      return reject(tooLarge());
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)));
    request.on('error', reject);
    request.on('aborted', () => reject(new Failure('MALFORMED', 'The body was cut off.')));
  });
}
