import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryFS } from '@electric-sql/pglite';

/** How the names of all images in the folder for temporary files begin. */
export const imagePrefix = 'runners-image-';

/** Where PGlite has its data. */
const dataFolder = '/pglite/data';

/** Changes when the migrations do, the service's or (with the version of pg-boss) those of the jobs, or this file. */
export async function migrationsDigest(): Promise<string> {
  const folder = new URL('../../src/platform/database/migrations/', import.meta.url);
  const migrations = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js')).sort();
  const digest = createHash('sha256');
  for (const name of migrations) digest.update(name).update(await readFile(new URL(name, folder)));
  const others = [new URL('../../../package-lock.json', import.meta.url), new URL(import.meta.url)];
  for (const file of others) digest.update(await readFile(file));
  return digest.digest('hex').slice(0, 16);
}

/** The folder with the embedded database's files that `prepare` has made, once for each state of the migrations. */
export async function imageFolder(prepare: (dataDir: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `${imagePrefix}${await migrationsDigest()}`);
  const exists = () =>
    stat(folder).then(
      () => true,
      () => false,
    );
  if (await exists()) return folder;
  const unfinished = await mkdtemp(join(tmpdir(), `${imagePrefix}unfinished-`));
  await prepare(unfinished);
  // Filling the usual 128 MB with zeros takes a third of a start.
  await appendFile(join(unfinished, 'database', 'postgresql.conf'), '\nshared_buffers = 16MB\n');
  // Whole or not at all; whoever comes second keeps what is there.
  await rename(join(unfinished, 'database'), folder).catch(async (error: unknown) => {
    if (!(await exists())) throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
  await removeOldImages();
  return folder;
}

/** Images of migrations that are no longer; a day's grace for other checkouts. */
async function removeOldImages(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((name) => name.startsWith(imagePrefix))) {
    const path = join(tmpdir(), name);
    const { ctimeMs } = await stat(path);
    if (ctimeMs < Date.now() - 86_400_000) await rm(path, { recursive: true, force: true });
  }
}

/** A copy of such a folder in the memory of an embedded database: PGlite's own way, a tar archive, takes twice the time. */
export class CopyInMemory extends MemoryFS {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override async initialSyncFs(): Promise<void> {
    if (!this.pg) return;
    const files = this.pg.Module.FS;
    if (!files.analyzePath(dataFolder).exists) files.mkdir(dataFolder);
    for (const { path, file } of entriesOf(this.#folder)) {
      if (file) files.writeFile(dataFolder + path, copyOf(file, path), { canOwn: true });
      else files.mkdir(dataFolder + path);
    }
  }
}

/** A file of the image, or a folder, which has no `file`. The path begins with a slash. */
interface Entry {
  path: string;
  file: { bytes: Uint8Array; lengthWithoutZeros: number } | null;
}

/** The folders of the databases template1 and template0, in which nobody writes: all databases have the same bytes. */
const unchanged = /^\/base\/[14]\//;

/** New memory consists of zeros, so those at the end, which are half of the log of changes, are not copied. */
function copyOf({ bytes, lengthWithoutZeros }: NonNullable<Entry['file']>, path: string): Uint8Array {
  if (unchanged.test(path)) return bytes;
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes.subarray(0, lengthWithoutZeros));
  return copy;
}

/** The image that this process has read last: it is read once, and copied for each database. */
let read: { folder: string; entries: Entry[] } | undefined;

/** All that is in the folder, each folder before what is in it. */
function entriesOf(folder: string): Entry[] {
  if (read?.folder === folder) return read.entries;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const source = join(entry.parentPath, entry.name);
    const bytes = entry.isDirectory() ? null : new Uint8Array(readFileSync(source));
    const file = bytes && { bytes, lengthWithoutZeros: bytes.findLastIndex((byte) => byte !== 0) + 1 };
    return { path: source.slice(folder.length), file };
  });
  read = { folder, entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  return read.entries;
}
