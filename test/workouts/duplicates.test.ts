/** An upload that is sent again is stored once. */
import { describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Answer, Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
let days = 0;
const nextDay = (time = '07:00:00Z') => `${new Date(Date.UTC(2021, 0, (days += 1))).toISOString().slice(0, 11)}${time}`;

/** The interface's answer to a duplicate: the pair of texts, in JSON whatever was asked for, and the original's URI. */
function expectDuplicate(answer: Answer, original: string | undefined) {
  expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
  expect(answer.json()).toEqual(['206', 'This workout already exists.']);
  expect(answer.headers['location']).toBe(original);
}

describe('a dozen simultaneous resends', () => {
  const line = Array.from({ length: 500 }, (_, i) => ({ lat: i / 1e4, lng: 8 }));
  const bodies: [what: string, make: () => string | Mapping][] = [
    ['of a GPX file', () => makeGpx({ start: nextDay(), points: 600 })],
    ['of a JSON workout', () => workoutBody({ run_date: nextDay() })],
    ['of a JSON workout with points', () => workoutBody({ run_date: nextDay(), points: line })],
  ];
  test.each(bodies)('%s store it once', async (_what, make) => {
    for (let round = 0; round < 3; round++) {
      const eve = await newPerson(service, 'Eve', `Echo${(days += 1)}`);
      const body = make();
      const send = () => (typeof body === 'string' ? as(eve).upload(body) : as(eve).post('/workout/', body));
      const answers = await Promise.all(Array.from({ length: 12 }, send));
      const stored = answers.filter(({ status }) => status === 201);
      expect(stored).toHaveLength(1);
      const original = stored[0]?.headers['location'];
      for (const answer of answers) if (answer !== stored[0]) expectDuplicate(answer, original);
      const list = (await as(eve).get('/workout/')).json<Mapping[]>();
      expect(list.map(({ id }) => `${service.url}/api/v1/workout/${String(id)}/`)).toEqual([original]);
      expect((await as(eve).get('/post/')).json<{ objects: unknown[] }>().objects).toHaveLength(1);
      const stats = (await as(eve).get(`/stats/${eve.id}/`)).json();
      expect(stats['total_distance_in_meters']).toBe(Math.trunc(Number(list[0]?.['distance_in_meters'])));
    }
  });
});

describe('a second workout in the same second', () => {
  const cases: [what: string, first: Mapping, second: Mapping, duplicate: boolean][] = [
    [
      'with another title, text, type and privacy',
      {},
      { title: 'x', post_body: 'y', run_type: 'Race', privacy: 'private' },
      true,
    ],
    ['a meter longer', { distance_in_meters: 5000 }, { distance_in_meters: 5001 }, true],
    ['a meter shorter', { distance_in_meters: 5000 }, { distance_in_meters: 4999 }, true],
    ['more than a meter longer', { distance_in_meters: 5000 }, { distance_in_meters: 5001.01 }, false],
    ['more than a meter shorter', { distance_in_meters: 5000 }, { distance_in_meters: 4998.99 }, false],
    ['a second longer', { duration_in_seconds: 1800 }, { duration_in_seconds: 1801 }, true],
    ['two seconds longer', { duration_in_seconds: 1800 }, { duration_in_seconds: 1802 }, false],
    ['both without a distance', { distance_in_meters: null }, { distance_in_meters: null }, true],
    ['one without a distance', { distance_in_meters: null }, { distance_in_meters: 0 }, false],
    [
      'the same points, other figures',
      { points: [p(1), p(2)] },
      { points: [p(1), p(2)], distance_in_meters: 9, duration_in_seconds: 9 },
      true,
    ],
    ['other points, the same figures', { points: [p(1), p(2)] }, { points: [p(1), p(3)] }, true],
    ['other points, other figures', { points: [p(1), p(2)] }, { points: [p(1), p(3)], distance_in_meters: 9 }, false],
  ];
  test.each(cases)('%s', async (_what, first, second, duplicate) => {
    const run_date = nextDay();
    const one = await as(ann).post('/workout/', workoutBody({ run_date, ...first }));
    const other = await as(ann).post('/workout/', workoutBody({ run_date, ...second }));
    expect(one.status).toBe(201);
    if (duplicate) expectDuplicate(other, one.headers['location']);
    else expect(other.status).toBe(201);
  });

  const starts: [first: string, second: string, duplicate: boolean][] = [
    ['07:00:00Z', '07:00:00.999999Z', true],
    ['07:00:00.999999Z', '07:00:00Z', true],
    ['07:00:00Z', '08:00:00+01:00', true],
    ['07:00:00.999999Z', '07:00:01Z', false],
    ['07:00:00Z', '06:59:59.999999Z', false],
  ];
  test.each(starts)('%s and then %s: duplicate %s', async (first, second, duplicate) => {
    const day = nextDay('');
    expect((await as(ann).post('/workout/', workoutBody({ run_date: day + first }))).status).toBe(201);
    expect((await as(ann).post('/workout/', workoutBody({ run_date: day + second }))).status).toBe(
      duplicate ? 400 : 201,
    );
  });
});

test('a GPX file and the same workout as JSON are duplicates', async () => {
  const start = nextDay();
  const first = await as(ann).upload(makeGpx({ start }));
  const { duration_in_seconds, distance_in_meters } = first.json();
  const copy = await as(ann).post(
    '/workout/',
    workoutBody({ run_date: start, duration_in_seconds, distance_in_meters }),
  );
  expectDuplicate(copy, first.headers['location']);
});

test('another user’s workout is no duplicate', async () => {
  const body = workoutBody({ run_date: nextDay() });
  expect((await as(ann).post('/workout/', body)).status).toBe(201);
  expect((await as(bob).post('/workout/', body)).status).toBe(201);
});

test('a deleted workout does not count, and one without a post does', async () => {
  const body = workoutBody({ run_date: nextDay() });
  const first = (await as(ann).post('/workout/', body)).json<{ id: number; post: string }>();
  await as(ann).sendTo('DELETE', first.post);
  expect((await as(ann).post('/workout/', body)).status).toBe(400);
  await as(ann).delete(`/workout/${first.id}/`);
  expect((await as(ann).post('/workout/', body)).status).toBe(201);
});

test('GraphQL names the original by its global id', async () => {
  const runDate = nextDay();
  const input = { title: 'x', runDate, runType: 'RACE', durationInSeconds: 100, distanceInMeters: 100 };
  const mutation = 'mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { id } } }';
  const { data } = await as(ann).graphql<{ recordWorkout: { workout: { id: string } } }>(mutation, { input });
  const again = await as(ann).graphql(mutation, { input });
  expect(again.errors[0]?.extensions).toMatchObject({
    code: 'WORKOUT_EXISTS',
    existing: data?.recordWorkout.workout.id,
  });
});

/** A point somewhere. */
function p(place: number): Mapping {
  return { lat: place / 10, lng: 8, time: `2024-01-01T0${place}:00:00Z` };
}
