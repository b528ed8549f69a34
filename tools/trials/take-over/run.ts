import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startServer } from '../bench/processes.ts';
import { need } from '../../../test/support/needs.ts';
import { oldKeyOf, writeBigBundle } from './big-bundle.ts';
import type { Sizes } from './big-bundle.ts';

/*
 * npx runners taking-over
 *
 * Takes over an invented old service: loads its bundle, reads it back, loads it again, loads a delta, and signs in with old keys.
 * Prints the time and the memory of each step. Variables: TEST_DATABASE_URL (the PostgreSQL server; `embedded` for the embedded
 * database), PEOPLE (100,000; there are ten workouts, twenty likes, seven comments and ten friendships for each), WORKOUTS.
 * With the defaults it takes 25 minutes and 4 GB of disk.
 */
const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const people = Number(process.env['PEOPLE'] ?? 100_000);
const workouts = Number(process.env['WORKOUTS'] ?? people * 10);
const sizes: Sizes = {
  people,
  workouts,
  likes: workouts * 2,
  comments: workouts * 0.7,
  friendships: Math.min(people * 10, (people * (people - 1)) / 4),
};
const runners = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));
const service = fileURLToPath(new URL('../../../src/main.js', import.meta.url));

if (server !== 'embedded') await need('taking-over', { server: { url: server, variable: 'TEST_DATABASE_URL' } });
const folder = await mkdtemp(join(tmpdir(), 'runners-taking-over-'));
const isEmbedded = server === 'embedded';
const name = `runners_taking_over_${process.pid}`;
const own = new URL(isEmbedded ? 'postgres://none/' : server);
own.pathname = `/${name}`;
const environment = {
  DATABASE_URL: isEmbedded ? '' : own.href,
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: 'a key of a trial, with more than 32 characters',
  PORT: '0',
  RATE_LIMITS: 'off',
  LOG_REQUESTS: 'failed',
};

/** Runs a step of the command, and prints how long it took and how much memory it had at most. */
async function step(title: string, words: string[]): Promise<void> {
  const begun = performance.now();
  const child = spawn(process.execPath, [runners, 'take-over', ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, peakOf(child.pid ?? 0))), 500);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watching);
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${title}: ${seconds.toFixed(0)} s, ${most.toFixed(0)} MB, exit code ${String(code)}\n${printed}`);
}

/** The largest resident memory of a process so far, in megabytes. 0 when it has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Reads one's own person with the old keys of some people, twenty at a time. Returns how many are signed in. */
async function signedIn(port: number, count: number): Promise<number> {
  let right = 0;
  let next = 1;
  const lane = async () => {
    for (let id = next++; id <= count; id = next++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/user/${id}/`, {
        headers: { Authorization: `ApiKey runner${id}:${oldKeyOf(id)}` },
      });
      const body = (await answer.json()) as { email?: string };
      if (answer.status === 200 && body.email === `runner${id}@example.com`) right++;
    }
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  return right;
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

try {
  if (!isEmbedded) await onServer(`create database ${name}`);
  const begun = performance.now();
  const [first, delta, whole] = [join(folder, 'first'), join(folder, 'delta'), join(folder, 'whole')];
  const records = await writeBigBundle(first, sizes);
  console.log(
    `${records.toLocaleString('en-US')} records made in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`,
  );
  const report = ['--report', join(folder, 'report')];
  await step('load', ['load', ...report, first]);
  await step('verify', ['verify', ...report, first]);
  await step('load the same again', ['load', ...report, first]);
  await writeBigBundle(delta, { ...sizes, changed: 10, only: true });
  await step('load a delta of one percent', ['load', ...report, delta]);
  await writeBigBundle(whole, { ...sizes, changed: 20 });
  await step('load the whole, of which one percent has changed', ['load', ...report, whole]);
  const started = await startServer([service], environment);
  const keys = Math.min(people, 10_000);
  const before = performance.now();
  const right = await signedIn(started.port, keys);
  console.log(`${right} of ${keys} old keys sign in, in ${((performance.now() - before) / 1000).toFixed(0)} s`);
  await started.stop();
  process.exitCode = right === keys ? 0 : 1;
} finally {
  if (!isEmbedded) await onServer(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
}
