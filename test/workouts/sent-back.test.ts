/** A GPX file that was downloaded from the service is recognized when it is uploaded again. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Answer, Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

/*
 * A GPX file that was downloaded and is uploaded again is the same workout (decisions N5).
 */
const service = await testService();
const { ann, bob } = await cast(service);

let runners = 0;
const newRunner = () => newPerson(service, 'Runner', `Number ${(runners += 1)}`);
const download = async (person: Person, query = '') =>
  (await as(person).get(`/workout/${query}`, { Accept: contentTypes.gpx })).text;
const metadataTime = (gpx: string) => /<metadata>.*<time>(.*?)<\/time>.*<\/metadata>/s.exec(gpx)?.[1];
const locationOf = ({ status, headers }: Answer) => {
  expect(status).toBe(201);
  return headers['location'];
};
const count = async ({ id }: Person) =>
  Number((await service.sql('select count(*) as n from workout where user_id = ?', [id]))[0]?.['n']);

/** Sends the person's only workout back, as REST and as GraphQL write it. */
async function expectSame(person: Person, original: string | undefined): Promise<void> {
  const { data } = await as(person).graphql<{ workouts: { nodes: { gpx: string }[] } }>(
    '{ workouts { nodes { gpx } } }',
  );
  for (const file of [await download(person), data?.workouts.nodes[0]?.gpx ?? '']) {
    const answer = await as(person).upload(file);
    expect([answer.status, answer.text]).toEqual([400, '["206","This workout already exists."]']);
    expect(answer.headers['location']).toBe(original);
  }
  const imported = await as(person).graphql(
    'mutation ($g: Gpx!) { importGpx(input: { gpx: $g }) { workout { id } } }',
    {
      g: await download(person),
    },
  );
  expect(imported.errors[0]?.extensions.code).toBe('WORKOUT_EXISTS');
  expect(await count(person)).toBe(1);
}

describe('a recording', () => {
  const folder = new URL('../../../packages/recordings/test/gpx/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.gpx'));
  test.each(files)('%s', async (file) => {
    const runner = await newRunner();
    const sent = readFileSync(new URL(file, folder));
    const answer = await as(runner).upload(sent);
    if (answer.status === 201) return expectSame(runner, answer.headers['location']);
    // One without times is no workout of its own, but may be the route of one.
    const made = await as(runner).post('/workout/', workoutBody());
    const parcel = { headers: { 'Content-Type': contentTypes.gpx }, body: sent };
    expect((await as(runner).send('PATCH', `/workout/${made.json<{ id: number }>().id}/`, parcel)).status).toBe(202);
    await expectSame(runner, locationOf(made));
  });
});

