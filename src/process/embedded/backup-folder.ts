import { existsSync } from 'node:fs';
import { constants, cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { version } from '../../platform/version.ts';
import { migrationNames } from '../../platform/database/migration-names.ts';
import { Sentence } from '../command.ts';

/** What a backup states about itself, in a file of JSON. */
interface BackupFacts {
  /** When the files of the database were copied. */
  createdDate: string;
  /** The version that made it; 1.0.0 has not noted it. */
  version?: string;
  /** The migrations of the version that made it. A version that does not know one of them cannot restore it. */
  migrations: string[];
}

const factsName = 'backup.json';
const databaseName = 'database';
/** What stands in the data folder besides the database, and belongs to a backup. Files in an S3 store do not. */
const stores = ['pictures', 'recordings'];
const secretKeyName = 'secret-key';
const copied = [...stores, secretKeyName, 'demo-account.json'];

/** Copies files with their contents shared by both copies, where the file system can do that. */
const copying = { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true } as const;

/**
 * Makes a backup of a data folder. The pictures and recordings are copied before and after the database, so that every file that the
 * database names is in the backup: files never change, and those that are deleted meanwhile have been copied before.
 * @param hold makes the database complete and unchanged until the function that it returns is called
 * @throws Sentence if the folder of the backup cannot be used
 */
export async function makeBackup(dataDir: string, to: string, hold: () => Promise<() => void>): Promise<void> {
  const target = resolve(to);
  if (existsSync(target)) throw new Sentence(`${to}: this exists already; choose a new folder`);
  if (`${target}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new Sentence(`${to}: the backup must be outside of DATA_DIR`);
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  for (const name of stores) await copyIfThere(dataDir, unfinished, name);
  const release = await hold();
  const facts: BackupFacts = { createdDate: new Date().toISOString(), version, migrations: migrationNames };
  await cp(join(dataDir, databaseName), join(unfinished, databaseName), copying);
  release();
  for (const name of copied) await copyIfThere(dataDir, unfinished, name);
  await writeFile(join(unfinished, factsName), `${JSON.stringify(facts, null, 2)}\n`);
  await rename(unfinished, target);
}

/** Copies what is not there yet. */
async function copyIfThere(from: string, to: string, name: string): Promise<void> {
  if (existsSync(join(from, name))) await cp(join(from, name), join(to, name), { ...copying, force: false });
}

/** @throws Sentence if the folder is not a backup that this version can read */
export async function readFacts(from: string): Promise<BackupFacts> {
  const text = await readFile(join(from, factsName), 'utf8').catch(() => {
    throw new Sentence(`${from}: this is not a backup, because it has no ${factsName}`);
  });
  const facts = JSON.parse(text) as BackupFacts;
  if (facts.migrations.some((name) => !migrationNames.includes(name)))
    throw new Sentence(
      `${from}: ${facts.version === undefined ? 'a newer version of the service' : `version ${facts.version}`} has made this backup, which has ` +
        `migrations that this version (${version}) does not know; restore it with that version`,
    );
  return facts;
}

/**
 * Copies a backup into a data folder without a database. The database gets its name last, so that a copy that was interrupted
 * is never used.
 * @param prepare changes the copy of the database, in the given data folder, before the service can open it
 * @throws Sentence if there is a database, or another secret key
 */
export async function copyBackup(
  from: string,
  dataDir: string,
  prepare: (copyDir: string) => Promise<void>,
): Promise<void> {
  if (existsSync(join(dataDir, databaseName)))
    throw new Sentence(`DATA_DIR: there is a database in ${dataDir} already; move it away first`);
  await checkSecretKey(from, dataDir);
  const copyDir = join(dataDir, 'restoring');
  await rm(copyDir, { recursive: true, force: true });
  await mkdir(copyDir, { mode: 0o700 });
  await cp(join(from, databaseName), join(copyDir, databaseName), copying);
  await prepare(copyDir);
  for (const name of (await readdir(from)).filter((one) => copied.includes(one)))
    await cp(join(from, name), join(dataDir, name), { ...copying, force: false });
  await rename(join(copyDir, databaseName), join(dataDir, databaseName));
  await rm(copyDir, { recursive: true, force: true });
}

/** Keys of sign-ins and addresses of pictures are valid with the secret key under which they were made. */
async function checkSecretKey(from: string, dataDir: string): Promise<void> {
  const read = (folder: string) => readFile(join(folder, secretKeyName), 'utf8').catch(() => null);
  const [stored, present] = await Promise.all([read(from), read(dataDir)]);
  if (stored !== null && present !== null && stored !== present)
    throw new Sentence(
      `DATA_DIR: ${join(dataDir, secretKeyName)} is another one than that of the backup; move it away first`,
    );
}
