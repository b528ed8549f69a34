import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { workoutBody } from '../../../../test/support/workouts.ts';
import { settings } from '../settings.ts';
import { need } from '../../../../test/support/needs.ts';
import { Contender } from './contender.ts';
import { seedSubscribers, sendAsAuthor } from './audience.ts';

/**
 * `npx runners bench-live`: the service with its subscribers beside a bare graphql-ws server with an emitter, in the same run,
 * round by round in turn: only the ratios count. Needs a PostgreSQL server (BENCH_DATABASE_URL names any of its databases)
 * and `ulimit -n 30000`. BENCH_ROUNDS: how many.
 */
const shape = 'id body author { id firstName lastName } workout { id title distanceInMeters durationInSeconds }';
const query = `subscription { feedPostAdded { cursor post { ${shape} } } }`;
const messages =
  'subscription { messageAdded { cursor message { user { id firstName lastName profileImage48Url } message } } }';

const name = `runners_live_${randomBytes(4).toString('hex')}`;
const url = new URL(settings.databaseUrl);
url.pathname = '/postgres';
await need('bench-live', { server: { url: url.href, variable: 'BENCH_DATABASE_URL' } });
const admin = new Client({ connectionString: url.href });
await admin.connect();
await admin.query(`create database ${name}`);
url.pathname = `/${name}`;
const folder = await mkdtemp(join(tmpdir(), 'runners-live-'));

const post = {
  id: 'UG9zdDoxMjM0NQ',
  body: 'A short run.',
  author: { id: 'VXNlcjox', firstName: 'Ann', lastName: 'Archer' },
  workout: { id: 'V29ya291dDox', title: 'Along the river', distanceInMeters: 5000, durationInSeconds: 1800 },
};
const startBare = () =>
  Contender.start('bare.js', {}, query, ({ port }) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify({ cursor: 'MTIzNDU2Nzg6MTIz', post }) }),
  );

const environment = {
  PORT: '0',
  DATABASE_URL: url.href,
  SECRET_KEY: 'only for the benchmark',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  DATA_DIR: folder,
};
const startOurs = () =>
  Contender.start('../../../../src/main.js', environment, query, ({ port }) =>
    sendAsAuthor(port, 'workout', workoutBody({ post_body: 'A short run.', privacy: 'friends' })),
  );
/** The same with messages of a conversation that all are in. */
const startOfMessages = () =>
  Contender.start('../../../../src/main.js', environment, messages, ({ port }) =>
    sendAsAuthor(port, 'message', { conversation_id: 1, message: 'How was it?' }),
  );

/** Migrates the database. */
async function startOnce(): Promise<void> {
  await (await startOurs()).stop();
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const print = (...cells: (string | number)[]) =>
  process.stdout.write(
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 3 : 1) : cell)).join(' | ')} |\n`,
  );

/** Rounds in turn: the median of each, and of the ratios of neighbours. */
async function compare(
  what: string,
  [ours, theirs]: [Contender, Contender],
  measure: (contender: Contender) => Promise<number>,
): Promise<void> {
  const [us, them, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < settings.rounds + 1; round++) {
    const other = await measure(theirs);
    const own = await measure(ours);
    // The first warms up.
    if (round === 0) continue;
    them.push(other);
    us.push(own);
    ratios.push(own / other);
  }
  print(what, median(us), median(them), median(ratios));
}

const lastOf = async (contender: Contender) => (await contender.publish(1)).ms;
const cpuOf = async (contender: Contender) => {
  const { cpu, deliveries } = await contender.publish(10);
  return (cpu * 1000) / deliveries;
};
const rateOf = async (contender: Contender) => {
  const { ms, deliveries } = await contender.publish(10);
  return deliveries / (ms / 1000);
};

/** Speed of delivery, side by side. */
async function compareSpeed(): Promise<void> {
  const both = [await startOurs(), await startBare()] as [Contender, Contender];
  running.push(...both);
  // A post must have been loaded and a table been made before anything is said of memory or speed.
  await Promise.all(both.map((one) => one.grow(100)));
  for (const count of [2000, 5000]) {
    await Promise.all(both.map((one) => one.grow(count)));
    await compare(`ms to the last of ${count}`, both, lastOf);
    await compare(`CPU µs a delivery, ${count}`, both, cpuOf);
    await compare(`deliveries a second, ${count}`, both, rateOf);
  }
  const ofMessages = await startOfMessages();
  running.push(ofMessages);
  await ofMessages.grow(5000);
  await compare('CPU µs a delivery, 5000: messages with their senders, beside our posts', [ofMessages, both[0]], cpuOf);
  await Promise.all([...both, ofMessages].map((one) => one.stop()));
}

/** Memory of idle subscriptions, each server fresh and alone: kB of 5,000, and of 5,000 more; then one post to all. */
async function measureIdle(start: () => Promise<Contender>): Promise<number[]> {
  const contender = await start();
  running.push(contender);
  // The first ones take what is loaded and compiled once.
  await contender.grow(20);
  const at = [await contender.memory()];
  for (const count of [5000, 10_000]) {
    await contender.grow(count);
    at.push(await contender.memory());
  }
  const [none = 0, half = 0, full = 0] = at;
  const last = await lastOf(contender);
  await contender.stop();
  return [none / 1024, (half - none) / 4980, (full - half) / 5000, last];
}

const running: Contender[] = [];
try {
  await startOnce();
  await seedSubscribers(url.href);
  print('', 'ours', 'bare', 'ratio');
  print('---', '---', '---', '---');
  await compareSpeed();
  const idle: [number[], number[]][] = [];
  for (let round = 0; round < settings.rounds; round++)
    idle.push([await measureIdle(startOurs), await measureIdle(startBare)]);
  const names = ['MB without subscriptions', 'kB a subscription, 0 to 5000', 'kB a subscription, 5000 to 10000'];
  for (const [i, what] of [...names, 'ms to the last of 10000'].entries()) {
    const [us, them] = [idle.map(([own]) => own[i] ?? 0), idle.map(([, other]) => other[i] ?? 0)];
    print(what, median(us), median(them), median(us.map((own, round) => own / (them[round] ?? 0))));
  }
} finally {
  await Promise.all(running.map((contender) => contender.stop()));
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
}
