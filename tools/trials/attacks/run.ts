import { fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { answers } from './answers.ts';
import type { Attack } from './attack.ts';
import { bodies } from './bodies.ts';
import type { Seen } from './bystander.ts';
import { database } from './database.ts';
import { documents } from './documents.ts';
import { failing } from './failing.ts';
import { addressOf } from './flood.ts';
import { loop } from './loop.ts';
import { roles } from './people.ts';
import { shares } from './shares.ts';
import { need } from '../../../test/support/needs.ts';
import { memoryOf, openStage, server } from './stage.ts';
import type { Stage } from './stage.ts';
import { strangers } from './strangers.ts';
import { texts } from './texts.ts';
import { work } from './work.ts';

/*
 * npx runners attacks
 *
 * Attacks the service as one who wants to stop it would, one attack after the other, while a bystander in a process of
 * their own uses it as usual; prints what the bystander felt and what memory the service took, and ends with 1 when a bar
 * is missed or something was given away. At the end it prints a table for docs/performance.md. Variables: TEST_DATABASE_URL
 * (the PostgreSQL server), ATTACKS (words of the names to run, separated by commas), ATTACKS_REST (seconds of rest after
 * the last attack, before the memory is looked at again). All traffic stays on the loopback network.
 */

/**
 * The bars: the bystander's 99th percentile and longest wait in milliseconds, megabytes over the memory before an attack while it
 * lasts, and megabytes over the memory before the first one after the rest at the end.
 */
const bars = { p99: 250, worst: 1000, megabytes: 300, afterwards: 100 } as const;
/** Seconds that the service rests, and the bystander is measured without an attack, before each of them. */
const restSeconds = 3;
/** Seconds that an attack is watched at least. */
const leastSeconds = 2;
/** Requests of the bystander that may fail in one attack: connections that the attack on the database ends. */
const graceful = 0.02;

const heading =
  '| Attack | p50, p99 before, ms | p50, p99 during it | Longest stretch, ms | Memory over before, MB | What was answered |\n|---|---|---|---|---|---|';

async function run(): Promise<void> {
  const words = (process.env['ATTACKS'] ?? '').split(',').filter(Boolean);
  const all: Attack[] = [
    ...bodies,
    ...loop,
    ...shares,
    ...answers,
    ...texts,
    ...documents,
    ...work,
    ...failing,
    ...strangers,
    ...database,
  ];
  const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  await need('attacks', { server: { url: server, variable: 'TEST_DATABASE_URL' } });
  const stage = await openStage();
  const { bystanders } = roles;
  const keys = stage.accounts.slice(bystanders.first - 1, bystanders.last).map(({ key }) => key);
  const bystander = fork(fileURLToPath(new URL('./bystander.js', import.meta.url)), [stage.url, ...keys]);
  const measure = () =>
    new Promise<Seen>((resolve) => {
      bystander.once('message', (seen) => resolve(seen as Seen));
      bystander.send('measure');
    });
  let missed = 0;
  const rows: string[] = [];
  try {
    // Threads and compiled code, which every service has that has worked for a while, are not counted as memory of an attack.
    for (const { run: warm } of loop.slice(0, 8)) await warm(stage, addressOf(200));
    await measure();
    await wait(10);
    const idle = memoryOf(stage.service.pid) ?? 0;
    console.log(`idle: ${line(await measure())}, ${idle.toFixed(0)} MB\n`);
    for (const [n, attack] of chosen.entries())
      missed += (await passed(attack, addressOf(n), stage, measure, rows)) ? 0 : 1;
    await wait(Number(process.env['ATTACKS_REST'] ?? 60));
    const after = memoryOf(stage.service.pid) ?? 0;
    console.log(`\nafter a rest: ${line(await measure())}, ${after.toFixed(0)} MB`);
    if (after > idle + bars.afterwards) missed += 1;
  } finally {
    bystander.disconnect();
    await stage.close();
  }
  console.log(`\n${heading}\n${rows.join('\n')}\n`);
  console.log(`${chosen.length - missed} passed, ${missed} failed`);
  if (missed > 0) process.exitCode = 1;
}

async function passed(
  attack: Attack,
  from: string,
  stage: Stage,
  measure: () => Promise<Seen>,
  rows: string[],
): Promise<boolean> {
  await attack.prepare?.(stage, from);
  await wait(restSeconds);
  await measure();
  await wait(restSeconds);
  const before = await measure();
  const held = memoryOf(stage.service.pid) ?? 0;
  let most = 0;
  const look = () => (most = Math.max(most, memoryOf(stage.service.pid) ?? 0));
  const looking = setInterval(look, 100);
  const start = performance.now();
  const startTime = Date.now();
  let broken = false;
  const attacking = attack.run(stage, from).catch((error: unknown) => {
    broken = true;
    return `FAULT: ${String(error)}`;
  });
  // The bystander asks a few dozen times, however short the attack is.
  const [told] = await Promise.all([attacking, wait(leastSeconds)]);
  const seen = await measure();
  clearInterval(looking);
  look();
  // The service notes it once a second.
  await wait(1);
  const longest = stage.longestStretch(startTime);
  const refused = Object.values(seen.refused).reduce((sum, count) => sum + count, 0);
  const isDatabase = attack.name.startsWith('all connections');
  const ok =
    !broken &&
    seen.p99 <= bars.p99 &&
    (isDatabase || seen.worst <= bars.worst) &&
    most <= held + bars.megabytes &&
    (isDatabase || refused <= seen.requests * graceful);
  console.log(`${ok ? 'ok    ' : 'MISSED'} ${attack.name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  console.log(`       ${told}`);
  console.log(`       before: ${line(before)}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  console.log(`       the service was busy with one thing for at most ${longest} ms`);
  console.log(`       bystander: ${line(seen)}; memory at most ${(most - held).toFixed(0)} MB over ${held.toFixed(0)}`);
  const cells = [attack.name, pace(before), pace(seen), longest, `${(most - held).toFixed(0)}`, told];
  rows.push(`| ${cells.join(' | ')} |`);
  return ok;
}

/** The median and the 99th percentile of the bystander, milliseconds. */
function pace({ p50, p99 }: Seen): string {
  return `${p50.toFixed(0)}, ${p99.toFixed(0)}`;
}

function line({ requests, refused, p50, p99, worst }: Seen): string {
  const others = Object.entries(refused).map(([status, count]) => `, ${count} × ${status}`);
  return `${requests} requests${others.join('')}, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)}, worst ${worst.toFixed(0)}`;
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

await run();
