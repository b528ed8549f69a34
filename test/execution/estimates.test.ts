/** What a document is estimated to cost is never less than what it turns out to cost by more than a fifth. */
import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { changes, follow } from '../../examples/offline/documents.ts';
import { makeCosts } from '../../schema/execution/costs.ts';
import { limits } from '../../schema/execution/limits.ts';
import { as, befriend } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { manyPeople } from '../support/many-people.ts';
import { holds, patience } from '@runners/testing';
import { randomWorld } from '../support/random-world.ts';
import { testService } from '../support/service.ts';
import { costIn } from '../support/spend-points.ts';
import { schema } from '../support/whole-schema.ts';
import { randomDocuments } from './random-selections.ts';

const service = await testService({ RATE_LIMITS: 'on', RATE_POINTS: '1000000000' });
const { ann, ids, staff } = await randomWorld(service);
// Lists without pages that are as long as is assumed: ten people, an hour of points, the splits of a marathon; and pages that are full.
const crowd = await manyPeople(service, 60, 'Crowd');
for (const one of crowd) await befriend(service, ann, one);
await service.sql(
  `insert into workout (user_id, title, post_body, run_date, run_type, duration_in_seconds, privacy, source)
   select ?, 'Run ' || n, '', timestamptz '2020-01-01' + n * interval '13 hours', 'Slow', 1800, 'public', 'json'
   from generate_series(1, 1500) n`,
  [ann.id],
);
for (let n = 0; n < 3; n++)
  await as(ann).upload(
    makeGpx({ start: `2024-0${n + 1}-11T06:00:00Z`, points: 3000, stepMeters: 12, elevation: (i) => 400 + (i % 50) }),
  );
await as(ann).post('/conversation/', { message: 'Hello all', recipients: crowd.slice(0, 9).map(({ id }) => id) });

/** Whether the estimate of a document holds. A document that is refused costs nothing that could be compared. */
async function isEnough(document: string, person = ann, mayBeRefused = true): Promise<void> {
  const answer = await as(person).graphql(document);
  const refused = answer.errors.filter(({ path }) => path === undefined);
  if (!mayBeRefused) expect([refused, answer.data]).toEqual([[], expect.anything()]);
  if (refused.length > 0 || !answer.data) return;
  const { requested, actual } = costIn(answer);
  expect([document, requested, actual, actual <= requested * 1.2 + 1]).toEqual([document, requested, actual, true]);
}

describe('the estimate of a document', () => {
  test(
    'of random parts of the schema',
    () =>
      holds(
        fc.asyncProperty(randomDocuments(ids), async (document) => isEnough(document)),
        400,
      ),
    patience,
  );

  test(
    'of random parts of the schema, as staff',
    () =>
      holds(
        fc.asyncProperty(randomDocuments(ids), async (document) => isEnough(document, staff)),
        60,
      ),
    patience,
  );

  test.each([
    '{ me { summary(from: "2020-01-01", to: "2025-12-31", by: DAY) { periods { from distanceInMeters workoutCount durationInSeconds } } } }',
    '{ me { summary(from: "2020-01-01", to: "2025-12-31", by: WEEK) { periods { from workoutCount } } } }',
    '{ me { workouts(first: 30) { nodes { title splits(unit: KILOMETER) { distanceInMeters durationInSeconds } } } } }',
    '{ me { workouts(first: 3) { nodes { track } } } }',
    '{ me { workouts(first: 3) { nodes { trackPoints { lat lng time elev } } } } }',
    '{ me { workouts(first: 3) { nodes { streams(resolution: 1000) { lat lng distanceInMeters } } } } }',
    '{ me { friends(first: 60) { nodes { firstName profile { locationName } } } } }',
  ])('%s', (document) => isEnough(document, ann, false));

  test('depends on the days of a summary, whoever was first to send the document', async () => {
    const summary = `query ($to: Date!) {
      me { summary(from: "2020-01-01", to: $to, by: DAY) { periods { from workoutCount } } } }`;
    const estimate = async (to: string) => costIn(await as(ann).graphql(summary, { to })).requested;
    const [day, year, again] = [
      await estimate('2020-01-01'),
      await estimate('2020-12-31'),
      await estimate('2020-01-01'),
    ];
    expect(year).toBe(day + 3 * 365);
    expect(again).toBe(day);
  });

  test('of a track is corrected by its length', async () => {
    const costs: number[] = [];
    for (const points of [3600, 36_000]) {
      const gpx = makeGpx({ start: `2025-0${(points / 3600) % 9}-11T06:00:00Z`, points, stepMeters: 3 });
      const { id } = (await as(ann).upload(gpx)).json<{ id: number }>();
      const answer = await as(ann).graphql('query ($id: ID!) { workout(id: $id) { track } }', {
        id: globalId('Workout', id),
      });
      expect(answer.errors).toEqual([]);
      costs.push(costIn(answer).actual);
    }
    expect(costs[1]! - costs[0]!).toBe((36_000 - 3600) / 50);
  });

  test('of a page of changes is half of a full one, and is corrected by what it has', async () => {
    const { requested, actual } = costIn(await as(ann).graphql('{ changes { reset changes { __typename } } }'));
    expect(requested).toBeGreaterThan(50);
    expect(actual).toBe(20);
    for (const document of [changes, follow])
      expect(makeCosts(schema)(document, 'of a copy', null)({}).points).toBeLessThan(limits.cost);
  });
});
