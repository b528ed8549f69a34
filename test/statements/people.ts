import { expect } from '@jest/globals';
import { as, befriend } from '../support/cast.ts';
import { record } from '../support/workouts.ts';
import { placesReady } from '../support/places-ready.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, listed, nothing, sentence, status } from './world.ts';
import type { World } from './world.ts';

const namesOf = async (world: World, path: string) => {
  const { objects } = listed(await as(world.ann).get(path));
  return objects.map(({ first_name, last_name }) => `${String(first_name)} ${String(last_name)}`);
};

/** Users. */
export const users: Statements = {
  'One user is fetched by the id': async ({ ann, bob }) => {
    expect(got(await as(ann).get(`/user/${bob.id}/`))).toMatchObject({ id: bob.id, first_name: 'Bob' });
  },
  'full=1 adds the stats of a user': async ({ ann, bob }) => {
    const { stats } = got(await as(ann).get(`/user/${bob.id}/?full=1`));
    expect(stats).toMatchObject({ id: bob.id, total_distance_in_meters: expect.any(Number) });
  },
  'full=1 adds the stats of the current user': async ({ ann }) => {
    expect(got(await as(ann).get('/me/?full=1'))['stats']).toMatchObject({ user: `/api/v1/user/${ann.id}/` });
  },
  'Without full the stats are a URI': async ({ ann, bob }) => {
    expect(got(await as(ann).get(`/user/${bob.id}/`))['stats']).toBe(`/api/v1/stats/${bob.id}/`);
  },
  '/me/ is the current user in the same form': async ({ ann }) => {
    expect(got(await as(ann).get('/me/'))).toEqual(got(await as(ann).get(`/user/${ann.id}/`)));
  },
  'pending_friend_requests counts the requests that wait for the user': async ({ ann }) => {
    expect(got(await as(ann).get('/me/'))).toMatchObject({ pending_friend_requests: 1 });
  },
  'unread_messages counts the messages that the user has not read': async ({ someone, bob }) => {
    const person = await someone();
    await as(bob).post('/conversation/', { message: 'Hello', recipients: [person.id] });
    expect(got(await as(person).get('/me/'))).toMatchObject({ unread_messages: 1 });
  },
  'friends_with lists the friends of a user': async (world) => {
    expect(await namesOf(world, `/user/?friends_with=${world.bob.id}`)).toEqual(['Ann Archer']);
  },
  'friends_with does not list who has only asked': async (world) => {
    expect(await namesOf(world, `/user/?friends_with=${world.ann.id}`)).toEqual(['Bob Baker']);
  },
  'The search finds a user by name': async (world) => {
    expect(await namesOf(world, '/user/search/?q=Cho%20Chang')).toEqual(['Cho Chang']);
  },
  'The search finds a user by part of the name': async (world) => {
    expect(await namesOf(world, '/user/search/?q=chan')).toEqual(['Cho Chang']);
  },
  'The result of the search has picture, name and location': async ({ ann }) => {
    const { objects } = listed(await as(ann).get('/user/search/?q=Cho%20Chang'));
    expect(objects[0]).toMatchObject({
      first_name: 'Cho',
      last_name: 'Chang',
      profile_image_48_url: expect.any(String),
      profile_image_225_url: expect.any(String),
      location_name: expect.any(String),
    });
  },
  'The search requires q': async ({ ann }) => sentence(await as(ann).get('/user/search/'), 400, 'q: is required'),
  'The search among friends requires q': async ({ ann }) =>
    sentence(await as(ann).get('/user/search/friends/'), 400, 'q: is required'),
  'The search among friends finds by the whole name': async (world) => {
    expect(await namesOf(world, '/user/search/friends/?q=Bob%20Baker')).toEqual(['Bob Baker']);
  },
  'The search among friends finds by part of the name': async (world) => {
    expect(await namesOf(world, '/user/search/friends/?q=bak')).toEqual(['Bob Baker']);
  },
  'The search among friends finds nobody else': async (world) => {
    expect(await namesOf(world, '/user/search/friends/?q=cho')).toEqual([]);
  },
  'user_id chooses whose friends are searched': async (world) => {
    expect(await namesOf(world, `/user/search/friends/?q=ann&user_id=${world.bob.id}`)).toEqual(['Ann Archer']);
  },
  'The search among friends has the form of the search': async ({ ann }) => {
    const [among, all] = await Promise.all(
      ['/user/search/friends/?q=Bob%20Baker', '/user/search/?q=Bob%20Baker'].map((path) => as(ann).get(path)),
    );
    expect(listed(among!).objects).toEqual(listed(all!).objects);
  },
  'order_by=most_active puts who runs most first': async (world) => {
    const { someone, service } = world;
    const [reader, lazy, keen] = [await someone(), await someone(), await someone()];
    for (const friend of [lazy, keen]) await befriend(service, reader, friend);
    await record(lazy);
    for (let i = 0; i < 2; i++) await record(keen);
    // The clock of a database server may be another one than that of the tests.
    const now = new Date().toISOString();
    await service.sql('update post set created_date = ? where author_id in (?, ?)', [now, lazy.id, keen.id]);
    const { objects } = listed(await as(reader).get('/user/search/friends/?q=some&order_by=most_active'));
    expect(objects.map(({ id }) => id)).toEqual([keen.id, lazy.id]);
  },
  ...each(
    ['first_name', 'last_name'],
    (field) => `PATCH of ${field} is answered with 202 and no body, and stored`,
    async ({ someone }, field) => {
      const person = await someone();
      nothing(await as(person).patch(`/user/${person.id}/`, { [field]: 'Changed' }), 202);
      expect(got(await as(person).get('/me/'))).toMatchObject({ [field]: 'Changed' });
    },
  ),
  'PATCH of a user changes only what it names': async ({ someone }) => {
    const person = await someone();
    nothing(await as(person).patch(`/user/${person.id}/`, { first_name: 'Changed' }), 202);
    expect(got(await as(person).get('/me/'))).toMatchObject({ last_name: person.lastName });
  },
};

