import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { extensions } from '../../src/platform/database/orm-options.ts';
import { openEmbedded } from '@runners/postgres';
import { newFolder } from '../support/started-process.ts';

const folder = fileURLToPath(new URL('../../../test/upgrades/releases/', import.meta.url));
const ending = '.sql.gz';
const bundleEnding = '.bundle.zip';

/** The versions of which there is a dump, as `npm run release:fixture` has written it. */
export const releases = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length));

/** Those of which there is a bundle as well, from which the people of the dump were taken over. Earlier ones have none. */
export const releasesWithBundle = readdirSync(folder)
  .filter((name) => name.endsWith(bundleEnding))
  .map((name) => name.slice(0, -bundleEnding.length));
/** The bundle of another service that was written as a release asks for it. */
export const bundleOf = (version: string): string => join(folder, version + bundleEnding);

const server = process.env['TEST_DATABASE_URL'];
const urlOf = (name: string) => Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href;

/** Writes the dump of a database on the server that TEST_DATABASE_URL names. */
export function writeRelease(version: string, database: string): void {
  const words = ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges', urlOf(database)];
  const text = execFileSync('pg_dump', words, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  // Commands of psql, which no server understands.
  const sql = text.replaceAll(/^\\(un)?restrict .*\n/gm, '');
  writeFileSync(join(folder, version + ending), gzipSync(sql, { level: 9 }));
}

/** A database as a release has left it, which nobody else uses, on the server or embedded. */
export async function restoredRelease(
  version: string,
): Promise<{ environment: Record<string, string>; remove(): Promise<void> }> {
  const sql = gunzipSync(readFileSync(join(folder, version + ending))).toString();
  const [dataDir, removeFolder] = await newFolder();
  const environment = {
    PORT: '0',
    RATE_LIMITS: 'off',
    DRAIN_SECONDS: '0',
    SECRET_KEY: 'only for tests, never elsewhere',
    DATA_DIR: dataDir,
  };
  if (!server) {
    const embedded = await openEmbedded(dataDir, extensions);
    await embedded.exec(sql);
    await embedded.close();
    return { environment, remove: removeFolder };
  }
  const name = `runners_test_${randomUUID().replaceAll('-', '')}`;
  await onServer('postgres', `create database ${name}`);
  await onServer(name, sql);
  return {
    environment: { ...environment, DATABASE_URL: urlOf(name) },
    async remove() {
      await onServer('postgres', `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function onServer(name: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
