import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { workoutBody } from '../../support/workouts.ts';
import { settings } from '../settings.ts';
import { Contender } from './contender.ts';
import { keyOf } from './subscribers.ts';

/**
 * `npm run bench:live`: the service with its subscribers beside a bare graphql-ws server with an emitter, in the same run,
 * round by round in turn: only the ratios count. Needs a PostgreSQL server (BENCH_DATABASE_URL names any of its databases)
 * and `ulimit -n 30000`. BENCH_ROUNDS: how many.
 */
const users = 5000;
const shape = 'id body author { id firstName lastName } workout { id title distanceInMeters durationInSeconds }';
const query = `subscription { feedPostAdded { cursor post { ${shape} } } }`;

const name = `runners_live_${randomBytes(4).toString('hex')}`;
const url = new URL(settings.databaseUrl);
url.pathname = '/postgres';
const admin = new Client({ connectionString: url.href });
await admin.connect();
await admin.query(`create database ${name}`);
url.pathname = `/${name}`;
const folder = await mkdtemp(join(tmpdir(), 'runners-live-'));

const bare = await Contender.start('bare.js', {}, query, ({ port }) =>
  fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: JSON.stringify({
      cursor: 'MTIzNDU2Nzg6MTIz',
      post: {
        id: 'UG9zdDoxMjM0NQ',
        body: 'A short run.',
        author: { id: 'VXNlcjox', firstName: 'Ann', lastName: 'Archer' },
        workout: { id: 'V29ya291dDox', title: 'Along the river', distanceInMeters: 5000, durationInSeconds: 1800 },
      },
    }),
  }),
);
const ours = await Contender.start(
  '../../../src/main.js',
  {
    PORT: '0',
    DATABASE_URL: url.href,
    SECRET_KEY: 'only for the benchmark',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
  },
  query,
  async ({ port }) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/workout/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${keyOf(0)}` },
      body: JSON.stringify(workoutBody({ post_body: 'A short run.', privacy: 'friends' })),
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  },
);

/** User 1 is the author, whose key is the 0th; all others are the author's friends. */
async function seed(): Promise<void> {
  const sql = new Client({ connectionString: url.href });
  await sql.connect();
  await sql.query(`insert into users (id, username, email, first_name, last_name, search_name)
    select n, 'runner' || n, 'runner' || n || '@example.org', 'Ann', 'Archer', 'ann archer' from generate_series(1, ${users}) n`);
  for (const table of ['preferences', 'stats', 'profile'])
    await sql.query(`insert into ${table} (id) select id from users`);
  await sql.query(
    `insert into api_key (user_id, key_hash) select n, sha256(('live-bench-key-' || (n - 1))::bytea) from generate_series(1, ${users}) n`,
  );
  await sql.query(`insert into friend_edge (user_id, friend_id) select 1, n from generate_series(2, ${users}) n
    union all select n, 1 from generate_series(2, ${users}) n`);
  await sql.query('analyze');
  await sql.end();
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const print = (...cells: (string | number)[]) =>
  process.stdout.write(
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 3 : 1) : cell)).join(' | ')} |\n`,
  );

/** Rounds in turn: the median of each, and of the ratios of neighbours. */
async function compare(what: string, measure: (contender: Contender) => Promise<number>): Promise<void> {
  const [us, them, ratios]: number[][] = [[], [], []];
  for (let round = 0; round < settings.rounds + 1; round++) {
    const other = await measure(bare);
    const own = await measure(ours);
    // The first warms up.
    if (round === 0) continue;
    them?.push(other);
    us?.push(own);
    ratios?.push(own / other);
  }
  print(what, median(us ?? []), median(them ?? []), median(ratios ?? []));
}

try {
  await seed();
  print('', 'ours', 'bare', 'ratio');
  print('---', '---', '---', '---');
  for (const count of [2000, 5000]) {
    await Promise.all([ours.grow(count), bare.grow(count)]);
    await compare(`ms to the last of ${count}`, async (contender) => (await contender.publish(1)).ms);
    await compare(`CPU µs a delivery, ${count}`, async (contender) => {
      const { cpu, deliveries } = await contender.publish(10);
      return (cpu * 1000) / deliveries;
    });
    await compare(`deliveries a second, ${count}`, async (contender) => {
      const { ms, deliveries } = await contender.publish(10);
      return deliveries / (ms / 1000);
    });
  }
  // Not from none on: what the start left free would be filled first, and seem to cost nothing.
  const at = [await ours.memory(), await bare.memory()] as const;
  await Promise.all([ours.grow(10_000), bare.grow(10_000)]);
  const full = [await ours.memory(), await bare.memory()] as const;
  const [own, other] = [(full[0] - at[0]) / 5000, (full[1] - at[1]) / 5000];
  print('kB an idle subscription, 5000 to 10000', own, other, own / other);
  print('ms to the last of 10000', (await ours.publish(1)).ms, (await bare.publish(1)).ms, '');
} finally {
  await Promise.all([ours.stop(), bare.stop()]);
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
}
