import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { ownFolder } from '../../../platform/own-folder.ts';
import { MAX_VALUES } from '../../../platform/bodies/max-values.ts';
import { readJson } from '@runners/wire';
import { BundleRefused } from '../../../platform/archives/refused.ts';
import { unpackZip } from '../../../platform/archives/unpack-zip.ts';
import type { RefusedPart } from '../../accounts/data-import.entity.ts';
import { ArchiveUnpacker, InnerUnpacker } from './archive-unpacker.ts';

const mebibyte = 2 ** 20;
/** The largest list in JSON or CSV, which is read as a whole: some 20,000 runs. */
const largestList = 16 * mebibyte;
/** The most characters of a record of CSV, and the most records. */
const [longestRecord, mostRecords] = [1 << 16, 200_000];
/** How a zip begins. */
const zipSignature = Buffer.from('PK\u0003\u0004');

/** An archive of `exportMyData` or of another service that was unpacked. */
export class Archive implements AsyncDisposable {
  readonly #root: string;
  readonly #folder: string;
  /** The archives in it that could not be unpacked. */
  readonly damaged: RefusedPart[] = [];

  private constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /**
   * Unpacks a zip into a new folder, which `Symbol.asyncDispose` removes. Zips in that of another service become folders with their
   * names; those in them do not.
   * @throws BundleRefused for what is no archive, and for a hostile one
   */
  static async open(parts: AsyncIterable<Uint8Array>): Promise<Archive> {
    const root = await ownFolder('runners-import');
    const archive = new Archive(root, join(root, 'unpacked'));
    try {
      const path = join(root, 'archive.zip');
      await mkdir(archive.#folder);
      await pipeline(parts, createWriteStream(path, { mode: 0o600 }));
      const packed = await stat(path);
      const unpacker = new ArchiveUnpacker(archive.#folder, packed.size);
      await unpackZip(path, unpacker);
      await rm(path);
      if (!(await archive.isOwn())) await archive.#unpackInner(unpacker);
      return archive;
    } catch (error) {
      await archive[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #unpackInner(whole: ArchiveUnpacker): Promise<void> {
    const inner = join(this.#root, 'inner.zip');
    for (const file of await this.files()) {
      if (!(await this.beginningOf(file)).subarray(0, zipSignature.length).equals(zipSignature)) continue;
      const folder = join(this.#folder, file);
      await rename(folder, inner);
      await mkdir(folder);
      try {
        await unpackZip(inner, new InnerUnpacker(folder, whole));
      } catch (error) {
        if (!(error instanceof BundleRefused)) throw error;
        await rm(folder, { recursive: true });
        this.damaged.push({ file, reason: error.message });
      }
      await rm(inner);
    }
  }

  /** Whether it is one of `exportMyData`. */
  async isOwn(): Promise<boolean> {
    return (await this.sizeOf('workouts.json')) !== null;
  }

  /** The paths of all files, in an order that is the same each time. */
  async files(): Promise<string[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => relative(this.#folder, join(parentPath, name))).sort();
  }

  /** The first 512 bytes of a file that the archive has. */
  async beginningOf(name: string): Promise<Buffer> {
    await using file = await open(join(this.#folder, name));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512));
    return buffer.subarray(0, bytesRead);
  }

  /** Passes the records of a list in CSV to `take`. @throws BundleRefused when it cannot be read */
  async records(name: string, take: (cells: string[]) => void): Promise<void> {
    if (((await this.sizeOf(name)) ?? 0) > largestList)
      throw new BundleRefused(`It has more than ${largestList / mebibyte} MiB.`);
    const lenient = { bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true };
    const csv = parse({ ...lenient, max_record_size: longestRecord, to: mostRecords });
    try {
      await pipeline(createReadStream(join(this.#folder, name)), csv, async (records: AsyncIterable<string[]>) => {
        for await (const cells of records) take(cells);
      });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      throw new BundleRefused(`It is not valid CSV: ${error.message}.`);
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
