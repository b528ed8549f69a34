import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryFS } from '@electric-sql/pglite';
import type { PGlite } from '@electric-sql/pglite';

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

type Files = PGlite['Module']['FS'];

/** A copy of such a folder in the memory of an embedded database: PGlite's own way, a tar archive, takes twice the time. */
export class CopyInMemory extends MemoryFS {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override async initialSyncFs(): Promise<void> {
    if (this.pg) copyInto(this.pg.Module.FS, this.#folder, dataFolder);
  }
}

function copyInto(files: Files, from: string, to: string): void {
  if (!files.analyzePath(to).exists) files.mkdir(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) copyInto(files, source, target);
    else files.writeFile(target, readFileSync(source), { canOwn: true });
  }
}
