import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { begin, prepare, put, shown } from '../../../test/accounts/import-my-data.ts';
import type { Shown } from '../../../test/accounts/import-my-data.ts';
import { as, newPerson } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import { need } from '../../../test/support/needs.ts';
import type { RestartableService } from '../../../test/support/restartable-service.ts';
import type { Seen } from '../attacks/bystander.ts';
import { memoryOf, server } from '../attacks/stage.ts';
import { cpuOf } from '../bench/processes.ts';
import { makeArchive } from './archive.ts';
import type { MadeArchive } from './archive.ts';
import { hostileArchives } from './hostile.ts';

/*
 * npx runners importing
 *
 * Brings an archive of 1,000 recordings in three formats into the account of a person while a bystander in a process of their own uses
 * the service; brings it into another account while the service is killed three times; and sends archives that are hostile. It prints
 * what that took, and ends with 1 when a bar is missed, a run came in twice or not at all, or a hostile archive did harm. Variables:
 * TEST_DATABASE_URL (the PostgreSQL server), IMPORTED_FILES (another number of recordings).
 */

await need('importing', { all: ['gpsbabel'], server: { url: server, variable: 'TEST_DATABASE_URL' } });
process.env['TEST_DATABASE_URL'] = server;
const { restartableService } = await import('../../../test/support/restartable-service.ts');

/** Seconds of the import, milliseconds that the 99th percentile of others may rise, and megabytes over the memory before it. */
const bars = { seconds: 240, p99: 50, megabytes: 300 } as const;
/** Recordings that warm the service up, and seconds in which the bystander is measured without an import. */
const [warming, alone] = [40, 20];
const kills = 3;
const files = Number(process.env['IMPORTED_FILES'] ?? 1000);
const wrong: string[] = [];

/** Says something, and remembers it if it is wrong. */
function say(isRight: boolean, what: string): void {
  process.stdout.write(`${isRight ? 'ok    ' : 'MISSED'} ${what}\n`);
  if (!isRight) wrong.push(what);
}

/** Sends an archive and begins with it. */
async function started(person: Person, archive: Buffer): Promise<void> {
  const { uploadId, uploadUrl } = await prepare(person);
  const { status, text } = await put(uploadUrl, archive);
  if (status !== 204) throw new Error(`the archive was refused: ${status} ${text}`);
  await begin(person, uploadId);
}

/** Waits until an import is over, or so far. */
async function until(person: Person, done = Infinity): Promise<Shown> {
  for (;;) {
    const now = await shown(person);
    if (now && (now.done >= done || !['WAITING', 'RUNNING'].includes(now.state))) return now;
    await sleep(100);
  }
}

/** Brings an archive in. @returns what became of it, seconds, those of the processor, and the most megabytes over the memory before */
async function brought(service: RestartableService, person: Person, archive: Buffer) {
  const memory = () => memoryOf(service.process.pid) ?? 0;
  const before = memory();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, memory())), 100);
  const start = performance.now();
  const cpu = cpuOf(service.process.pid);
  try {
    await started(person, archive);
    const told = await until(person);
    const seconds = (performance.now() - start) / 1000;
    return { told, seconds, busy: (cpuOf(service.process.pid) - cpu) / 1000, megabytes: most - before };
  } finally {
    clearInterval(looking);
  }
}

/** Whether everything of an archive came in once. */
async function isWhole(person: Person, told: Shown, { files: all, twice }: MadeArchive): Promise<boolean> {
  const { data } = await as(person).graphql<{
    dataImport: { results: { totalCount: number } };
    me: { workouts: { totalCount: number } };
  }>('{ dataImport { results { totalCount } } me { workouts { totalCount } } }');
  const { state, added, duplicates, refusedCount, done } = told;
  const runs = all - twice;
  const expected = ['DONE', all, runs, twice, 0, all, runs];
  const got = [state, done, added, duplicates, refusedCount];
  got.push(data!.dataImport.results.totalCount, data!.me.workouts.totalCount);
  return JSON.stringify(got) === JSON.stringify(expected);
}

/** A process that uses the service as others do. */
function beginBystander(service: RestartableService, people: readonly Person[]) {
  const keys = people.map(({ authorization }) => authorization.replace(/^ApiKey .*:/, ''));
  const bystander = fork(fileURLToPath(new URL('../attacks/bystander.js', import.meta.url)), [service.url, ...keys]);
  const measure = () =>
    new Promise<Seen>((resolve) => {
      bystander.once('message', (seen) => resolve(seen as Seen));
      bystander.send('measure');
    });
  return { measure, end: () => bystander.disconnect() };
}

async function beside(service: RestartableService, archive: MadeArchive): Promise<void> {
  const others = await Promise.all(['Amy', 'Ben', 'Cia', 'Dov'].map((name) => newPerson(service, name, 'Other')));
  const bystander = beginBystander(service, others);
  try {
    const { bytes } = await makeArchive(warming, 0);
    await brought(service, await newPerson(service, 'Wim', 'Warmer'), bytes);
    await bystander.measure();
    await sleep(alone * 1000);
    const before = await bystander.measure();
    const ann = await newPerson(service, 'Ann', 'Archer');
    const { told, seconds, busy, megabytes } = await brought(service, ann, archive.bytes);
    const during = await bystander.measure();
    say(await isWhole(ann, told, archive), `it came in whole: ${JSON.stringify(told)}`);
    say(
      seconds <= bars.seconds,
      `${files} files took ${seconds.toFixed(1)} s, and ${busy.toFixed(1)} s of processor time of the service`,
    );
    say(
      during.p99 <= before.p99 + bars.p99 && Object.keys(during.refused).length === 0,
      `others waited ${paces(during)} meanwhile, and ${paces(before)} before`,
    );
    say(megabytes <= bars.megabytes, `the memory was at most ${megabytes.toFixed()} MB over that before`);
  } finally {
    bystander.end();
  }
}

const paces = ({ p50, p99, worst }: Seen) =>
  `${[p50, p99, worst].map((ms) => ms.toFixed(1)).join(', ')} ms (p50, p99, worst)`;

async function killed(service: RestartableService, archive: MadeArchive): Promise<void> {
  const bob = await newPerson(service, 'Bob', 'Baker');
  await started(bob, archive.bytes);
  const stops: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await until(bob, (files * kill) / (kills + 1));
    service.process.kill('SIGKILL');
    await service.process.ended;
    await service.start();
    stops.push((await shown(bob))?.done ?? 0);
  }
  const told = await until(bob);
  say(await isWhole(bob, told, archive), `killed after ${stops.join(', ')} files, it came in whole`);
}

async function hostile(service: RestartableService): Promise<void> {
  for (const { name, make, state, added } of hostileArchives) {
    const person = await newPerson(service, 'Mallory', name);
    const { told, seconds, megabytes } = await brought(service, person, await make());
    const what = `${name}: ${told.state}, ${told.added} came in, ${told.refusedCount} refused, ${seconds.toFixed(1)} s, ${megabytes.toFixed()} MB`;
    say(told.state === state && told.added === added && megabytes <= bars.megabytes, what);
    process.stdout.write(`       ${told.reason ?? told.refused[0]?.reason ?? ''}\n`);
  }
}

const archive = await makeArchive(files, files / 100);
process.stdout.write(`${files} files, ${(archive.bytes.length / 2 ** 20).toFixed(1)} MiB\n`);
const service = await restartableService();
try {
  await beside(service, archive);
  await hostile(service);
  await killed(service, archive);
} finally {
  await service.remove();
}
if (wrong.length > 0) process.exitCode = 1;
