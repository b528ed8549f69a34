/** Filters, orders and both directions of lists of workouts over GraphQL, compared with a list that is sorted here. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

interface Run {
  databaseId: number;
  runDate: string;
  distance: number | null;
  runType: string;
  privacy: string;
  hasRoute: boolean;
}

/** Ann's runs: several on one moment and of one distance, with and without points, out of order. */
const runs: Run[] = [];
const kinds = ['Race', 'Slow', 'Tempo'];
for (let i = 0; i < 14; i++) {
  const runDate = new Date(Date.UTC(2024, 0, 1 + ((i * 5) % 9), 6)).toISOString();
  const privacy = ['public', 'friends', 'private'][i % 3] as string;
  const distance = i % 7 === 6 ? null : 1000 * (1 + (i % 4)) + 0.25;
  const points = i % 4 === 1 ? pointsFrom(47, 8 + i / 100) : undefined;
  const { workout } = await record(ann, {
    run_date: runDate,
    run_type: kinds[i % 3],
    privacy,
    duration_in_seconds: 600 + i * 10,
    distance_in_meters: distance,
    ...(points ? { points } : {}),
  });
  const { data } = await as(ann).graphql<{ workout: { distanceInMeters: number | null } }>(
    'query ($id: ID!) { workout(id: $id) { distanceInMeters } }',
    { id: globalId('Workout', workout) },
  );
  runs.push({
    databaseId: workout,
    runDate,
    distance: data?.workout.distanceInMeters ?? null,
    runType: (kinds[i % 3] as string).toUpperCase(),
    privacy: privacy.toUpperCase(),
    hasRoute: points !== undefined,
  });
}

type Order = 'RUN_DATE_DESC' | 'RUN_DATE_ASC' | 'DISTANCE_DESC' | 'DISTANCE_ASC';
interface Filter {
  from?: string | null;
  to?: string | null;
  runType?: string | null;
  privacy?: string | null;
  hasRoute?: boolean | null;
}

const seenBy: Record<string, (run: Run) => boolean> = {
  ann: () => true,
  bob: ({ privacy }) => privacy !== 'PRIVATE',
  cho: ({ privacy }) => privacy === 'PUBLIC',
};

function expected(viewer: string, filter: Filter, order: Order): number[] {
  const chosen = runs.filter(
    (run) =>
      seenBy[viewer]?.(run) &&
      (filter.from == null || Date.parse(run.runDate) >= Date.parse(filter.from)) &&
      (filter.to == null || Date.parse(run.runDate) < Date.parse(filter.to)) &&
      (filter.runType == null || run.runType === filter.runType) &&
      (filter.privacy == null || run.privacy === filter.privacy) &&
      (filter.hasRoute == null || run.hasRoute === filter.hasRoute),
  );
  const keyOf = (run: Run) => (order.startsWith('RUN') ? Date.parse(run.runDate) : (run.distance ?? -1));
  const ascending = chosen.sort((a, b) => keyOf(a) - keyOf(b) || a.databaseId - b.databaseId);
  return (order.endsWith('ASC') ? ascending : ascending.reverse()).map(({ databaseId }) => databaseId);
}

