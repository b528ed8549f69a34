/**
 * The miles of a participant count the right workouts, in the right time zone, before and after the participant leaves.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { join, leave, newEvent, participant, participants, plainEvent, promote, sponsor } from './participation.ts';
import { holds } from '@runners/testing';

const service = await testService();
let staff: Person;
let others: Person[];

beforeAll(async () => {
  const { ann, bob, cho, dan } = await cast(service);
  await promote(service, dan);
  staff = dan;
  others = [ann, bob, cho];
});

/** Somebody new who lives in the time zone. */
async function runner(timezone: string): Promise<Person> {
  const person = await newPerson(service, 'Runner', `of ${timezone.replaceAll(/\W/g, ' ')} ${Math.random()}`);
  const answer = await as(person).patch(`/preferences/${person.id}/`, { timezone });
  expect(answer.status).toBe(202);
  return person;
}

/** Zones on both sides of the date line, some that change their clocks, one with a half hour. */
const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Europe/Zurich',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
];

/** When an event is on, computed the plain way. */
function spanOf(startDate: string, endDate: string, zone: string): [Date, Date] {
  const start = DateTime.fromISO(startDate, { zone });
  const end = DateTime.fromISO(endDate, { zone });
  const midnight = /T00:00(:00(\.0+)?)?$|^[\d-]+$/.test(endDate);
  return [start.toJSDate(), (midnight ? end.plus({ days: 1 }) : end).toJSDate()];
}

describe('the time of an event', () => {
  const events = [
    ['a month', '2024-05-01T00:00:00', '2024-05-31T00:00:00'],
    ['a day of a clock change in Europe', '2024-03-31T00:00:00', '2024-03-31T00:00:00'],
    ['a day of a clock change in America', '2024-11-03T00:00:00', '2024-11-03T00:00:00'],
    ['over both changes', '2024-03-01T08:00:00', '2024-11-30T17:30:00'],
    ['half a minute', '2024-06-15T12:00:00', '2024-06-15T12:00:30'],
  ] as const;

  test.each(events)('of %s applies in the time zone of each participant', async (_, startDate, endDate) => {
    service.clock.set('2024-02-01T00:00:00Z');
    const event = await newEvent(staff, { startDate, endDate });
    const query = '{ id startsDate endsDate active hot }';
    for (const zone of zones) {
      service.clock.set('2024-02-01T00:00:00Z');
      const person = await runner(zone);
      const id = await join(person, event);
      const [starts, ends] = spanOf(startDate, endDate, zone);
      const read = async (at: number) => {
        service.clock.set(new Date(at));
        const { data } = await as(person).graphql<{ eventParticipant: Record<string, unknown> }>(
          `query ($id: ID!) { eventParticipant(id: $id) ${query} }`,
          { id: globalId('EventParticipant', id) },
        );
        const { active, hot, startsDate, endsDate } = data?.eventParticipant ?? {};
        expect([zone, new Date(String(startsDate)), new Date(String(endsDate))]).toEqual([zone, starts, ends]);
        return { active, hot };
      };
      const week = 7 * 86_400_000;
      expect([zone, await read(starts.getTime() - 1)]).toEqual([zone, { active: false, hot: true }]);
      expect([zone, await read(starts.getTime())]).toEqual([zone, { active: true, hot: true }]);
      expect([zone, await read(ends.getTime() - 1)]).toEqual([zone, { active: true, hot: true }]);
      expect([zone, await read(ends.getTime())]).toEqual([zone, { active: false, hot: true }]);
      expect([zone, await read(ends.getTime() + week - 1)]).toEqual([zone, { active: false, hot: true }]);
      expect([zone, await read(ends.getTime() + week)]).toEqual([zone, { active: false, hot: false }]);
      const listed = async (at: number) => {
        service.clock.set(new Date(at));
        return (await participants(person, `?user_id=${person.id}&status=hot`)).objects.map((each) => each.id);
      };
      expect(await listed(ends.getTime() + week - 1)).toEqual([id]);
      expect(await listed(ends.getTime() + week)).toEqual([]);
    }
  });

  test('follows a change of the time zone; an invalid zone counts as UTC', async () => {
    service.clock.set('2024-05-01T05:00:00Z');
    const event = await newEvent(staff);
    const person = await runner('America/New_York');
    const id = await join(person, event);
    expect(await participant(person, id)).toMatchObject({ active: true });
    await as(person).patch(`/preferences/${person.id}/`, { timezone: 'Pacific/Pago_Pago' });
    expect(await participant(person, id)).toMatchObject({ active: false });
    await service.sql("update preferences set timezone = 'Atlantis/Capital' where id = ?", [person.id]);
    expect(await participant(person, id)).toMatchObject({ active: true });
  });
});

