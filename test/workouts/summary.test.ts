/** Sums of workouts by day, week, month and year in the time zone of the runner, compared with sums that are made here. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

type By = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
interface Sums {
  from: string;
  to: string;
  workoutCount: number;
  distanceInMeters: number;
  durationInSeconds: number;
  elevationGainInMeters: number;
}
interface Summary {
  total: Sums;
  periods: Sums[];
}

const sums = 'from to workoutCount distanceInMeters durationInSeconds elevationGainInMeters';
const ask = (viewer: Person, runner: Person, from: string, to: string, by: By) =>
  as(viewer).graphql<{ user: { summary: Summary } | null }>(
    `query ($id: ID!, $from: Date!, $to: Date!, $by: CalendarPeriod!) {
      user(id: $id) { summary(from: $from, to: $to, by: $by) { total { ${sums} } periods { ${sums} } } } }`,
    { id: globalId('User', runner.id), from, to, by },
  );
async function summary(viewer: Person, runner: Person, from: string, to: string, by: By): Promise<Summary> {
  const { data, errors } = await ask(viewer, runner, from, to, by);
  expect(errors).toEqual([]);
  return data?.user?.summary as Summary;
}

/** Stores runs at moments in SQL, since there are many: the first is 1 m long and takes 1 s, the second 2 m and 2 s … */
async function runAt(person: Person, moments: string[]): Promise<void> {
  await service.sql(
    `insert into workout (user_id, title, run_date, run_type, duration_in_seconds, distance_in_meters, elevation_gain_in_meters, privacy, source)
     select ${person.id}, 'Run', at::timestamptz, 'Slow', n, n + 0.1, n / 2.0, 'public', 'json'
     from json_array_elements_text(?::json) with ordinality m(at, n)`,
    [JSON.stringify(moments)],
  );
}

const zoneOf = (person: Person, timezone: string) => as(person).patch(`/preferences/${person.id}/`, { timezone });

/** The periods of some days, and the runs in them, as luxon divides time. */
function expected(moments: string[], zone: string, from: string, to: string, by: By): Summary {
  const unit = by.toLowerCase() as Lowercase<By>;
  const days = moments.map((moment) => DateTime.fromISO(moment, { zone }).toISODate() ?? '');
  const of = (first: string, last: string): Sums => {
    const chosen = days.flatMap((day, i) => (day >= first && day <= last ? i + 1 : []));
    const total = chosen.reduce((sum, n) => sum + n, 0);
    return {
      from: first,
      to: last,
      workoutCount: chosen.length,
      distanceInMeters: Math.round((total + chosen.length / 10) * 100) / 100,
      durationInSeconds: total,
      elevationGainInMeters: total / 2,
    };
  };
  const periods: Sums[] = [];
  for (let day = DateTime.fromISO(from, { zone: 'utc' }); day.year <= 9999 && (day.toISODate() ?? '') <= to;) {
    const end = day.endOf(unit).toISODate() ?? '';
    periods.push(of(day.toISODate() ?? '', end < to && !end.startsWith('+') ? end : to));
    day = day.endOf(unit).plus({ days: 1 }).startOf('day');
  }
  return { total: of(from, to), periods };
}

/** Zones with the days on which their clocks were changed, or of which there was none. */
const zones: [zone: string, from: string, to: string][] = [
  ['Europe/Zurich', '2024-03-30', '2024-04-01'],
  ['Europe/Zurich', '2024-10-26', '2024-10-28'],
  ['America/New_York', '2024-11-02', '2024-11-04'],
  // Midnight did not exist here.
  ['America/Sao_Paulo', '2018-11-03', '2018-11-05'],
  // Midnight was there twice.
  ['America/Havana', '2023-11-04', '2023-11-06'],
  ['Atlantic/Azores', '2023-10-28', '2023-10-30'],
  // There was no 30 December.
  ['Pacific/Apia', '2011-12-28', '2012-01-02'],
  ['Pacific/Kiritimati', '2024-01-01', '2024-01-03'],
  ['Pacific/Pago_Pago', '2024-01-01', '2024-01-03'],
  ['Australia/Lord_Howe', '2024-04-06', '2024-04-08'],
  ['Asia/Kolkata', '2024-01-01', '2024-01-03'],
  // Names that PostgreSQL reads otherwise (decisions N3).
  ['IST', '2024-01-01', '2024-01-03'],
  ['PST', '2024-03-09', '2024-03-11'],
  ['CET', '2024-03-30', '2024-04-01'],
];

