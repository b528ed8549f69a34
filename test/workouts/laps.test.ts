/** The laps that a device counted, `Workout.laps`: of FIT and TCX, in archives out and in, and until the track is replaced. */
import { expect, test } from '@jest/globals';
import {
  fitFile,
  fitLap,
  fitRecord,
  fitRun,
  fitSession,
  tcx,
  tcxActivity,
  tcxLap,
  tcxPoint,
} from '@runners/recordings/samples';
import { archiveOf, bring, changed } from '../accounts/import-my-data.ts';
import { readZip } from '../accounts/read-zip.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const fields = 'id laps { startDate durationInSeconds distanceInMeters }';
interface Shown {
  id: string;
  laps: { startDate: string | null; durationInSeconds: number | null; distanceInMeters: number | null }[] | null;
}

async function imported(person: Person, file: Buffer | string): Promise<Shown> {
  const { data, errors } = await as(person).graphql<{ importRecording: { workout: Shown } }>(
    `mutation ($recording: RecordingData!) { importRecording(input: { recording: $recording }) { workout { ${fields} } } }`,
    { recording: Buffer.from(file).toString('base64') },
  );
  expect(errors).toEqual([]);
  return data!.importRecording.workout;
}
const lapsOf = async (person: Person) =>
  (
    await as(person).graphql<{ me: { workouts: { nodes: Shown[] } } }>(
      `{ me { workouts(first: 50) { nodes { ${fields} } } } }`,
    )
  ).data!.me.workouts.nodes.map(({ laps }) => laps);
const lap = (startDate: string | null, durationInSeconds: number | null, distanceInMeters: number | null) => ({
  startDate,
  durationInSeconds,
  distanceInMeters,
});
const ofFit = [lap('2024-05-01T06:00:00.000000Z', 30, 100), lap('2024-05-01T06:01:00.000000Z', 30, 100)];

test('those of FIT and TCX are as the device counted them, and GPX has none', async () => {
  const ann = await newPerson(service, 'Ann', 'Archer');
  expect((await imported(ann, fitRun())).laps).toEqual(ofFit);
  const points = [0, 3, 6].map((second) => tcxPoint(86_400 + second)).join('');
  const laps = [tcxLap(86_400, 3.456, 10, [points]), tcxLap(86_403, 1e300, -1, []), tcxLap(-1_714_543_195, 1, 3, [])];
  const file = tcx(`<Activities>${tcxActivity(laps.join(''), 'Running', 86_400)}</Activities>`);
  expect((await imported(ann, file)).laps).toEqual([
    lap('2024-05-02T06:00:00.000000Z', 3.46, 10),
    // A lap of ages, and one backwards, is none.
    lap('2024-05-02T06:00:03.000000Z', null, null),
    // Its clock says 1970.
    lap(null, 1, 3),
  ]);
  expect((await imported(ann, makeGpx({ start: '2020-01-01T06:00:00Z' }))).laps).toBeNull();
});

test('the first 500 are kept', async () => {
  const bob = await newPerson(service, 'Bob', 'Baker');
  const records = [0, 3, 6].map((second) => fitRecord(second));
  const many = Array.from({ length: 600 }, (_, n) => fitLap(n, 1, 3));
  expect((await imported(bob, fitFile([...records, ...many, fitSession(0, 6, 20)]))).laps).toHaveLength(500);
});

test('they go and come with the archive, and what is none there is left out', async () => {
  const [cho, dan, eve] = [
    await newPerson(service, 'Cho', 'Chang'),
    await newPerson(service, 'Dan', 'Dyer'),
    await newPerson(service, 'Eve', 'Evans'),
  ];
  await imported(cho, fitRun());
  const archive = await archiveOf(cho);
  expect(await bring(dan, archive)).toMatchObject({ state: 'DONE', refusedCount: 0 });
  expect(await lapsOf(dan)).toEqual([ofFit]);
  const text = readZip(archive).get('workouts.json')!.toString();
  const [run] = JSON.parse(text) as Record<string, unknown>[];
  for (const [name, laps] of Object.entries({ a: 'no JSON', b: '[[1,2]]', c: '{}' })) {
    const list = JSON.stringify([{ ...run, laps }]);
    expect(await bring(eve, await changed(archive, { 'workouts.json': list }))).toMatchObject({
      state: 'DONE',
      refusedCount: 0,
    });
    expect([name, await lapsOf(eve)]).toEqual([name, [null]]);
  }
});

test('a track that replaces another one takes its laps away', async () => {
  const fay = await newPerson(service, 'Fay', 'Fisher');
  const { id } = await imported(fay, fitRun());
  const { errors } = await as(fay).graphql(
    'mutation ($id: ID!, $gpx: Gpx!) { replaceTrack(input: { id: $id, gpx: $gpx }) { workout { id } } }',
    {
      id,
      gpx: makeGpx(),
    },
  );
  expect(errors).toEqual([]);
  expect(await lapsOf(fay)).toEqual([null]);
});
