/** `Workout.localStart`: when a run began by the clocks where it was run, for whoever sees the run. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

const recordAt = (lat: number, lng: number, run_date: string, privacy = 'public') =>
  record(ann, { run_date, privacy, points: [0, 1].map((at) => ({ lat: lat + at / 1000, lng, time: run_date })) });

interface Shown {
  runDate: string;
  localStart: { startDate: string; timeZone: string; offsetInMinutes: number } | null;
}
async function shown(person: Person, workout: number): Promise<Shown | null> {
  const { data, errors } = await as(person).graphql<{ workout: Shown | null }>(
    'query ($id: ID!) { workout(id: $id) { runDate localStart { startDate timeZone offsetInMinutes } } }',
    { id: globalId('Workout', workout) },
  );
  expect(errors).toEqual([]);
  return data!.workout;
}

describe('the clocks where it was run', () => {
  test.each<
    [where: string, lat: number, lng: number, begun: string, startDate: string, timeZone: string, minutes: number]
  >([
    ['in winter', 47.37, 8.54, '2024-01-31T07:00:00.25Z', '2024-01-31T08:00:00.250000', 'Europe/Zurich', 60],
    ['in summer', 47.37, 8.54, '2024-07-31T23:30:00Z', '2024-08-01T01:30:00.000000', 'Europe/Zurich', 120],
    [
      'just before the change',
      40.78,
      -73.96,
      '2024-03-10T06:59:59Z',
      '2024-03-10T01:59:59.000000',
      'America/New_York',
      -300,
    ],
    [
      'just after the change',
      40.78,
      -73.96,
      '2024-03-10T07:00:00Z',
      '2024-03-10T03:00:00.000000',
      'America/New_York',
      -240,
    ],
    [
      'at a quarter of an hour',
      27.7,
      85.32,
      '2023-12-31T18:15:00Z',
      '2024-01-01T00:00:00.000000',
      'Asia/Kathmandu',
      345,
    ],
    [
      'where the next day begins',
      -13.83,
      -171.76,
      '2024-01-01T12:00:00Z',
      '2024-01-02T01:00:00.000000',
      'Pacific/Apia',
      780,
    ],
    ['on a ship', 0, -30, '2024-01-01T13:00:00Z', '2024-01-01T11:00:00.000000', 'Etc/GMT+2', -120],
  ])('%s', async (_where, lat, lng, begun, startDate, timeZone, offsetInMinutes) => {
    const { workout } = await recordAt(lat, lng, begun);
    expect((await shown(ann, workout))?.localStart).toEqual({ startDate, timeZone, offsetInMinutes });
  });

  test('are unknown without points', async () => {
    const { workout } = await record(ann);
    expect(await shown(ann, workout)).toMatchObject({ localStart: null });
  });
});

test('whoever sees the points sees them, and nobody else', async () => {
  const { workout } = await recordAt(47.37, 8.54, '2024-02-01T07:00:00Z', 'friends');
  const seen = await shown(ann, workout);
  expect(seen?.localStart).not.toBeNull();
  expect(await shown(bob, workout)).toEqual(seen);
  expect(await shown(cho, workout)).toBeNull();
});

test('each run of a list has its own', async () => {
  const zones = async (person: Person) =>
    (
      await as(person).graphql<{ workouts: { nodes: Shown[] } }>(
        'query ($id: ID!) { workouts(userId: $id, first: 50) { nodes { localStart { timeZone } } } }',
        { id: globalId('User', ann.id) },
      )
    ).data!.workouts.nodes.map(({ localStart }) => localStart?.timeZone);
  expect(new Set(await zones(cho))).toEqual(
    new Set(['Europe/Zurich', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Etc/GMT+2', undefined]),
  );
});
