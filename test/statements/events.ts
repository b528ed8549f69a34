import { expect } from '@jest/globals';
import {
  join,
  leave,
  newEvent,
  participant as participantOf,
  participantId,
  sponsor,
} from '../events/participation.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { record } from '../support/workouts.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, listed, nothing, status } from './world.ts';
import type { World } from './world.ts';

const toggle = async (person: Person, route: number) =>
  got(await as(person).post(`/route/${route}/toggle_favorite/`))['is_favorite'];

/** Routes. */
export const routes: Statements = {
  'A route is fetched by its id': async ({ ann, route }) => {
    expect(got(await as(ann).get(`/route/${route}/`))).toMatchObject({ id: route });
  },
  'Toggling a favorite answers what it is afterwards': async ({ cho, route }) => {
    expect([await toggle(cho, route), await toggle(cho, route)]).toEqual([true, false]);
  },
  'A favorite is relative to the current user': async ({ bob, cho, route }) => {
    await toggle(bob, route);
    expect(got(await as(bob).get(`/route/${route}/`))).toMatchObject({ is_favorite: true });
    expect(got(await as(cho).get(`/route/${route}/`))).toMatchObject({ is_favorite: false });
  },
  'Toggling needs no body': async ({ dan, route }) => {
    status(await as(dan).send('POST', `/route/${route}/toggle_favorite/`), 200);
  },
  'The map of a route is an image that needs no key': async ({ ann, route }) => {
    const { static_map_url } = got(await as(ann).get(`/route/${route}/`));
    expect((await fetch(String(static_map_url))).status).toBe(200);
  },
};

const day = 86_400_000;
const localDay = (days: number) => `${new Date(Date.now() + days * day).toISOString().slice(0, 10)}T00:00:00`;

/** Somebody who takes part in an event of these days from today. */
async function takingPart(world: World, from: number, to: number): Promise<{ person: Person; id: number }> {
  const person = await world.someone();
  const event = await newEvent(world.staff, { startDate: localDay(-1), endDate: localDay(1) });
  const id = await join(person, event);
  // Nobody joins an event that has ended.
  const dates = [localDay(from), localDay(to), event];
  await world.service.sql('update event set start_date = ?, end_date = ? where id = ?', dates);
  return { person, id };
}

const hot = async (person: Person) => {
  const { objects } = listed(await as(person).get(`/event-participant/?user_id=${person.id}&status=hot`));
  return objects.map(({ id }) => id);
};

