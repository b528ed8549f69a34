import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { faultOfName, quoted } from './file-name.ts';
import { BundleRefused, mostEntries, mostInflated } from './refused.ts';

/** An entry of an archive. */
export interface PackedEntry {
  name: string;
  kind: 'file' | 'folder' | 'other';
  /** Opens the bytes of a file. */
  open: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Writes the entries of an archive into an empty folder.
 * @throws BundleRefused for a path that leads out of it, a link, a name that comes twice, too many entries, or too many bytes
 */
export class Unpacker {
  readonly #folder: string;
  readonly #most: number;
  #entries = 0;
  #bytes = 0;

  /** @param packedBytes the size of the archive */
  constructor(folder: string, packedBytes: number) {
    this.#folder = folder;
    this.#most = mostInflated(packedBytes);
  }

  /** Counts bytes that were inflated. @throws BundleRefused for too many */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#most)
      throw new BundleRefused('The archive inflates to more than a hundred times its size, so it is not read.');
  }

  /** Takes note of how many entries an archive says that it has, before any is unpacked. @throws BundleRefused for too many */
  announce(entries: number): void {
    if (entries > mostEntries) throw new BundleRefused(`The archive has more than ${mostEntries} entries.`);
  }

  async add({ name, kind, open }: PackedEntry): Promise<void> {
    if (++this.#entries > mostEntries) throw new BundleRefused(`The archive has more than ${mostEntries} entries.`);
    if (kind === 'other')
      throw new BundleRefused(`${quoted(name)}: the archive has a link or a device, which is not read.`);
    // Archives of a folder begin with `./`.
    const path = name.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    if (path === '' || path === '.') return;
    const fault = faultOfName(path);
    if (fault !== null) throw new BundleRefused(`${quoted(name)}: the name of an entry ${fault}.`);
    const target = join(this.#folder, path);
    try {
      mkdirSync(kind === 'folder' ? target : dirname(target), { recursive: true });
      if (kind === 'folder') return;
      if (existsSync(target)) throw new BundleRefused(`${quoted(name)}: the archive has it twice.`);
      await pipeline(await open(), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(code)) throw error;
      throw new BundleRefused(`${quoted(name)}: the archive has another entry in its place, or its name is too long.`);
    }
  }
}
