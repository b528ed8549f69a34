import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import type { DatabaseFiles } from '@runners/postgres';
import { startService } from '../../src/server/server.ts';
import { cluster, clusterEnvironment } from './cluster/beside.ts';
import { CopyInMemory, imageFolder, migrationsDigest } from './prepared-image.ts';

/** A migrated database that nobody else uses. */
export interface PreparedDatabase {
  /** The environment variables that lead to it. */
  environment: Record<string, string>;
  /** What the embedded database starts from. */
  image?: DatabaseFiles;
  remove(): Promise<void>;
}

const server = process.env['TEST_DATABASE_URL'];
const silent = pino({ level: 'silent' });
const { EXECUTION = 'compiled', DRIVER = 'fast' } = process.env;
const quiet = {
  PORT: '0',
  RATE_LIMITS: 'off',
  DRAIN_SECONDS: '0',
  SECRET_KEY: 'only for tests, never elsewhere',
  EXECUTION,
  DRIVER,
};

/**
 * A fresh database: on the server that TEST_DATABASE_URL names, else embedded. All are copies of one that the service
 * itself has migrated, as long as the migrations stay the same.
 * @param lasting where an embedded one has its files: in memory, or on disk, where another process can open it later
 */
export async function preparedDatabase(lasting: 'memory' | 'lasting' = 'memory'): Promise<PreparedDatabase> {
  if (server) return copyOfTemplate(server);
  const image = await imageFolder((folder) => prepare({ DATA_DIR: folder }));
  if (lasting === 'memory')
    return {
      environment: { ...quiet, DATA_DIR: 'memory://' },
      image: new CopyInMemory(image),
      remove: async () => {},
    };
  const folder = await mkdtemp(join(tmpdir(), 'runners-test-'));
  await cp(image, join(folder, 'database'), { recursive: true });
  return {
    environment: { ...quiet, DATA_DIR: folder },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Starts and stops the service on an empty database: all that it creates at its start is then there. */
async function prepare(environment: Record<string, string>): Promise<void> {
  await (await startService(readConfig({ ...quiet, ...environment }), silent)).stop();
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
  const direct = urlOf(url, name);
  if (cluster) await untilThere(cluster.standby + name);
  return {
    environment: {
      ...quiet,
      DATABASE_URL: direct,
      DATA_DIR: folder,
      ...(cluster ? clusterEnvironment(cluster, name, direct) : {}),
    },
    async remove() {
      await onServer(url, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a standby has a database. */
async function untilThere(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    const there = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (there) return;
    if (Date.now() > deadline) throw new Error('the standby does not follow');
  }
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