/** Charity events. */
export const events: Statements = {
  'An event is fetched by its id': async ({ ann, event }) => {
    expect(got(await as(ann).get(`/event-instance/${event}`))).toMatchObject({ id: event, name: 'Run for Water' });
  },
  ...each(
    ['start_date', 'end_date'],
    (field) => `${field} of an event is local, without an offset`,
    async ({ ann, event }, field) => {
      expect(got(await as(ann).get(`/event-instance/${event}`))[field]).toMatch(
        /^\d{4}-\d\d-\d\dT00:00:00(\.000000)?$/,
      );
    },
  ),
  'start_date is the same for readers in other time zones': async ({ someone, ann, event }) => {
    const person = await someone();
    nothing(await as(person).patch(`/preferences/${person.id}/`, { timezone: 'Pacific/Auckland' }), 202);
    const [here, there] = await Promise.all([ann, person].map((one) => as(one).get(`/event-instance/${event}`)));
    expect(got(there!)['start_date']).toBe(got(here!)['start_date']);
  },
  'The collection has limit 20 and offset 0 by default': async ({ ann }) => {
    expect(listed(await as(ann).get('/event-participant/')).meta).toMatchObject({ limit: 20, offset: 0 });
  },
  'The collection counts all its items': async ({ ann }) => {
    const { meta, objects } = listed(await as(ann).get(`/event-participant/?user_id=${ann.id}`));
    expect(meta['total_count']).toBe(objects.length);
  },
  'next and previous of the collection are null on the only page': async ({ ann }) => {
    const { meta } = listed(await as(ann).get(`/event-participant/?user_id=${ann.id}`));
    expect([meta['next'], meta['previous']]).toEqual([null, null]);
  },
  'next of the collection leads to the next page': async (world) => {
    const { person } = await takingPart(world, -3, 3);
    await join(person, world.event);
    const { meta, objects } = listed(await as(person).get(`/event-participant/?user_id=${person.id}&limit=1`));
    const next = listed(await as(person).sendTo('GET', String(meta['next'])));
    expect(next.objects).toHaveLength(1);
    expect(next.objects[0]?.['id']).not.toBe(objects[0]?.['id']);
  },
  'previous of the collection leads back': async (world) => {
    const { person } = await takingPart(world, -3, 3);
    await join(person, world.event);
    const first = listed(await as(person).get(`/event-participant/?user_id=${person.id}&limit=1`));
    const second = listed(await as(person).sendTo('GET', String(first.meta['next'])));
    expect(listed(await as(person).sendTo('GET', String(second.meta['previous']))).objects).toEqual(first.objects);
  },
  'user_id lists active and inactive participations of that user': async (world) => {
    const { person, id } = await takingPart(world, -40, -30);
    const current = await join(person, world.event);
    const { objects } = listed(await as(world.cho).get(`/event-participant/?user_id=${person.id}`));
    expect(objects.map((one) => [one['id'], one['active']]).sort()).toEqual(
      [
        [id, false],
        [current, true],
      ].sort(),
    );
  },
  'A participation is active while its event is in progress': async (world) => {
    const { person, id } = await takingPart(world, -3, 3);
    expect(await participantOf(person, id)).toMatchObject({ active: true });
  },
  ...each(
    [
      ['before its event', 3, 5],
      ['after its event', -9, -7],
    ] as [string, number, number][],
    ([when]) => `A participation is not active ${when}`,
    async (world, [, from, to]) => {
      const { person, id } = await takingPart(world, from, to);
      expect(await participantOf(person, id)).toMatchObject({ active: false });
    },
  ),
  ...each(
    [
      ['is active', -3, 3],
      ['has not begun', 30, 40],
      ['ended less than a week ago', -9, -4],
    ] as [string, number, number][],
    ([when]) => `A participation is hot when it or its event ${when}`,
    async (world, [, from, to]) => {
      const { person, id } = await takingPart(world, from, to);
      expect(await hot(person)).toEqual([id]);
    },
  ),
  'A participation is not hot when its event ended over a week ago': async (world) => {
    const { person } = await takingPart(world, -30, -9);
    expect(await hot(person)).toEqual([]);
  },
  'While it is active, every workout of the user counts': async (world) => {
    const { person, id } = await takingPart(world, -3, 3);
    await record(person, { run_date: new Date().toISOString(), distance_in_meters: 1609.344 });
    expect((await participantOf(person, id)).total_miles_logged).toBeCloseTo(1, 2);
  },
  'Workouts of other days do not count': async (world) => {
    const { person, id } = await takingPart(world, -3, 3);
    await record(person, { run_date: new Date(Date.now() - 20 * day).toISOString() });
    expect(await participantOf(person, id)).toMatchObject({ total_miles_logged: 0 });
  },
  'amount_per_mile is what is earned for each mile': async (world) => {
    const { person, id } = await takingPart(world, -3, 3);
    await sponsor(world.bob, person, id, 0.5);
    expect(await participantOf(person, id)).toMatchObject({ amount_per_mile: 0.75 });
  },
  'The total raised is amount_per_mile times total_miles_logged': async (world) => {
    const { person, id } = await takingPart(world, -3, 3);
    await record(person, { run_date: new Date().toISOString(), distance_in_meters: 16_093.44 });
    const { amount_per_mile, total_miles_logged } = await participantOf(person, id);
    const document = 'query ($id: ID!) { eventParticipant(id: $id) { totalRaised } }';
    const { data } = await as(person).graphql<{ eventParticipant: Mapping }>(document, { id: participantId(id) });
    expect(Number(data?.eventParticipant['totalRaised'])).toBeCloseTo(amount_per_mile * total_miles_logged, 2);
  },
  'user_goal_in_miles is what the user has set': async ({ ann, participant }) => {
    expect(await participantOf(ann, participant)).toMatchObject({ user_goal_in_miles: 100 });
  },
  'description is what the user has written': async ({ ann, participant }) => {
    expect(await participantOf(ann, participant)).toMatchObject({ description: 'For water.' });
  },
  'description may be empty': async (world) => {
    const { person, id } = await takingPart(world, -3, 3);
    expect(await participantOf(person, id)).toMatchObject({ description: '' });
  },
  'participant_url is a page that needs no key': async ({ ann, participant }) => {
    const { participant_url } = await participantOf(ann, participant);
    expect((await fetch(participant_url)).status).toBe(200);
  },
  'A participation that was left is no longer active': async (world) => {
    const { person, id } = await takingPart(world, -3, 3);
    await leave(person, id);
    expect(await participantOf(person, id)).toMatchObject({ active: false });
  },
  'Registering for an event is told in the feed': async (world) => {
    const { person } = await takingPart(world, -3, 3);
    const { objects } = listed(await as(person).get('/post/'));
    expect(objects).toMatchObject([{ post_type: 'registered-for-event', extra: { event_name: 'Run for Water' } }]);
  },
  'A sponsor is told in the feed with name and amount': async (world) => {
    const { person, id } = await takingPart(world, -3, 3);
    await sponsor(world.bob, person, id, 0.5, 'Bob and sons');
    const { objects } = listed(await as(person).get('/post/?limit=1'));
    expect(objects).toMatchObject([
      { post_type: 'event-participant-got-sponsor', extra: { sponsor_name: 'Bob and sons', amount_per_mile: '0.50' } },
    ]);
  },
};
