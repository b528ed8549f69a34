import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { Failure } from '../../errors.ts';

/** The content codings of bodies. They are decompressed while they arrive, with a window of at most 32 KiB. */
const decompressors = { gzip: createGunzip, deflate: createInflate } as const;
/** A content coding of bodies of any size. */
export type BodyCoding = keyof typeof decompressors;
/** Their names, for refusals. */
export const bodyCodings = Object.keys(decompressors);

/**
 * The content coding that a header names: identity without one, and null for another one, or for several.
 * @param header the value of Content-Encoding
 */
export function bodyCodingOf(header: string | undefined): BodyCoding | 'identity' | null {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return 'identity';
  // RFC 9110, 8.4.1.3.
  if (name === 'x-gzip') return 'gzip';
  return bodyCodings.includes(name) ? (name as BodyCoding) : null;
}

/** Bytes that are decompressed before they are looked at, so that little is decompressed beyond a limit. */
const chunkSize = 64 * 1024;

/** The decompressed body of a request. It is to be given to `endDecompression` as soon as no more of it is read. */
export function decompressed(request: IncomingMessage, coding: BodyCoding): Transform {
  return request.pipe(decompressors[coding]({ chunkSize }));
}

/** Stops the decompression. What still arrives is left to the request. */
export function endDecompression(request: IncomingMessage, stream: Transform): void {
  request.unpipe(stream);
  stream.destroy();
}

/** The refusal of a body that does not decompress. @param error of the decompression */
export function notDecompressed(error: NodeJS.ErrnoException, coding: BodyCoding): Failure {
  const isCut = error.code === 'Z_BUF_ERROR';
  return new Failure('MALFORMED', isCut ? `The ${coding} body was cut off.` : `The body is not valid ${coding}.`);
}