interface Page {
  totalCount: number;
  nodes: { databaseId: number }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

async function page(viewer: Person, variables: object): Promise<Page> {
  const { data, errors } = await as(viewer).graphql<{ workouts: Page }>(
    `query ($userId: ID, $filter: WorkoutFilter, $orderBy: WorkoutOrder, $first: Int, $after: String, $last: Int, $before: String) {
      workouts(userId: $userId, filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
        totalCount nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    { userId: globalId('User', ann.id), ...variables },
  );
  expect(errors).toEqual([]);
  return data?.workouts as Page;
}

const idsOf = ({ nodes }: Page) => nodes.map(({ databaseId }) => databaseId);

const filters: [what: string, filter: Filter | null][] = [
  ['nothing', null],
  ['no condition', {}],
  ['conditions that are null', { from: null, to: null, runType: null, privacy: null, hasRoute: null }],
  ['from a moment, which is included', { from: '2024-01-04T06:00:00Z' }],
  ['to a moment, which is excluded', { to: '2024-01-04T06:00:00Z' }],
  ['a range with an offset', { from: '2024-01-03T07:00:00+01:00', to: '2024-01-06T07:00:00+01:00' }],
  ['an empty range', { from: '2024-01-03T06:00:00Z', to: '2024-01-03T06:00:00Z' }],
  ['a kind', { runType: 'RACE' }],
  ['a privacy', { privacy: 'FRIENDS' }],
  ['points', { hasRoute: true }],
  ['no points', { hasRoute: false }],
  ['all at once', { from: '2024-01-02T00:00:00Z', to: '2024-01-09T00:00:00Z', runType: 'SLOW', hasRoute: true }],
];
const orders: Order[] = ['RUN_DATE_DESC', 'RUN_DATE_ASC', 'DISTANCE_DESC', 'DISTANCE_ASC'];

describe.each(orders)('ordered by %s', (orderBy) => {
  test.each(filters)('a filter with %s is paged forwards and backwards', async (_what, filter) => {
    for (const [name, viewer] of Object.entries({ ann, bob, cho })) {
      const all = expected(name, filter ?? {}, orderBy);
      const whole = await page(viewer, { filter, orderBy, first: 100 });
      expect([name, idsOf(whole), whole.totalCount]).toEqual([name, all, all.length]);
      const forwards: number[] = [];
      const backwards: number[] = [];
      for (let at: Page | null = null; !at || at.pageInfo.hasNextPage;) {
        at = await page(viewer, { filter, orderBy, first: 3, after: at?.pageInfo.endCursor });
        expect([at.totalCount, at.pageInfo.hasPreviousPage]).toEqual([all.length, forwards.length > 0]);
        forwards.push(...idsOf(at));
      }
      for (let at: Page | null = null; !at || at.pageInfo.hasPreviousPage;) {
        at = await page(viewer, { filter, orderBy, last: 3, before: at?.pageInfo.startCursor });
        expect([at.totalCount, at.pageInfo.hasNextPage]).toEqual([all.length, backwards.length > 0]);
        backwards.unshift(...idsOf(at));
      }
      expect([name, forwards, backwards]).toEqual([name, all, all]);
    }
  });

  test('a page lies between two cursors', async () => {
    const all = expected('ann', {}, orderBy);
    const start = (await page(ann, { orderBy, first: 3 })).pageInfo.endCursor;
    const end = (await page(ann, { orderBy, last: 3 })).pageInfo.startCursor;
    expect(idsOf(await page(ann, { orderBy, after: start, before: end }))).toEqual(all.slice(3, -3));
    expect(idsOf(await page(ann, { orderBy, last: 2, after: start, before: end }))).toEqual(all.slice(3, -3).slice(-2));
  });
});

describe('arguments of workouts', () => {
  test.each([
    ['filter: { from: "2024-01-02T00:00:00Z", to: "2024-01-01T00:00:00Z" }', 'filter.to'],
    ['orderBy: DISTANCE_ASC, after: "MjAyNC0wMS0wMVQwNjowMDowMC4wMDAwMDBafDE"', 'after'],
    ['orderBy: RUN_DATE_ASC, before: "NTAwMHwx"', 'before'],
    ['first: 1, last: 1', 'last'],
    ['last: 1001', 'last'],
    ['last: -1', 'last'],
  ])('%s are refused by name', async (args, field) => {
    const { errors } = await as(ann).graphql(`{ workouts(${args}) { nodes { id } } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID', fields: { [field]: expect.any(String) } } }]);
  });

  test('null counts as left out', async () => {
    const given = await page(ann, { first: null, orderBy: null, filter: null, last: null });
    expect(idsOf(given)).toEqual(expected('ann', {}, 'RUN_DATE_DESC'));
  });
});
