/** An import of one's own data comes to its end once, however often the process that runs it is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { as, newPerson } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { restartableService } from '../support/restartable-service.ts';
import { archiveOf, begin, comparable, ended, prepare, put, shown } from './import-my-data.ts';

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
  const { uploadId, uploadUrl } = await prepare(eve);
  await put(uploadUrl, archive);
  await begin(eve, uploadId);
  const stops: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    for (let done = 0; done < (runs * kill) / (kills + 2);) {
      await sleep(20);
      done = (await shown(eve))?.done ?? 0;
    }
    service.process.kill('SIGKILL');
    await service.process.ended;
    await service.start();
    stops.push((await shown(eve))?.done ?? 0);
    expect((await shown(eve))?.state).toBe('RUNNING');
  }
  const told = await ended(eve);
  process.stderr.write(`the import was killed after ${stops.join(' and ')} of ${told.total} things\n`);
  // The profile and the preferences are those of a new account.
  expect(told).toMatchObject({ state: 'DONE', done: told.total, added: runs, duplicates: 2, refusedCount: 0 });
  expect(comparable(await archiveOf(eve))).toEqual(comparable(archive));
}, 600_000);
