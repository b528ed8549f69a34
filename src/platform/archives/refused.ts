/** A bundle that is not read at all. The message is a sentence for whoever runs the command. */
export class BundleRefused extends Error {}

/** The most entries of a bundle: files and folders. */
export const mostEntries = 1_000_000;

/**
 * The most bytes into which packed ones may inflate: a hundred times as many, and 64 MiB, so that small files of one repeated
 * character are read. Records are packed to a tenth.
 */
export function mostInflated(packedBytes: number): number {
  return 64 * 2 ** 20 + 100 * packedBytes;
}
