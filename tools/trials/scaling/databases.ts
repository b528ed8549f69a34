import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { seedIfMissing } from '../bench/flat-databases.ts';
import { settings } from './settings.ts';

const urlOf = (name: string) => Object.assign(new URL(settings.server), { pathname: `/${name}` }).href;

/** Runs a statement on the server, outside of the measured databases. */
async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: settings.server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const drop = (name: string) => onServer(`drop database if exists ${name} with (force)`);

/** Databases that are dropped at the end, also when a measurement fails or is interrupted. */
const made = new Set<string>();

/** Drops the databases that were made and are not kept. */
export async function dropMade(): Promise<void> {
  for (const name of made) await drop(name);
  made.clear();
}

/** An empty database. @returns its URL */
export async function emptyDatabase(purpose: string): Promise<string> {
  const name = `runners_scaling_${purpose}_${randomBytes(3).toString('hex')}`;
  made.add(name);
  await onServer(`create database ${name}`);
  return urlOf(name);
}

/**
 * A database with so many posts, and a tenth as many users, which `bench:seed` fills. It is made once in a run.
 * @param kind `reads` has unlogged tables, which are made in half the time and cost reads nothing
 * @returns its URL, and the seconds that the seed took (0 if the database was there)
 */
export async function databaseOf(
  posts: number,
  kind: 'reads' | 'writes',
): Promise<{ url: string; seedSeconds: number }> {
  const name = `runners_scaling_${kind}_${posts}`;
  if (!settings.keep) made.add(name);
  const start = performance.now();
  process.env['BENCH_UNLOGGED'] = kind === 'reads' ? 'on' : 'off';
  const isSeeded = await seedIfMissing({ url: urlOf(name), users: Math.max(2000, posts / 10), workouts: posts });
  return { url: urlOf(name), seedSeconds: isSeeded ? Math.round((performance.now() - start) / 1000) : 0 };
}