test('miles are computed from the existing workouts after any addition, change and deletion', async () => {
  const day = 86_400_000;
  // A month, and three days over a clock change in Europe; when runs may begin, and a moment while it is on.
  const change = { startDate: '2024-03-30T00:00:00', endDate: '2024-04-01T00:00:00' };
  const spans = [
    { ...plainEvent, from: Date.parse('2024-04-25T00:00:00Z'), days: 45, now: '2024-05-10T12:00:00Z' },
    { ...change, from: Date.parse('2024-03-28T12:00:00Z'), days: 6, now: '2024-03-31T12:00:00Z' },
  ];
  service.clock.set('2024-03-01T12:00:00Z');
  const events: number[] = [];
  for (const { startDate, endDate } of spans) events.push(await newEvent(staff, { startDate, endDate }));
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('add' as const),
        at: fc.integer({ min: 0, max: 45 * 96 }),
        meters: fc.integer({ min: 0, max: 4_000_000 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        which: fc.nat(),
        steps: fc.integer({ min: 1, max: 30 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), zone: fc.constantFrom(...zones) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('sponsor' as const),
        who: fc.nat({ max: 2 }),
        cents: fc.integer({ min: 1, max: 999_999 }),
      }),
    },
  );
  await holds(
    fc.asyncProperty(fc.nat({ max: 1 }), fc.array(step, { minLength: 5, maxLength: 15 }), async (nth, steps) => {
      const span = spans[nth] as (typeof spans)[number];
      const person = await runner('UTC');
      service.clock.set(span.now);
      const id = await join(person, events[nth] ?? 0);
      const workouts: { id: number; at: number; meters: number }[] = [];
      const cents = new Map<number, number>();
      let zone = 'UTC';
      let added = 0;
      for (const one of steps) {
        service.clock.set('2024-06-20T00:00:00Z');
        if (one.do === 'add') {
          // Seconds apart from any other: no duplicates.
          const at = span.from + ((one.at % (span.days * 96)) * day) / 96 + ++added * 1000;
          const run = {
            run_date: new Date(at).toISOString(),
            distance_in_meters: one.meters / 100,
            privacy: 'private',
          };
          workouts.push({ id: (await record(person, run)).workout, at, meters: one.meters / 100 });
        } else if (one.do === 'delete' && workouts.length > 0) {
          const [gone] = workouts.splice(one.which % workouts.length, 1);
          await as(person).delete(`/workout/${gone?.id}/`);
        } else if (one.do === 'edit' && workouts.length > 0) {
          const edited = workouts[one.which % workouts.length];
          const body = makeGpx({ points: one.steps + 1, stepMeters: 1000, everySeconds: 300 });
          const parcel = { headers: { 'Content-Type': contentTypes.gpx }, body };
          expect((await as(person).send('PATCH', `/workout/${edited?.id}/`, parcel)).status).toBe(202);
          if (edited) edited.meters = one.steps * 1000;
        } else if (one.do === 'move') {
          zone = one.zone;
          await as(person).patch(`/preferences/${person.id}/`, { timezone: zone });
        } else if (one.do === 'sponsor') {
          service.clock.set(span.now);
          await sponsor(others[one.who] as Person, person, id, one.cents / 100);
          cents.set(one.who, one.cents);
        }
      }
      const [starts, ends] = spanOf(span.startDate, span.endDate, zone);
      const meters = workouts
        .filter(({ at }) => at >= starts.getTime() && at < ends.getTime())
        .reduce((sum, each) => sum + Math.round(each.meters * 100), 0);
      const shown = await participant(staff, id);
      expect(shown.total_miles_logged).toBeCloseTo(meters / 100 / 1609.344, 2);
      const perMile = 25 + [...cents.values()].reduce((sum, each) => sum + each, 0);
      expect(shown.amount_per_mile).toBe(perMile / 100);
    }),
    10,
  );
}, 180_000);

test('a participant who leaves keeps the miles until then; one who returns has all of them', async () => {
  service.clock.set('2024-05-20T12:00:00Z');
  const event = await newEvent(staff);
  const person = await runner('UTC');
  const id = await join(person, event);
  await record(person, { run_date: '2024-05-10T07:00:00Z', distance_in_meters: 1609.34 });
  await leave(person, id);
  service.clock.set('2024-05-25T12:00:00Z');
  await record(person, { run_date: '2024-05-24T07:00:00Z', distance_in_meters: 1609.34 });
  expect(await participant(staff, id)).toMatchObject({ total_miles_logged: 1, active: false });
  expect(await join(person, event)).toBe(id);
  expect(await participant(staff, id)).toMatchObject({ total_miles_logged: 2, active: true });
});

test('an edited workout counts with its current values', async () => {
  service.clock.set('2024-05-20T12:00:00Z');
  const event = await newEvent(staff);
  const person = await runner('UTC');
  const id = await join(person, event);
  const points = [0, 1, 2].map((i) => ({ lat: 47 + i / 100, lng: 8, time: `2024-05-0${i + 2}T07:00:00Z` }));
  const { workout } = await record(person, { run_date: '2024-05-10T07:00:00Z', distance_in_meters: 1609.34, points });
  expect((await participant(staff, id)).total_miles_logged).toBe(1);
  const gpx = `<gpx version="1.1" creator="t"><trk><trkseg><trkpt lat="47" lon="8"/><trkpt lat="47.1" lon="8"/></trkseg></trk></gpx>`;
  const patched = await as(person).send('POST', `/workout/${workout}/`, {
    headers: { 'Content-Type': 'application/X.service-GPX+xml', 'X-HTTP-Method-Override': 'PATCH' },
    body: gpx,
  });
  expect(patched.status).toBe(202);
  expect((await participant(staff, id)).total_miles_logged).toBe(6.91);
});
