import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { settings } from './settings.ts';

/** A database of `bench:seed`, and how large it is made when it is not there. */
export interface Sized {
  url: string;
  users: number;
  workouts: number;
}

/** As many friends a user as in the large one, with posts enough for full pages of their feeds. */
export const small: Sized = { url: settings.smallUrl, users: 2000, workouts: 10_000 };
export const middle: Sized = { url: settings.middleUrl, users: 10_000, workouts: 100_000 };
export const large: Sized = { url: settings.databaseUrl, users: settings.users, workouts: settings.workouts };

/** Seeds a database that is not there. One that is there stays as it is, whatever is in it. @returns whether it was seeded */
export async function seedIfMissing({ url, users, workouts }: Sized): Promise<boolean> {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  await client.end();
  if (rowCount) return false;
  console.log(`${name} is not there and is made:`);
  const sizes = { BENCH_DATABASE_URL: url, BENCH_USERS: String(users), BENCH_WORKOUTS: String(workouts) };
  const seed = fileURLToPath(new URL('./seed.js', import.meta.url));
  const child = spawn(process.execPath, [seed], { env: { ...process.env, ...sizes }, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`seeding ${name} failed: drop it before the next try`);
  return true;
}

/** What a database holds, as a heading says it. */
export async function sizeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`
    select format('%s users, %s posts', (select count(*) from users), (select count(*) from post)) as text`);
  return rows[0]?.text ?? '';
}
