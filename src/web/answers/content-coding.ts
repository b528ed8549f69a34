import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { KeptCompressor } from '../../platform/kept-compressor.ts';

/** A content coding of answers. */
export type Coding = 'br' | 'gzip';

/** The codings in the order in which they are chosen when a client prefers none: the cheapest first. */
const codings: readonly string[] = ['gzip', 'br', 'identity'];
/** Answers below this number of bytes are sent as they are: they fit into one packet anyway. */
export const leastBytes = 1024;
/**
 * Up to this number of characters, an answer is compressed at once, which takes up to 0.1 ms. Passing it to another thread takes
 * longer than that.
 */
const atOnceLength = 32 * 1024;
/**
 * Holds the bytes of an answer that is compressed at once, of which a character has up to three. A new buffer for each would take
 * a quarter of the time of the compression.
 */
const atOnceBytes = Buffer.allocUnsafeSlow(3 * atOnceLength);

/**
 * The levels of docs/performance.md#compressed-answers: higher ones take 1.2 to 2 times as long, for 4 to 7 % fewer bytes.
 * Windows of streams have 128 KiB, because many are open at the same time.
 */
const gzipOptions = { level: 3 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
const streamOptions = { chunkSize: 32 * 1024, writableHighWaterMark: 64 * 1024 };
const windowBits = 17;

const smallAnswers = KeptCompressor.gzip(gzipOptions.level);
const gzipLater = promisify(gzip);
const brotliLater = promisify(brotliCompress);

/** The method of the negotiator, whose types lack the second parameter. */
interface Encodings {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/**
 * The best coding that the client accepts. Null for the answer as it is, also when the client refuses all of them.
 * @param offered what there is, the best first
 */
export function codingFor({ headers }: IncomingMessage, offered = codings): Coding | null {
  if (headers['accept-encoding'] === undefined) return null;
  const best = (new Negotiator({ headers }) as Encodings).encoding(offered, { preferred: offered });
  return best === 'br' || best === 'gzip' ? best : null;
}

/** Compresses an answer: at once if it is small, and otherwise in another thread. */
export function compressed(text: string, coding: Coding): Buffer | Promise<Buffer> {
  if (text.length > atOnceLength)
    return coding === 'gzip' ? gzipLater(text, gzipOptions) : brotliLater(text, brotliOptions);
  const bytes = atOnceBytes.subarray(0, atOnceBytes.write(text));
  return coding === 'gzip' ? smallAnswers.compress(bytes) : brotliCompressSync(bytes, brotliOptions);
}

/**
 * Returns a stream whose text arrives compressed at the response. Both are destroyed when one of them is, so that the client
 * notices an answer that has no end.
 */
export function compressedInto(response: Writable, coding: Coding): Writable {
  const stream =
    coding === 'gzip'
      ? createGzip({ ...streamOptions, ...gzipOptions })
      : createBrotliCompress({
          ...streamOptions,
          params: { ...brotliOptions.params, [constants.BROTLI_PARAM_LGWIN]: windowBits },
        });
  // A failure is one of the connection, which whoever writes finds destroyed.
  pipeline(stream, response, () => {});
  return stream;
}
