import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import type { Config } from '../../src/platform/config.ts';
import { openEmbedded } from '../../src/platform/database/orm-options.ts';
import { startService } from '../../src/server.ts';

/** A migrated database that nobody else uses. */
export interface PreparedDatabase {
  /** The environment variables that lead to it. */
  environment: Record<string, string>;
  /** What the embedded database starts from. */
  image?: Blob;
  remove(): Promise<void>;
}

const server = process.env['TEST_DATABASE_URL'];
const silent = pino({ level: 'silent' });
const quiet = { PORT: '0', RATE_LIMITS: 'off', SECRET_KEY: 'only for tests, never elsewhere' };

/**
 * A fresh database: on the server that TEST_DATABASE_URL names, else embedded in this process. Both are copies of one
 * that the service itself has migrated once, as long as the migrations stay the same.
 */
export async function preparedDatabase(): Promise<PreparedDatabase> {
  return server ? copyOfTemplate(server) : embeddedCopy();
}

/** Starts and stops the service on an empty database: all that it creates at its start is then there. */
async function prepare(environment: Record<string, string>): Promise<Config> {
  const config = readConfig({ ...quiet, ...environment });
  await (await startService(config, silent)).stop();
  return config;
}

/** Changes when the migrations do, the service's or (with the version of pg-boss) those of the jobs. */
async function migrationsDigest(): Promise<string> {
  const folder = new URL('../../src/database/migrations/', import.meta.url);
  const migrations = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort();
  const digest = createHash('sha256');
  for (const name of migrations) digest.update(await readFile(new URL(name, folder)));
  digest.update(await readFile(new URL('../../../package-lock.json', import.meta.url)));
  return digest.digest('hex').slice(0, 16);
}

async function embeddedCopy(): Promise<PreparedDatabase> {
  const file = join(tmpdir(), `runners-test-${await migrationsDigest()}.image`);
  const image = await readFile(file).catch(() => makeImage(file));
  return {
    environment: { ...quiet, DATA_DIR: 'memory://' },
    image: new Blob([new Uint8Array(image)]),
    remove: async () => {},
  };
}

/** Dumps a prepared data folder into `file`; the rename makes it whole for other workers. */
async function makeImage(file: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-image-'));
  await prepare({ DATA_DIR: folder });
  const pglite = await openEmbedded(folder);
  const dump = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer());
  await pglite.close();
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, dump);
  await rename(unfinished, file);
  await removeOldImages();
  await rm(folder, { recursive: true, force: true });
  return dump;
}

/** Images of migrations that are no longer; a day's grace for other checkouts. */
async function removeOldImages(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => /^runners-test-\w+\.image/.test(name));
  for (const name of names) {
    const path = join(tmpdir(), name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - 86_400_000) await rm(path, { force: true });
  }
}

async function copyOfTemplate(url: string): Promise<PreparedDatabase> {
  const template = `runners_template_${await migrationsDigest()}`;
  const name = `runners_test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: url });
  await admin.connect();
  // One worker makes the template; copies take turns, as the server wants it.
  await admin.query('select pg_advisory_lock(1917)');
  try {
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rows.length === 0) await makeTemplate(admin, url, template);
    await admin.query(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  const folder = await mkdtemp(join(tmpdir(), 'runners-test-'));
  return {
    environment: { ...quiet, DATABASE_URL: urlOf(url, name), DATA_DIR: folder },
    async remove() {
      await onServer(url, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(admin: Client, url: string, template: string): Promise<void> {
  const { rows } = await admin.query("select datname from pg_database where datname like 'runners\\_template\\_%'");
  for (const { datname } of rows as { datname: string }[]) await admin.query(`drop database if exists ${datname}`);
  const unfinished = `${template}_unfinished`;
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await admin.query(`create database ${unfinished}`);
  await prepare({ DATABASE_URL: urlOf(url, unfinished), DATA_DIR: tmpdir() });
  await admin.query(`alter database ${unfinished} rename to ${template}`);
}

function urlOf(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
