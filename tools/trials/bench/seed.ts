import pg from 'pg';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { conversations } from './seed-conversations.ts';
import { friendships, keys, people } from './seed-people.ts';
import { makeLines, makeRecordings } from './seed-tracks.ts';
import { statsRebuilt, workoutSteps } from './seed-workouts.ts';
import { settings } from './settings.ts';
import { need } from '../../../test/support/needs.ts';
import { dropIndexes } from './table-indexes.ts';

/*
 * npm run bench:seed
 *
 * Fills the benchmark's database, replacing what is in it: BENCH_DATABASE_URL
 * (postgres://postgres@127.0.0.1:5432/runners_bench, made when missing) with BENCH_USERS (100000), BENCH_WORKOUTS
 * (1000000, each with its post) and BENCH_FRIENDS (20, on average). Set-based SQL; the same data for the same sizes. With BENCH_UNLOGGED=on the tables
 * are unlogged.
 */
async function seed(): Promise<void> {
  await need('bench-seed', { server: { url: settings.databaseUrl, variable: 'BENCH_DATABASE_URL' } });
  await createDatabase();
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    databasePool: 2,
    dataDir: '',
    driver: 'fast',
  });
  await timed('migrations', () => migrate(database));
  await database.close();

  const client = new pg.Client({ connectionString: settings.databaseUrl, options: '-c TimeZone=UTC' });
  await client.connect();
  const steps = async (list: ReadonlyArray<readonly [name: string, sql: string]>) => {
    for (const [name, sql] of list) await timed(name, () => client.query(sql));
  };
  // As a replica, without triggers: nobody waits for live events of what is seeded.
  await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off; set jit = off;
    set max_parallel_workers_per_gather = 0; set session_replication_role = replica; select setseed(0.42)`);
  await timed('empty tables', () => client.query(truncate));
  const putIndexesBack = await dropIndexes(client);
  if (settings.unlogged) await client.query(unlogged);
  try {
    await steps(people);
    await steps(friendships);
    await makeLines(client);
    await steps(workoutSteps);
    await client.query(sequences);
    await timed('recordings', () => makeRecordings(client));
    await timed('stats from workouts', () => client.query(statsRebuilt()));
    await steps(keys);
    await steps(conversations);
  } finally {
    await timed('keys and indexes', putIndexesBack);
  }
  await timed('vacuum analyze', () => client.query('vacuum analyze'));
  await client.query('checkpoint');
  await client.end();
}

/** Every table but the list of migrations and the state of the log of live events. */
const truncate = `do $$ begin execute (
  select 'truncate ' || string_agg(format('%I', tablename), ', ') || ' restart identity cascade'
  from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'live_log')); end $$`;

/** The same tables. It rewrites them, so they are empty; it comes after the foreign keys, which need the same kind on both ends. */
const unlogged = `do $$ declare name text; begin for name in
    select tablename from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'live_log')
  loop execute format('alter table %I set unlogged', name); end loop; end $$`;

/** Rows above were inserted with their ids. */
const sequences = `select setval('users_id_seq', max(u.id)), setval('workout_id_seq', max(w.id)), setval('post_id_seq', max(w.id))
  from (select max(id) as id from users) u, (select max(id) as id from workout) w`;

async function createDatabase(): Promise<void> {
  const url = new URL(settings.databaseUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${name.padEnd(20)} ${((performance.now() - start) / 1000).toFixed(1).padStart(7)} s`);
}

await seed();