describe('a run counts on the day on which it began where the runner is', () => {
  test.each(zones)('%s from %s to %s', async (zone, from, to) => {
    const zoe = await newPerson(service, 'Zoe', `${zone.replaceAll(/\W/g, '')}${from.replaceAll('-', '')}`);
    expect((await zoneOf(zoe, zone)).status).toBe(202);
    const moments: string[] = [];
    for (let at = Date.parse(from) - 36e5 * 40; at < Date.parse(to) + 36e5 * 64; at += 17 * 60_000)
      moments.push(new Date(at).toISOString());
    await runAt(zoe, moments);
    for (const by of ['DAY', 'WEEK'] as const)
      expect(await summary(ann, zoe, from, to, by)).toEqual(expected(moments, zone, from, to, by));
  });

  test('without preferences of its own, a zone is UTC, and only the zone of the runner matters', async () => {
    const uma = await newPerson(service, 'Uma', 'Universal');
    await service.sql(`update preferences set timezone = 'Not/AZone' where id = ${uma.id}`);
    await zoneOf(bob, 'Asia/Tokyo');
    await runAt(uma, ['2024-05-01T00:00:00Z', '2024-05-01T23:59:59.999999Z', '2024-05-02T00:00:00Z']);
    const found = await summary(bob, uma, '2024-05-01', '2024-05-02', 'DAY');
    expect(found.periods.map(({ workoutCount }) => workoutCount)).toEqual([2, 1]);
  });
});

const runner = await newPerson(service, 'Pat', 'Periods');

describe('periods', () => {
  const moments = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2023, 0, 1 + i * 13, 12)).toISOString());
  beforeAll(() => runAt(runner, moments));

  test.each<[from: string, to: string, by: By]>([
    ['2024-02-27', '2024-03-02', 'DAY'],
    ['2024-02-29', '2024-02-29', 'DAY'],
    // From a Wednesday to a Sunday, over the turn of a year that ISO counts to the next one.
    ['2024-12-18', '2025-01-05', 'WEEK'],
    ['2024-12-30', '2025-01-05', 'WEEK'],
    ['2023-01-31', '2024-03-01', 'MONTH'],
    ['2023-02-15', '2023-02-20', 'MONTH'],
    ['2022-07-01', '2025-06-30', 'YEAR'],
    ['2020-01-01', '2020-12-31', 'YEAR'],
    ['9999-12-01', '9999-12-31', 'DAY'],
    ['9999-12-01', '9999-12-31', 'WEEK'],
    ['0001-01-01', '0001-02-03', 'MONTH'],
  ])('from %s to %s by %s are all there, cut to the days, and add up', async (from, to, by) => {
    const found = await summary(runner, runner, from, to, by);
    expect(found).toEqual(expected(moments, 'UTC', from, to, by));
    const counted = found.periods.reduce((sum, { workoutCount }) => sum + workoutCount, 0);
    expect(found.total.workoutCount).toBe(counted);
  });

  test.each([
    ['2024-01-02', '2024-01-01', 'DAY'],
    ['2020-01-01', '2024-01-01', 'DAY'],
    ['0001-01-01', '9999-12-31', 'WEEK'],
    ['0001-01-01', '9999-12-31', 'YEAR'],
  ] as const)('from %s to %s by %s are refused by name', async (from, to, by) => {
    const { errors } = await ask(ann, ann, from, to, by);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID', fields: { to: expect.any(String) } } }]);
  });

  test('a thousand are answered', async () => {
    expect((await summary(ann, ann, '2022-01-01', '2024-09-26', 'DAY')).periods).toHaveLength(1000);
  });
});

test('only workouts that the viewer may see are counted, and what has no distance or points counts as 0', async () => {
  for (const [n, privacy] of ['public', 'friends', 'private'].entries())
    await record(cho, {
      privacy,
      distance_in_meters: n === 1 ? null : 1000,
      run_date: `2022-06-0${n + 1}T12:00:00Z`,
    });
  const of = async (viewer: Person) => (await summary(viewer, cho, '2022-06-01', '2022-06-30', 'MONTH')).total;
  expect(await of(cho)).toMatchObject({ workoutCount: 3, distanceInMeters: 2000, elevationGainInMeters: 0 });
  expect(await of(ann)).toMatchObject({ workoutCount: 1, distanceInMeters: 1000 });
  await as(cho).graphql('mutation ($input: BlockUserInput!) { blockUser(input: $input) { __typename } }', {
    input: { userId: globalId('User', ann.id) },
  });
  expect((await ask(ann, cho, '2022-06-01', '2022-06-30', 'MONTH')).data?.user).toBeNull();
});

test('those of many people take one statement', async () => {
  const all = [ann, bob].map(({ id }) => globalId('User', id));
  const statements = await countStatements(service, async () => {
    const { data, errors } = await as(ann).graphql<{ nodes: { a: Summary }[] }>(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User {
        a: summary(from: "2024-01-01", to: "2024-12-31", by: WEEK) { total { workoutCount } } } } }`,
      { ids: all },
    );
    expect([errors, data?.nodes.length]).toEqual([[], 2]);
  });
  expect(statements.filter((name) => name === 'sums_of_workouts')).toHaveLength(1);
});
