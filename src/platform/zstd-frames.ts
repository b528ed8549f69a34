import { constants, createZstdCompress } from 'node:zlib';
import type { ZstdCompress, ZstdOptions } from 'node:zlib';

/** What frames are written into, in bytes. */
const chunkSize = 32 * 1024;

/**
 * Compresses files one after the other, in another thread, with one compressor that is kept. Each becomes one frame of
 * Zstandard, with its size in the header. The functions of node:zlib for whole files make a compressor for each, whose memory
 * is new, and which V8 frees only in a collection of the whole heap (docs/performance.md#memory).
 */
export class ZstdFrames {
  readonly #params: ZstdOptions['params'];
  #stream: ZstdCompress | null = null;
  #take: (part: Buffer) => void = () => {};
  #last: Promise<unknown> = Promise.resolve();

  constructor(params: ZstdOptions['params']) {
    this.#params = params;
  }

  /** The bytes as one frame. Callers bound how many wait here, and leave the bytes unchanged until it is done. */
  compress(bytes: Buffer): Promise<Buffer> {
    const frame = this.#last.then(() => this.#frame(bytes));
    this.#last = frame.catch(() => {});
    return frame;
  }

  #frame(bytes: Buffer): Promise<Buffer> {
    const stream = (this.#stream ??= this.#open());
    const parts: Buffer[] = [];
    this.#take = (part) => void parts.push(part);
    return new Promise((resolve, reject) => {
      stream.write(bytes, (error) => {
        if (error) reject(error);
        else resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
      });
    });
  }

  #open(): ZstdCompress {
    const stream = createZstdCompress({ chunkSize, flush: constants.ZSTD_e_end, params: this.#params });
    stream.on('data', (part: Buffer) => this.#take(part));
    // Whoever wrote learns of the error. The next one gets a new compressor.
    stream.on('error', () => (this.#stream = null));
    return stream;
  }
}
