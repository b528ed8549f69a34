/** Routes near a place can be searched. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { sampled } from '@runners/testing';
import { testService } from '../support/service.ts';
import { placesReady } from '../support/places-ready.ts';
import { countStatements } from '../support/statements.ts';

const service = await testService();
let people: Cast;

interface Spot {
  name: string;
  latitude: number;
  longitude: number;
  meters: number;
  privacy: string;
}

const insert = async (owner: Person, spots: Spot[]) => {
  for (const { name, latitude, longitude, meters, privacy } of spots)
    await service.sql(
      `insert into route (owner_id, name, distance_in_meters, privacy, source, polyline, start_lat, start_lng)
       values (?, ?, ?, ?, 'workout', '', ?, ?)`,
      [owner.id, name, meters, privacy, latitude, longitude],
    );
};

const spot = (name: string, latitude: number, longitude: number, meters = 5000, privacy = 'public'): Spot => ({
  name,
  latitude,
  longitude,
  meters,
  privacy,
});

async function search(person: Person, variables: Mapping) {
  const { data, errors } = await as(person).graphql<{
    searchRoutes: { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } | null;
  }>(
    `query ($latitude: Float, $longitude: Float, $place: String, $radius: Float = 16093, $min: Float, $max: Float, $first: Int = 20, $after: String) {
      searchRoutes(latitude: $latitude, longitude: $longitude, place: $place, radiusInMeters: $radius,
        minDistanceInMeters: $min, maxDistanceInMeters: $max, first: $first, after: $after) {
        nodes { name } pageInfo { hasNextPage endCursor }
      }
    }`,
    variables,
  );
  return { names: data?.searchRoutes?.nodes.map(({ name }) => name), page: data?.searchRoutes?.pageInfo, errors };
}

const names = async (person: Person, variables: Mapping) => (await search(person, variables)).names;

beforeAll(async () => {
  people = await cast(service);
  await placesReady(people.ann);
  await insert(people.ann, [
    spot('lake', 47.36, 8.55),
    spot('hill', 47.4, 8.5, 12_000),
    spot('woods', 47.37, 8.6, 21_000, 'friends'),
    spot('secret', 47.37, 8.56, 3000, 'private'),
    spot('far', 48.2, 16.37),
    spot('east of the date line', -16.8, 179.99),
    spot('west of the date line', -16.8, -179.99),
    spot('this side of the pole', 89.99, 10),
    spot('that side of the pole', 89.99, -170),
  ]);
});

describe('searchRoutes', () => {
  const zurich = { latitude: 47.3667, longitude: 8.55 };

  test('finds visible routes, nearest first', async () => {
    expect(await names(people.ann, zurich)).toEqual(['lake', 'secret', 'woods', 'hill']);
    expect(await names(people.bob, zurich)).toEqual(['lake', 'woods', 'hill']);
    expect(await names(people.cho, zurich)).toEqual(['lake', 'hill']);
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [people.cho.id, people.ann.id]);
    expect(await names(people.cho, zurich)).toEqual([]);
    await service.sql('delete from block');
  });

  test('searches within a radius, and by length', async () => {
    expect(await names(people.cho, { ...zurich, radius: 2000 })).toEqual(['lake']);
    expect(await names(people.cho, { ...zurich, min: 6000 })).toEqual(['hill']);
    expect(await names(people.cho, { ...zurich, max: 5000 })).toEqual(['lake']);
    expect(await names(people.cho, { ...zurich, min: 5001, max: 11_999 })).toEqual([]);
  });

  test("searches by the name of a place, or around the viewer's place", async () => {
    expect(await names(people.cho, { place: 'Zürich' })).toEqual(['lake', 'hill']);
    expect(await names(people.cho, { place: 'Nowhere that anybody knows' })).toEqual([]);
    expect(await names(people.dan, {})).toEqual([]);
    await as(people.dan).patch(`/profile/${people.dan.id}/`, { location_lat: 48.2, location_lng: 16.4 });
    expect(await names(people.dan, {})).toEqual(['far']);
  });

  test('searches across the date line and around the pole', async () => {
    const both = { latitude: -16.8, longitude: 179.995 };
    expect(await names(people.cho, both)).toEqual(['east of the date line', 'west of the date line']);
    expect(await names(people.cho, { latitude: 90, longitude: 0, radius: 5000 })).toHaveLength(2);
  });

  test('returns pages', async () => {
    const first = await search(people.ann, { ...zurich, first: 3 });
    expect(first.names).toEqual(['lake', 'secret', 'woods']);
    expect(first.page?.hasNextPage).toBe(true);
    const second = await search(people.ann, { ...zurich, first: 3, after: first.page?.endCursor });
    expect(second.names).toEqual(['hill']);
    expect(second.page?.hasNextPage).toBe(false);
    const statementNames = await countStatements(service, () => search(people.ann, zurich));
    expect(statementNames).toEqual(['routes_near']);
  });

  test('refuses invalid places', async () => {
    for (const [variables, field] of [
      [{ latitude: 91, longitude: 0 }, 'latitude'],
      [{ latitude: 1 }, 'longitude'],
      [{ longitude: 1 }, 'latitude'],
      [{ ...zurich, radius: 0 }, 'radiusInMeters'],
      [{ ...zurich, radius: 1e9 }, 'radiusInMeters'],
      [{ ...zurich, min: -1 }, 'minDistanceInMeters'],
      [{ ...zurich, max: -1 }, 'maxDistanceInMeters'],
    ] as [Mapping, string][]) {
      const { errors } = await search(people.ann, variables);
      expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: { [field]: expect.any(String) } });
    }
  });

  test('agrees with a plain computation', async () => {
    const made = sampled(
      fc.record({
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
      150,
    ).map(({ latitude, longitude }) => ({
      latitude: Number(latitude.toFixed(5)),
      longitude: Number(longitude.toFixed(5)),
    }));
    const spots = made.map(({ latitude, longitude }, i) => spot(`random ${i}`, latitude, longitude, 777));
    await insert(people.bob, spots);
    const meters = (a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }) => {
      const rad = Math.PI / 180;
      const h =
        Math.sin(((b.latitude - a.latitude) * rad) / 2) ** 2 +
        Math.cos(a.latitude * rad) *
          Math.cos(b.latitude * rad) *
          Math.sin(((b.longitude - a.longitude) * rad) / 2) ** 2;
      return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h));
    };
    const away = new Map<string, number>();
    for (const center of made.slice(0, 25)) {
      for (const one of spots) away.set(one.name, Math.round(meters(center, one)));
      const expected = [...away.values()].filter((each) => each <= 321_900).sort((a, b) => a - b);
      const found = (await names(people.cho, { ...center, radius: 321_900, min: 777, max: 777 })) ?? [];
      // By distance: of several at the same place (the poles have many names) any may come first.
      expect(found.map((name) => away.get(name))).toEqual(expected.slice(0, 20));
    }
  });
});

test('the lists of routes are newest first and belong to their user', async () => {
  const list = async (person: Person, of: Person) => {
    const { data } = await as(person).graphql<{ routes: { nodes: { name: string; owner: { firstName: string } }[] } }>(
      'query ($id: ID!) { routes(userId: $id, first: 3) { nodes { name owner { firstName } } } }',
      { id: globalId('User', of.id) },
    );
    return data?.routes.nodes;
  };
  expect(await list(people.cho, people.ann)).toEqual(
    ['that side of the pole', 'this side of the pole', 'west of the date line'].map((name) => ({
      name,
      owner: { firstName: 'Ann' },
    })),
  );
  const statementNames = await countStatements(service, () => list(people.cho, people.ann));
  expect(statementNames).toEqual(['routes_of_owner', 'users_by_ids']);
});
