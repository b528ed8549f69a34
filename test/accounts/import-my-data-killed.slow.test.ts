/** An import, of one's own data or of another service, comes to its end once, however often the process that runs it is killed. */
import { gzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { restartableService } from '../support/restartable-service.ts';
import { archiveOf, begin, comparable, ended, prepare, put, shown, zipOf } from './import-my-data.ts';
import type { Shown } from './import-my-data.ts';

const runs = 60;
const kills = 2;
const service = await restartableService();
afterAll(() => service.remove());

test('a killed process goes on where it was', async () => {
  const ann = await newPerson(service, 'Ann', 'Archer');
  for (let run = 0; run < runs; run++) {
    const start = new Date(Date.UTC(2015, 0, 1 + run, 7)).toISOString();
    expect((await as(ann).upload(makeGpx({ start, points: 200 }))).status).toBe(201);
  }
  const archive = await archiveOf(ann);
  const eve = await newPerson(service, 'Eve', 'Evans');
  const told = await broughtByKilled(eve, archive, runs);
  // The profile and the preferences are those of a new account.
  expect(told).toMatchObject({ state: 'DONE', done: told.total, added: runs, duplicates: 2, refusedCount: 0 });
  expect(comparable(await archiveOf(eve))).toEqual(comparable(archive));
}, 600_000);

test('a killed process goes on with the archive of another service, where each file has one result', async () => {
  const files = Array.from({ length: runs }, (_, run) => {
    const start = new Date(Date.UTC(2016, 0, 1 + run, 7)).toISOString();
    return [`activities/${run}.gpx.gz`, gzipSync(makeGpx({ start, points: 200 }))] as const;
  });
  const lines = files.map(([file], run) => `${run},,Run ${run},Run,,,,${file}`);
  const list = ['Activity ID,Activity Date,Activity Name,Activity Type,,,,Filename', ...lines].join('\n');
  const fay = await newPerson(service, 'Fay', 'Fisher');
  const told = await broughtByKilled(
    fay,
    await zipOf(new Map([...files, ['activities.csv', Buffer.from(list)]])),
    runs,
  );
  expect(told).toMatchObject({ state: 'DONE', done: runs, added: runs, duplicates: 0, refusedCount: 0 });
  const { data } = await as(fay).graphql<{
    dataImport: { results: { nodes: { file: string; workout: { title: string } }[]; totalCount: number } };
  }>('{ dataImport { results(first: 100) { nodes { file workout { title } } totalCount } } }');
  const { nodes, totalCount } = data!.dataImport.results;
  expect(totalCount).toBe(runs);
  expect(nodes).toEqual(files.map(([file], run) => ({ file, workout: { title: `Run ${run}` } })));
}, 600_000);

/** Brings an archive in whose process is killed twice on the way. */
async function broughtByKilled(person: Person, archive: Buffer, things: number): Promise<Shown> {
  const { uploadId, uploadUrl } = await prepare(person);
  await put(uploadUrl, archive);
  await begin(person, uploadId);
  const stops: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    for (let done = 0; done < (things * kill) / (kills + 2);) {
      await sleep(20);
      done = (await shown(person))?.done ?? 0;
    }
    service.process.kill('SIGKILL');
    await service.process.ended;
    await service.start();
    stops.push((await shown(person))?.done ?? 0);
    expect((await shown(person))?.state).toBe('RUNNING');
  }
  const told = await ended(person);
  process.stderr.write(`the import was killed after ${stops.join(' and ')} of ${told.total} things\n`);
  return told;
}
