import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Failure, invalid } from '../src/errors.ts';
import { bodyCodingOf, bodyCodings } from '../src/platform/bodies/body-coding.ts';
import type { BodyCoding } from '../src/platform/bodies/body-coding.ts';
import { receiveBody } from '../src/platform/bodies/receive-body.ts';
import { senderOf } from '@runners/limits';
import { plainBytes, plainFields } from './endpoint.ts';
import type { AnyRow } from './endpoint.ts';
import { bodyFormat, charsetOf, isGzipFile } from './formats/content-type.ts';
import { parseFields } from './fields-pool.ts';
import { formatEntry, mediaType } from './formats/formats.ts';
import type { Format } from './formats/formats.ts';

/** The body of a request: fields if its format has fields, otherwise bytes. */
export interface Body {
  row: AnyRow;
  fields: Record<string, unknown>;
  bytes: Buffer;
  /** How many bytes were sent. */
  size: number;
  /** Must be called when the request ends. Until then, the body counts against the memory for bodies. */
  release?: () => void;
}

/** Thrown for a body in a format or coding that this path does not accept; answered with 415. */
export class UnsupportedFormat extends Error {
  readonly headers: Record<string, string> | undefined;

  constructor(message: string, headers?: Record<string, string>) {
    super(message);
    this.headers = headers;
  }
}

const empty = Buffer.alloc(0);

/** Whether the headers of a request announce a body. */
export function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** The row of `rows` that accepts the content type of the request. Undefined when no row does. */
export function rowFor(request: Pick<IncomingMessage, 'headers'>, rows: readonly AnyRow[]): AnyRow | undefined {
  const format = bodyFormat(request.headers['content-type']);
  return rows.find(({ takes = plainFields }) => takes.includes(format as Format));
}

/**
 * Reads the body for the row of `rows` that accepts its format (decisions W2, W22). Whatever the headers show to be wrong
 * is refused before a byte is read.
 * @throws Failure MALFORMED, TOO_LARGE, INVALID for a route point, BODY_TOO_SLOW, BUSY; UnsupportedFormat
 */
export async function readBody(request: IncomingMessage, rows: readonly AnyRow[]): Promise<Body> {
  if (!hasBody(request)) return emptyBody(request, rows);
  const row = rowFor(request, rows);
  const coding = codingOf(request, row ?? rows[0]);
  if (!row) return readNothing(request, rows);
  const format = bodyFormat(request.headers['content-type']) as Format;
  const { bytes, release } = await receiveBody(request, most(row, format), undefined, coding);
  try {
    if (bytes.length === 0) return { ...emptyBody(request, rows), release };
    if (row.md5) checkDigest(request.headers['content-md5'], bytes);
    const size = bytes.length;
    if (!formatEntry(format).read) return { row, fields: {}, bytes, size, release };
    const charset = charsetOf(request.headers['content-type']);
    const fields = await parseFields(bytes, { format, charset, points: row.points ?? null }, senderOf(request));
    return { row, fields, bytes, size, release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * The coding in which a body is compressed. Pictures are compressed in themselves, and so is a file of the type gzip.
 * @throws UnsupportedFormat
 */
function codingOf({ headers }: IncomingMessage, row: AnyRow | undefined): BodyCoding | undefined {
  const coding = bodyCodingOf(headers['content-encoding']);
  const isFile = isGzipFile(headers['content-type']);
  if (coding === 'identity') return isFile ? 'gzip' : undefined;
  const isSupported = coding !== null && !isFile && !row?.md5;
  if (isSupported) return coding;
  const names = isFile || row?.md5 ? 'identity' : bodyCodings.join(', ');
  throw new UnsupportedFormat(`Content-Encoding: is not supported here; supported: ${names}.`, {
    'Accept-Encoding': names,
  });
}

/** Refuses a body in a format that none of the rows accepts, unless the body turns out to be empty. */
async function readNothing(request: IncomingMessage, rows: readonly AnyRow[]): Promise<Body> {
  try {
    (await receiveBody(request, 0)).release();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'TOO_LARGE') throw error;
    const isMissing = bodyFormat(request.headers['content-type']) === 'missing';
    if (isMissing) throw new Failure('MALFORMED', `Content-Type: is required with a body; ${supported(rows)}`);
    throw new UnsupportedFormat(`Content-Type: is not supported here; ${supported(rows)}`);
  }
  return emptyBody(request, rows);
}

/** Content-MD5 (RFC 1864; interface, POST /user/picture/): base64 of the digest of the body. @throws Failure INVALID */
function checkDigest(header: string | string[] | undefined, bytes: Buffer): void {
  if (header === undefined) return;
  const given = Buffer.from(String(header), 'base64');
  if (given.length !== 16) throw invalid('Content-MD5', 'must be the base64 form of 16 bytes', 'MALFORMED');
  if (!createHash('md5').update(bytes).digest().equals(given))
    throw invalid('Content-MD5', 'is not that of the body: it was changed on its way, send it again');
}

/** The size limit of the row. For YAML it is always the small one (W22). */
function most(row: AnyRow, format: Format): number {
  return format === 'yaml' ? plainBytes : (row.maxBytes ?? plainBytes);
}

/** Where two rows share a path, the content type selects one of them even without a body. */
function emptyBody(request: IncomingMessage, rows: readonly AnyRow[]): Body {
  const plain = rows.find(({ takes = plainFields }) => takes.includes('json'));
  const row = rowFor(request, rows) ?? plain ?? (rows[0] as AnyRow);
  if (!(row.takes ?? plainFields).includes('json')) throw new Failure('MALFORMED', 'The body is missing.');
  return { row, fields: {}, bytes: empty, size: 0 };
}

function supported(rows: readonly AnyRow[]): string {
  const types = rows.flatMap(({ takes = plainFields }) => takes.map(mediaType));
  return `supported: ${types.join(', ')}.`;
}
