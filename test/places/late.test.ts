/**
 * A place that could not be looked up in time is stored as it was given, and looked up again: in profiles in both directions, and in the
 * names of routes. What the owner has changed in the meantime stays.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { makeGazetteer } from '../../src/platform/places/gazetteer.ts';
import { as, cast } from '../support/cast.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { sharedGazetteer } from '../support/shared-gazetteer.ts';
import { record } from '../support/workouts.ts';

const whole = sharedGazetteer();
// It answers no question.
const closed = makeGazetteer();
await closed.close();
let places = closed;
const service = await testService(
  {},
  {
    gazetteer: {
      find: (name) => places.find(name),
      nearest: (latitude, longitude) => places.nearest(latitude, longitude),
      close: async () => {},
    },
  },
);
const { ann, bob } = await cast(service);
const path = `/profile/${ann.id}/`;
const located = async () => {
  const { location_name, location_lat, location_lng } = (await as(ann).get(path)).json();
  return [location_name, location_lat, location_lng];
};
const store = async (fields: object) => {
  const { status, text } = await as(ann).patch(path, fields);
  expect([status, text]).toEqual([202, '']);
};
/** From now on the machine has time again, and what is to be repeated is due. */
const lookUp = async () => {
  places = whole;
  await service.sql(`update pgboss.job set start_after = clock_timestamp() where name = 'late-places'`);
};
const jobsLeft = async () => {
  const [row] = await service.sql(
    `select count(*)::int as n from pgboss.job where name = 'late-places' and state <> 'failed'`,
  );
  return Number(row?.['n']);
};
/** Waits until nothing is left to look up. */
async function lookedUp(): Promise<void> {
  for (;;) {
    await lookUp();
    if ((await jobsLeft()) === 0) return;
    await sleep(100);
  }
}

afterEach(() => {
  places = closed;
});

test('the coordinates of a name', async () => {
  await store({ location_name: 'Oslo' });
  expect(await located()).toEqual(['Oslo', null, null]);
  expect(await jobsLeft()).toBe(1);
  await lookedUp();
  expect(await located()).toEqual(['Oslo', expect.closeTo(59.91, 1), expect.closeTo(10.75, 1)]);
});

test('the name of coordinates', async () => {
  await store({ location_lat: 47.37, location_lng: 8.55, location_name: '' });
  expect(await located()).toEqual(['', 47.37, 8.55]);
  await lookedUp();
  expect(await located()).toEqual(['Zürich', 47.37, 8.55]);
});

test('a name that is unknown stays as it is', async () => {
  await store({ location_name: 'Qwxzzvy Kpt' });
  await lookedUp();
  expect(await located()).toEqual(['Qwxzzvy Kpt', null, null]);
});

test.each([
  ['another place', { location_name: 'Home', location_lat: 1.5, location_lng: 2.5 }, ['Home', 1.5, 2.5]],
  ['no place', { location_name: '' }, ['', null, null]],
])('what the owner has set in the meantime stays: %s', async (_what, fields, then) => {
  await store({ location_name: 'Oslo' });
  await store(fields);
  await lookedUp();
  expect(await located()).toEqual(then);
});

test('the name of a route, unless its owner has named it', async () => {
  await as(ann).patch(`/preferences/${ann.id}/`, { distance: 'kilometers' });
  const nameOf = async (id: number) => (await as(ann).get(`/route/${id}/`)).json<{ name: string }>().name;
  const made: number[] = [];
  for (const latitude of [47.37, 47.38]) {
    const { workout } = await record(ann, { points: pointsFrom(latitude, 8.55), distance_in_meters: null });
    made.push(await makeRoute(ann, workout));
  }
  const [late = 0, named = 0] = made;
  expect([await nameOf(late), await nameOf(named)]).toEqual(['5.0 km', '5.0 km']);
  await as(ann).graphql(
    `mutation { editRoute(input: { id: "${globalId('Route', named)}", name: "Mine" }) { route { id } } }`,
  );
  await lookedUp();
  expect([await nameOf(late), await nameOf(named)]).toEqual(['5.0 km near Zürich', 'Mine']);
});

test('a search around a place that could not be looked up says so', async () => {
  const { errors } = await as(bob).graphql('{ searchRoutes(place: "Oslo", first: 1) { nodes { id } } }');
  expect(errors).toMatchObject([{ extensions: { code: 'BUSY' } }]);
});
