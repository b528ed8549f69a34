import { BundleRefused } from '../../../platform/archives/refused.ts';
import { Unpacker } from '../../../platform/archives/unpack.ts';

const mebibyte = 2 ** 20;
/** The most bytes into which an archive may inflate. GPX files are packed to a tenth, and pictures not at all. */
export const mostUnpacked = 4096 * mebibyte;
/** The most files and folders of an archive, with those of the archives in it. */
const mostFiles = 200_000;

/** Unpacks no more than the archive of a person can have. */
export class ArchiveUnpacker extends Unpacker {
  #bytes = 0;
  #files = 0;

  override count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > mostUnpacked)
      throw new BundleRefused(`The archive inflates to more than ${mostUnpacked / mebibyte} MiB.`);
    super.count(bytes);
  }

  /** Counts a file or a folder. @throws BundleRefused for too many */
  countFile(): void {
    if (++this.#files > mostFiles) throw new BundleRefused(`The archive has more than ${mostFiles} files.`);
  }

  override announce(entries: number): void {
    if (this.#files + entries > mostFiles) throw new BundleRefused(`The archive has more than ${mostFiles} files.`);
  }

  override add(...entry: Parameters<Unpacker['add']>): Promise<void> {
    this.countFile();
    return super.add(...entry);
  }
}

/** Unpacks an archive that is in another one. What it has counts among what the whole may have. */
export class InnerUnpacker extends Unpacker {
  readonly #whole: ArchiveUnpacker;

  constructor(folder: string, whole: ArchiveUnpacker) {
    super(folder, Infinity);
    this.#whole = whole;
  }

  override count(bytes: number): void {
    this.#whole.count(bytes);
  }

  override announce(entries: number): void {
    this.#whole.announce(entries);
  }

  override add(...entry: Parameters<Unpacker['add']>): Promise<void> {
    this.#whole.countFile();
    return super.add(...entry);
  }
}
