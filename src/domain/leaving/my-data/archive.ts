import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ownFolder } from '../../../platform/own-folder.ts';
import { MAX_VALUES } from '../../../platform/bodies/max-values.ts';
import { readJson } from '@runners/wire';
import { BundleRefused } from '../../../platform/archives/refused.ts';
import { unpackZip } from '../../../platform/archives/unpack-zip.ts';
import { Unpacker } from '../../../platform/archives/unpack.ts';

const mebibyte = 2 ** 20;
/** The most bytes into which an archive may inflate. GPX files are packed to a tenth, and pictures not at all. */
export const mostUnpacked = 4096 * mebibyte;
/** The most files and folders of an archive. */
const mostFiles = 200_000;
/** The largest JSON file, which is read as a whole: some 20,000 runs. */
const largestList = 16 * mebibyte;

/** Unpacks no more than the archive of a person can have. */
class ArchiveUnpacker extends Unpacker {
  #bytes = 0;
  #files = 0;

  override count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > mostUnpacked)
      throw new BundleRefused(`The archive inflates to more than ${mostUnpacked / mebibyte} MiB.`);
    super.count(bytes);
  }

  override add(...entry: Parameters<Unpacker['add']>): Promise<void> {
    if (++this.#files > mostFiles) throw new BundleRefused(`The archive has more than ${mostFiles} files.`);
    return super.add(...entry);
  }
}

/** An archive of `exportMyData` that was unpacked. */
export class Archive implements AsyncDisposable {
  readonly #root: string;
  readonly #folder: string;

  private constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /**
   * Unpacks a zip into a new folder, which `Symbol.asyncDispose` removes.
   * @throws BundleRefused for what is no such archive, and for a hostile one
   */
  static async open(parts: AsyncIterable<Uint8Array>): Promise<Archive> {
    const root = await ownFolder('runners-import');
    const archive = new Archive(root, join(root, 'unpacked'));
    try {
      const path = join(root, 'archive.zip');
      await mkdir(archive.#folder);
      await pipeline(parts, createWriteStream(path, { mode: 0o600 }));
      const packed = await stat(path);
      await unpackZip(path, new ArchiveUnpacker(archive.#folder, packed.size));
      await rm(path);
      if (!(await archive.sizeOf('workouts.json')))
        throw new BundleRefused('This is no archive of `exportMyData`: it has no file workouts.json.');
      return archive;
    } catch (error) {
      await archive[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The size of a file in bytes; null when the archive does not have it. */
  async sizeOf(name: string): Promise<number | null> {
    const found = await stat(join(this.#folder, name)).catch(() => null);
    return found?.isFile() ? found.size : null;
  }

  /** The bytes of a file; null when the archive does not have it, or when it is larger than it may be. */
  async read(name: string, most: number): Promise<Buffer | null> {
    const size = await this.sizeOf(name);
    return size === null || size > most ? null : readFile(join(this.#folder, name));
  }

  /** The JSON in a file; null without the file. @throws MalformedBody when it is not JSON, and Error when it is too large */
  async json(name: string): Promise<unknown> {
    const size = await this.sizeOf(name);
    if (size === null) return null;
    if (size > largestList) throw new Error(`has more than ${largestList / mebibyte} MiB`);
    return readJson(await readFile(join(this.#folder, name)), MAX_VALUES);
  }

  /** The files of a folder by the number with which their names end: `pictures/12-34.jpeg` by 34. */
  async byNumber(folder: string): Promise<ReadonlyMap<number, string>> {
    const names = await readdir(join(this.#folder, folder)).catch(() => []);
    return new Map(
      names.sort().flatMap((name) => {
        const number = /-(\d{1,15})\.[a-z]{1,5}$/.exec(name)?.[1];
        return number === undefined ? [] : [[Number(number), `${folder}/${name}`] as const];
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }
}