/** Preferences and profiles. */
export const profiles: Statements = {
  ...each(
    ['annually_email_report', 'monthly_email_report', 'weekly_email_report'],
    (field) => `${field} is written and read`,
    async ({ someone }, field) => {
      const person = await someone();
      for (const value of [true, false]) {
        nothing(await as(person).patch(`/preferences/${person.id}/`, { [field]: value }), 202);
        expect(got(await as(person).get(`/preferences/${person.id}/`))).toMatchObject({ [field]: value });
      }
    },
  ),
  ...each(
    [
      ['distance', 'miles'],
      ['distance', 'kilometers'],
      ['elevation', 'feet'],
      ['elevation', 'meters'],
      ['timezone', 'UTC'],
      ['timezone', 'Europe/Zurich'],
    ],
    ([field, value]) => `${field} may be ${value}`,
    async ({ dan }, [field = '', value]) => {
      nothing(await as(dan).patch(`/preferences/${dan.id}/`, { [field]: value }), 202);
      expect(got(await as(dan).get(`/preferences/${dan.id}/`))).toMatchObject({ [field]: value });
    },
  ),
  'The preferences of others are read': async ({ ann, bob }) => {
    expect(got(await as(ann).get(`/preferences/${bob.id}/`))).toMatchObject({ distance: 'miles' });
  },
  'PATCH of preferences changes only what it names': async ({ someone }) => {
    const person = await someone();
    nothing(await as(person).patch(`/preferences/${person.id}/`, { distance: 'kilometers' }), 202);
    expect(got(await as(person).get(`/preferences/${person.id}/`))).toMatchObject({ elevation: 'feet' });
  },
  ...each(
    [
      ['birth_date', '1990-02-28'],
      ['gender', 'M'],
      ['weight_unit', 'pounds'],
      ['location_name', 'Somewhere odd'],
    ],
    ([field]) => `${field} of a profile is written and read`,
    async ({ someone }, [field = '', value]) => {
      const person = await someone();
      nothing(await as(person).patch(`/profile/${person.id}/`, { [field]: value }), 202);
      expect(got(await as(person).get(`/profile/${person.id}/`))).toMatchObject({ [field]: value });
    },
  ),
  'weight is sent as a number or a text': async ({ someone }) => {
    const person = await someone();
    for (const weight of [150, '150.00']) {
      nothing(await as(person).patch(`/profile/${person.id}/`, { weight }), 202);
      expect(got(await as(person).get(`/profile/${person.id}/`))).toMatchObject({ weight: '150.00' });
    }
  },
  ...each(
    ['location_lat', 'location_lng'],
    (field) => `${field} is written and read`,
    async ({ someone }, field) => {
      const person = await someone();
      nothing(await as(person).patch(`/profile/${person.id}/`, { location_lat: 12.25, location_lng: -23.5 }), 202);
      const expected = { location_lat: 12.25, location_lng: -23.5 }[field];
      expect(got(await as(person).get(`/profile/${person.id}/`))).toMatchObject({ [field]: expected });
    },
  ),
  'From a name alone the coordinates are derived': async ({ someone }) => {
    const person = await someone();
    await placesReady(person);
    nothing(await as(person).patch(`/profile/${person.id}/`, { location_name: 'Zürich' }), 202);
    const { location_lat, location_lng } = got(await as(person).get(`/profile/${person.id}/`));
    expect([Math.round(Number(location_lat)), Math.round(Number(location_lng))]).toEqual([47, 9]);
  },
  'From coordinates alone the name is derived': async ({ someone }) => {
    const person = await someone();
    await placesReady(person);
    nothing(await as(person).patch(`/profile/${person.id}/`, { location_lat: 42.36, location_lng: -71.06 }), 202);
    expect(got(await as(person).get(`/profile/${person.id}/`))['location_name']).toContain('Boston');
  },
  'The profiles of others are read': async ({ ann, bob }) => {
    expect(got(await as(ann).get(`/profile/${bob.id}/`))).toMatchObject({ user: `/api/v1/user/${bob.id}/` });
  },
  'A profile is read without the slash at the end': async ({ ann }) => {
    status(await as(ann).get(`/profile/${ann.id}`), 200);
  },
};

