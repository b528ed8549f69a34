/**
 * Routes can be read, marked as favorites and created over REST and GraphQL.
 * Rows: `GET /route/[id]/`, `POST /route/[id]/toggle_favorite/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { wireValue } from '../support/read-wire.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { placesReady } from '../support/places-ready.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const formats = ['json', 'xml', 'yaml'] as const;
let people: Cast;
let workout: number;
let route: number;

const favorites = async (person: Person) => {
  const { data } = await as(person).graphql<{ favoriteRoutes: { nodes: { databaseId: number }[] } }>(
    '{ favoriteRoutes { nodes { databaseId isFavorite } } }',
  );
  return data?.favoriteRoutes.nodes.map(({ databaseId }) => databaseId);
};

const toggle = async (person: Person, id: number) =>
  (await as(person).post(`/route/${id}/toggle_favorite/`)).json<{ is_favorite: boolean }>().is_favorite;

beforeAll(async () => {
  people = await cast(service);
  await placesReady(people.ann);
  await as(people.ann).patch(`/preferences/${people.ann.id}/`, { distance: 'kilometers' });
  const points = pointsFrom(47.37, 8.55);
  workout = (await record(people.ann, { points, distance_in_meters: null })).workout;
  route = await makeRoute(people.ann, workout);
});

describe('GET /route/[id]/', () => {
  test('returns the route in each format', async () => {
    const answer = await as(people.cho).get(`/route/${route}/`);
    expect(answer.json()).toEqual({
      id: route,
      resource_uri: `/api/v1/route/${route}/`,
      name: '5.0 km near Zürich',
      distance_in_meters: expect.stringMatching(/^(4999|5000)\.\d\d$/),
      is_favorite: false,
      source: 'workout',
      static_map_url: expect.stringMatching(/^http:.*access_key=/),
    });
    for (const format of formats)
      expect(wireValue(await as(people.cho).get(`/route/${route}/?format=${format}`))).toEqual(answer.json());
  });

  test('answers 404 for an unknown route and 401 without a key', async () => {
    expect(await as(people.ann).get('/route/999999/')).toMatchObject({ status: 404, text: '' });
    expect(await nobody(service).get(`/route/${route}/`)).toMatchObject({ status: 401, text: '' });
    expect(await as(people.ann).post('/route/999999/toggle_favorite/')).toMatchObject({ status: 404, text: '' });
  });

  test('is visible to users who see its workout; blocks hide it', async () => {
    const seenBy = async (id: number) =>
      Promise.all([people.ann, people.bob, people.cho].map(async (who) => (await as(who).get(`/route/${id}/`)).status));
    for (const [privacy, statuses] of [
      ['friends', [200, 200, 404]],
      ['private', [200, 404, 404]],
    ] as const) {
      const hidden = await record(people.ann, { privacy, points: pointsFrom(47.4, 8.5) });
      const made = await makeRoute(people.ann, hidden.workout);
      expect([privacy, await seenBy(made)]).toEqual([privacy, statuses]);
      expect((await as(people.cho).post(`/route/${made}/toggle_favorite/`)).status).toBe(404);
    }
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [people.ann.id, people.cho.id]);
    expect(await seenBy(route)).toEqual([200, 200, 404]);
    await service.sql('delete from block');
  });
});

describe('POST /route/[id]/toggle_favorite/', () => {
  test('adds and removes the mark of the current user, in each format', async () => {
    for (const [i, format] of formats.entries()) {
      const answer = await as(people.bob).post(`/route/${route}/toggle_favorite/?format=${format}`);
      expect(answer.status).toBe(200);
      expect(wireValue(answer)).toEqual({ is_favorite: i % 2 === 0 });
    }
    expect((await as(people.bob).get(`/route/${route}/`)).json()).toMatchObject({ is_favorite: true });
    expect((await as(people.ann).get(`/route/${route}/`)).json()).toMatchObject({ is_favorite: false });
    expect(await favorites(people.bob)).toEqual([route]);
    expect(await toggle(people.bob, route)).toBe(false);
    expect(await favorites(people.bob)).toEqual([]);
  });

  test('loses none of many simultaneous toggles', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => toggle(people.dan, route)));
    expect(answers.filter(Boolean)).toHaveLength(8);
    expect(await favorites(people.dan)).toEqual([route]);
    const once = await Promise.all(
      Array.from({ length: 8 }, () =>
        as(people.dan).graphql(
          'mutation ($i: FavoriteRouteInput!) { favoriteRoute(input: $i) { route { isFavorite } } }',
          {
            i: { id: globalId('Route', route) },
          },
        ),
      ),
    );
    expect(once.map(({ data }) => data)).toEqual(once.map(() => ({ favoriteRoute: { route: { isFavorite: true } } })));
    expect(await toggle(people.dan, route)).toBe(false);
  });
});

describe('createRoute', () => {
  test('creates one route for each workout, also with simultaneous calls', async () => {
    const { workout: run } = await record(people.ann, { points: pointsFrom(47.5, 8.7) });
    const ids = await Promise.all(Array.from({ length: 6 }, () => makeRoute(people.ann, run)));
    expect(new Set(ids).size).toBe(1);
    expect(await makeRoute(people.ann, run, { name: 'Another name' })).toBe(ids[0]);
  });

  test('accepts a name, or makes one without a nearby town', async () => {
    const named = await record(people.bob, { points: pointsFrom(47.5, 8.7) });
    const id = await makeRoute(people.bob, named.workout, { name: ' Home lap ' });
    expect((await as(people.bob).get(`/route/${id}/`)).json()).toMatchObject({ name: 'Home lap' });
    const atSea = await record(people.bob, { points: pointsFrom(-48, -123), distance_in_meters: null });
    const lonely = await makeRoute(people.bob, atSea.workout);
    expect((await as(people.bob).get(`/route/${lonely}/`)).json()).toMatchObject({ name: '3.1 miles' });
  });

  test('refuses workouts of others and those without points; a route remains when its workout is deleted', async () => {
    await expect(makeRoute(people.bob, workout)).rejects.toThrow('belongs to somebody else');
    const bare = await record(people.ann);
    await expect(makeRoute(people.ann, bare.workout)).rejects.toThrow('workoutId: has no points');
    await expect(makeRoute(people.ann, 999_999)).rejects.toThrow('no such thing');
    const gone = await record(people.ann, { points: pointsFrom(47.6, 8.7) });
    const id = await makeRoute(people.ann, gone.workout);
    await as(people.ann).delete(`/workout/${gone.workout}/`);
    expect((await as(people.cho).get(`/route/${id}/`)).status).toBe(200);
  });
});

describe('the privacy of a route', () => {
  test('follows that of the workout until its owner sets one for the route', async () => {
    const { workout } = await record(people.ann, { points: pointsFrom(47.6, 8.6) });
    const made = await makeRoute(people.ann, workout);
    await toggle(people.cho, made);
    const close = (privacy: string) =>
      as(people.ann).graphql('mutation ($i: EditWorkoutInput!) { editWorkout(input: $i) { workout { id } } }', {
        i: { id: globalId('Workout', workout), privacy },
      });
    const seen = async () => (await as(people.cho).get(`/route/${made}/`)).status;
    expect(await seen()).toBe(200);
    await close('PRIVATE');
    expect(await seen()).toBe(404);
    expect(await favorites(people.cho)).toEqual([]);
    await close('PUBLIC');
    expect(await seen()).toBe(200);
    await as(people.ann).graphql('mutation ($i: EditRouteInput!) { editRoute(input: $i) { route { id } } }', {
      i: { id: globalId('Route', made), privacy: 'PUBLIC' },
    });
    await close('FRIENDS');
    expect(await seen()).toBe(200);
    await toggle(people.cho, made);
  });
});

describe('editRoute and deleteRoute', () => {
  const edit = (person: Person, input: Mapping) =>
    as(person).graphql('mutation ($i: EditRouteInput!) { editRoute(input: $i) { route { name privacy } } }', {
      i: input,
    });

  test('are accepted from its owner only', async () => {
    const { workout: run } = await record(people.ann, { points: pointsFrom(47.7, 8.7) });
    const made = await makeRoute(people.ann, run);
    const id = globalId('Route', made);
    await toggle(people.cho, made);
    expect((await edit(people.bob, { id, name: 'x' })).errors[0]?.extensions).toMatchObject({ code: 'NOT_YOURS' });
    expect((await edit(people.ann, { id, name: ' ' })).errors[0]?.extensions).toMatchObject({ code: 'INVALID' });
    expect((await edit(people.ann, { id, name: 'Mine', privacy: 'PRIVATE' })).data).toEqual({
      editRoute: { route: { name: 'Mine', privacy: 'PRIVATE' } },
    });
    expect((await as(people.cho).get(`/route/${made}/`)).status).toBe(404);
    expect(await favorites(people.cho)).toEqual([]);
    const remove = (person: Person) =>
      as(person).graphql('mutation ($i: DeleteRouteInput!) { deleteRoute(input: $i) { deletedId } }', { i: { id } });
    expect((await remove(people.cho)).errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    expect((await remove(people.ann)).data).toEqual({ deleteRoute: { deletedId: id } });
    expect((await as(people.ann).get(`/route/${made}/`)).status).toBe(404);
  });
});
