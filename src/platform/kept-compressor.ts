import { constants } from 'node:zlib';
import { Gzip, ZstdCompress } from 'minizlib';

/**
 * Compresses texts and files as a whole, on the calling thread, with one compressor that is kept. The functions of node:zlib make
 * one each time, whose memory is new, and which V8 frees late (docs/performance.md#kept-compressors).
 */
export class KeptCompressor {
  readonly #make: () => Gzip | ZstdCompress;
  #kept: Gzip | ZstdCompress | undefined;

  private constructor(make: () => Gzip | ZstdCompress) {
    this.#make = make;
  }

  /** For gzip. */
  static gzip(level: number): KeptCompressor {
    return new KeptCompressor(() => new Gzip({ level, flush: constants.Z_FINISH }));
  }

  /** For Zstandard. Each result is one frame. @param params by the numbers `ZSTD_c_…` of node:zlib */
  static zstd(params: Record<number, number>): KeptCompressor {
    // The type of the options lacks the parameters.
    const options = { flush: constants.ZSTD_e_end, params, chunkSize: 32 * 1024 };
    return new KeptCompressor(() => new ZstdCompress(options));
  }

  /** The bytes, compressed. The result does not refer to their memory. */
  compress(bytes: Buffer): Buffer {
    const compressor = this.#kept ?? this.#make();
    // One that throws is not used again.
    this.#kept = undefined;
    compressor.write(bytes);
    const result = compressor.read() as Buffer;
    // Zstandard begins a new frame by itself, and would be made again.
    if (compressor instanceof Gzip) compressor.reset();
    this.#kept = compressor;
    return result;
  }
}