/** Stats. */
export const stats: Statements = {
  'Stats are read by everybody who may see the user': async ({ cho, ann }) => {
    expect(got(await as(cho).get(`/stats/${ann.id}/`))).toMatchObject({ id: ann.id });
  },
  ...each(
    ['POST', 'PATCH', 'PUT', 'DELETE'],
    (method) => `Stats are read-only: ${method} is answered with 405`,
    async ({ ann }, method) => nothing(await as(ann).send(method, `/stats/${ann.id}/`), 405),
  ),
  'Stats change with a new workout': async ({ someone }) => {
    const person = await someone();
    await record(person, { distance_in_meters: 1000 });
    expect(got(await as(person).get(`/stats/${person.id}/`))).toMatchObject({ total_distance_in_meters: 1000 });
    await record(person, { distance_in_meters: 2000 });
    expect(got(await as(person).get(`/stats/${person.id}/`))).toMatchObject({ total_distance_in_meters: 3000 });
  },
  'Stats change with a deleted workout': async ({ someone }) => {
    const person = await someone();
    const { workout } = await record(person, { distance_in_meters: 1000 });
    nothing(await as(person).delete(`/workout/${workout}/`), 204);
    expect(got(await as(person).get(`/stats/${person.id}/`))).toMatchObject({ total_distance_in_meters: 0 });
  },
  'max_distance_in_meters is that of the longest workout': async ({ someone }) => {
    const person = await someone();
    for (const distance_in_meters of [1000, 3000, 2000]) await record(person, { distance_in_meters });
    expect(got(await as(person).get(`/stats/${person.id}/`))).toMatchObject({ max_distance_in_meters: '3000.00' });
  },
  'max_duration_in_seconds is that of the longest workout': async ({ someone }) => {
    const person = await someone();
    for (const duration_in_seconds of [1000, 3000, 2000]) await record(person, { duration_in_seconds });
    expect(got(await as(person).get(`/stats/${person.id}/`))).toMatchObject({ max_duration_in_seconds: 3000 });
  },
  'latest_workout_date is that of the latest workout': async ({ someone }) => {
    const person = await someone();
    for (const day of ['02', '03', '01']) await record(person, { run_date: `2020-05-${day}T06:00:00Z` });
    expect(got(await as(person).get(`/stats/${person.id}/`))).toMatchObject({
      latest_workout_date: '2020-05-03T06:00:00.000000',
    });
  },
  ...each(
    ['mile', '5k', '10k', 'half_marathon', 'marathon'],
    (name) => `best_${name}_duration_in_seconds is null without a run of that length`,
    async ({ cho }, name) =>
      expect(got(await as(cho).get(`/stats/${cho.id}/`))).toMatchObject({ [`best_${name}_duration_in_seconds`]: null }),
  ),
  'best_5k_duration_in_seconds is the time of the fastest 5 km': async ({ someone }) => {
    const person = await someone();
    await record(person, { distance_in_meters: 10_000, duration_in_seconds: 3600 });
    expect(got(await as(person).get(`/stats/${person.id}/`))).toMatchObject({ best_5k_duration_in_seconds: 1800 });
  },
};
