/**
 * What is stored of values that this service has in another form: run types that it does not know, and decimals with more places. New ids
 * begin above those of every table that a bundle fills.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { twoPlaces } from '../../../src/domain/rules/two-places.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { exampleRecords, writeReadableBundle } from './bundle-maker.ts';
import { loaded, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

const records = { ...exampleRecords(), stats: [] };
const run = (id: number, changes: object) => ({
  id,
  user: 12,
  run_date: `2014-05-06T06:${id - 300}:00Z`,
  run_type: 'Tempo',
  duration_in_seconds: 600,
  ...changes,
});
const types = { Tempo: ['Tempo', null], tempo: ['Tempo', null], Treadmill: ['Endurance', 'Treadmill'] } as const;
const meters = [0, 0.145, 1.005, 1.015, 10_000.005, 42_195.125, 42_195.124, 999_999.995];
const runs = [
  ...Object.keys(types).map((run_type, i) => run(310 + i, { run_type })),
  ...meters.map((distance, i) => run(330 + i, { distance_in_meters: distance })),
];
const routes = meters.map((distance, i) => ({
  ...records.routes[0]!,
  id: 330 + i,
  workout: null,
  distance_in_meters: distance,
}));
let path: string;

beforeAll(async () => {
  const all = { ...records, workouts: [...records.workouts, ...runs], routes: [...records.routes, ...routes] };
  path = await writeReadableBundle(join(root, 'bundle'), all);
  expect((await loaded(service, path)).told.filter(({ what }) => what === 'refused')).toEqual([]);
});

test('an unknown run type is kept beside the one that is shown', async () => {
  const found = await service.sql('select run_type, source_type from workout where id between 310 and 329 order by id');
  expect(found.map((row) => [row['run_type'], row['source_type']])).toEqual(Object.values(types));
});

test.each(['workout', 'route'])(
  'the distance of a %s is rounded as one that is sent to this service',
  async (table) => {
    const found = await service.sql(
      `select distance_in_meters::text as meters from ${table} where id between 330 and 399 order by id`,
    );
    expect(found.map(({ meters: text }) => Number(text))).toEqual(meters.map(twoPlaces));
  },
);

test('the verification expects what was rounded, and nothing else', async () => {
  expect((await verified(service, path)).differing).toEqual([]);
  await service.sql('update workout set distance_in_meters = 0.14 where id = 331');
  expect((await verified(service, path)).differing).toMatchObject([
    { file: 'workouts', id: 331, differences: [{ field: 'distance_in_meters', expected: 0.15, found: 0.14 }] },
  ]);
  await service.sql('update workout set distance_in_meters = 0.15 where id = 331');
});

test.each([
  'users',
  'friendship',
  'workout',
  'post',
  'picture',
  'comment',
  'conversation',
  'message',
  'route',
  'event',
  'event_participant',
  'event_sponsor',
])('new ids of %s begin above those of the bundle', async (table) => {
  const [highest] = await service.sql(`select max(id)::int as id from ${table}`);
  const [next] = await service.sql(`select nextval('${table}_id_seq')::int as id`);
  expect(Number(highest?.['id'])).toBeGreaterThan(0);
  // New users have none of the ids of profiles, preferences and statistics either.
  expect(Number(next?.['id'])).toBe((table === 'users' ? 9003 : Number(highest?.['id'])) + 1);
});