const at = (seconds: number, more: Mapping = {}): Mapping => ({
  lat: 47 + seconds / 1e5,
  lng: -8.123_456_7,
  time: new Date(Date.UTC(2024, 4, 1, 6, 0, seconds)).toISOString(),
  ...more,
});
const untimed = { time: undefined };
describe('a workout sent as JSON', () => {
  const bodies: [what: string, body: Mapping][] = [
    ['with points', { points: [at(0), at(30), at(60)] }],
    ['with figures of its own', { points: [at(0), at(30)], distance_in_meters: 1, duration_in_seconds: 1 }],
    ['that began at another time', { points: [at(0), at(30)], run_date: '2012-05-01T10:20:30.999999Z' }],
    ['of long ago', { points: [at(0), at(30)], run_date: '1900-01-01T00:00:00Z' }],
    ['with times that go back and forth', { points: [at(60), at(0), at(30), at(30)] }],
    ['with times to the millisecond', { points: [at(0.001), at(1.999), at(2.5)] }],
    ['with elevations', { points: [at(0, { elev: -0.001 }), at(1, { elev: 8848.8604 }), at(2, { elev: 0 }), at(3)] }],
    ['with elevations that are none', { points: [at(0, { elev: 99_999 }), at(1, { elev: -99_999 }), at(2)] }],
    ['at the edges of the globe', { points: [at(0, { lat: -90, lng: 180 }), at(1, { lat: -89.999, lng: -180 })] }],
    ['with the smallest steps', { points: [at(0, { lat: 1e-7, lng: -1e-7 }), at(1, { lat: -9e-7, lng: 0 })] }],
    ['with some times', { points: [at(0), at(1, untimed), at(2), at(3, untimed)] }],
    ['with one time', { points: [at(0), at(1, untimed)] }],
    ['without times', { points: [at(0, untimed), at(1, untimed)] }],
    ['with one point', { points: [at(0)] }],
    ['without points', {}],
    ['without points and distance', { distance_in_meters: null }],
    ['with the longest title', { title: '🏃'.repeat(200), points: [at(0), at(30)] }],
    ['without points, with the longest title', { title: 'x'.repeat(200), run_type: 'Race' }],
    ['with markup in its title', { title: 'a <b> & "c" ]]> \u00a0', run_type: 'Beach' }],
    ['that is private', { privacy: 'private', points: [at(0), at(30)] }],
  ];
  test.each(bodies)('%s', async (_, body) => {
    const runner = await newRunner();
    const made = await as(runner).post('/workout/', workoutBody(body));
    const original = locationOf(made);
    expect(metadataTime(await download(runner))).toBe(`${String(made.json()['run_date']).slice(0, 19)}Z`);
    await expectSame(runner, original);
  });

  test('beside others of the same second', async () => {
    const runner = await newRunner();
    const run_date = '2024-06-01T06:00:00.5Z';
    const some = [
      { points: [at(0), at(30)] },
      { points: [at(0), at(90)] },
      {},
      { title: 'Another', distance_in_meters: 7 },
    ];
    const originals: (string | undefined)[] = [];
    for (const [i, body] of some.entries())
      originals.push(
        locationOf(
          await as(runner).post('/workout/', workoutBody({ run_date, duration_in_seconds: 100 * i, ...body })),
        ),
      );
    for (let offset = 0; offset < some.length; offset++) {
      const answer = await as(runner).upload(await download(runner, `?limit=1&offset=${offset}`));
      // Newest first.
      expect([answer.status, answer.headers['location']]).toEqual([400, originals.at(-1 - offset)]);
    }
  });
});

test('a file of several tracks begins with the newest run, and becomes a new workout', async () => {
  const runner = await newRunner();
  for (const day of ['2024-02-01', '2024-02-03', '2024-02-02'])
    await as(runner).upload(makeGpx({ start: `${day}T06:00:00Z`, points: 10 }));
  const file = await download(runner);
  expect(metadataTime(file)).toBe('2024-02-03T06:00:00Z');
  expect(metadataTime(await download(runner, '?offset=1'))).toBe('2024-02-02T06:00:00Z');
  const answer = await as(runner).upload(file);
  expect(answer.json()).toMatchObject({
    run_date: '2024-02-03T06:00:00.000000',
    distance_in_meters: expect.stringMatching(/^810\.0/),
  });
});

test('a file without tracks contains the time of the download', async () => {
  const before = Date.now() - 1000;
  const time = Date.parse(metadataTime(await download(await newRunner())) ?? '');
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('files of other workouts are refused as before', async () => {
  const body = workoutBody({ title: 'x'.repeat(200), run_type: 'Slow', points: [at(0, untimed), at(1, untimed)] });
  expect((await as(ann).post('/workout/', body)).status).toBe(201);
  const answer = await as(bob).upload(await download(ann));
  expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
  expect(answer.text).toBe('gpx: at least two track points must have a time.');
  const other = await as(ann).upload((await download(ann)).replaceAll('lat="47.00001"', 'lat="47.00002"'));
  expect(other.headers['content-type']).toBe('text/plain; charset=utf-8');
});
