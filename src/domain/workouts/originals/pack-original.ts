import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { RecordingFormat } from '@runners/recordings';
import { KeptCompressor } from '../../../platform/kept-compressor.ts';

/** The fastest level, at which GPX files become as small as at the next ones. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Files of up to this many bytes are compressed at once, which takes a third of a millisecond for 1,000 points. */
const small = 256 * 1024;
/**
 * With a window of 32 KiB and a table of 4096 entries, small files become smaller (a file of 1,000 points 11.4 kB instead of
 * 12.0), and it takes a fifth less time. Larger files would become larger.
 */
const smallFiles = KeptCompressor.zstd({ ...params, [constants.ZSTD_c_windowLog]: 15, [constants.ZSTD_c_hashLog]: 12 });
const compress = promisify(zstdCompress);

/** An uploaded file as it is stored. */
export interface PackedOriginal {
  format: RecordingFormat;
  /** Bytes as they were sent. */
  size: number;
  /** SHA-256 of the bytes as they were sent. */
  digest: Buffer;
  /** Compressed with Zstandard. */
  content: Buffer;
}

/** Compresses an uploaded file. The result does not refer to its memory. The capacity for uploads bounds how many there are. */
export async function packOriginal(file: Buffer, format: RecordingFormat): Promise<PackedOriginal> {
  return {
    format,
    size: file.length,
    digest: createHash('sha256').update(file).digest(),
    content: file.length <= small ? smallFiles.compress(file) : await compress(file, { params }),
  };
}
