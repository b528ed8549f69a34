/** Each reader sees only the permitted fields of a profile, over every way to the profile. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor, liveFormats } from '../support/live.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { viewersOfAnn } from '../support/viewers.ts';
import { record } from '../support/workouts.ts';

/*
 * What people who aren't friends see of a profile, and who sees preferences (decisions N19).
 */
const service = await testService();
const { ann, cho, viewers } = await viewersOfAnn(service);
const path = `/profile/${ann.id}/`;
const facts = {
  birth_date: '1984-02-29',
  gender: 'F',
  weight: '61.25',
  weight_unit: 'kilograms',
  location_name: 'Old Town',
  location_lat: 47.3769,
  location_lng: -8.5417,
};
const toStrangers = { ...facts, birth_date: null, weight: null, location_lat: 47.4, location_lng: -8.5 };
const ids = { id: ann.id, resource_uri: path.replace(/^/, '/api/v1'), user: `/api/v1/user/${ann.id}/` };
/** Whether they see all, by who they are; undefined: nothing. */
const readers = Object.entries(viewers).map(([name, person]) => ({
  name,
  person,
  seesAll: name === 'blocked' ? undefined : ['owner', 'friend', 'friend who has muted her'].includes(name),
}));

beforeAll(async () => {
  await record(ann);
  await as(ann).patch(path, facts);
  await as(ann).patch(`/preferences/${ann.id}/`, { timezone: 'Asia/Kathmandu', weekly_email_report: true });
});

describe.each(readers)('the $name', ({ name, person, seesAll }) => {
  test.each(['json', 'xml', 'yaml'])('sees over REST what is visible to them, as %s', async (format) => {
    const answer = await as(person).get(`${path}?format=${format}`);
    if (seesAll === undefined) return expect([answer.status, answer.text]).toEqual([404, '']);
    expect(answer.status).toBe(200);
    expect(wireValue(answer)).toEqual({ ...ids, ...(seesAll ? facts : toStrangers) });
  });

  test('sees the same over GraphQL, with an approximate place, on every path to a profile', async () => {
    const fields =
      '__typename birthDate dateOfBirth gender weight weightUnit locationName locationLat locationLng approximateLocation { latitude longitude }';
    const { data, errors } = await as(person).graphql(
      `query ($user: ID!, $profile: ID!) {
        user(id: $user) { profile { ${fields} } }
        node(id: $profile) { ... on Profile { ${fields} } }
        nodes(ids: [$profile]) { ... on Profile { ${fields} } }
        searchUsers(q: "Archer") { nodes { profile { ${fields} } } }
        feed(type: FEATURED) { nodes { author { profile { ${fields} } } } }
      }`,
      { user: globalId('User', ann.id), profile: globalId('Profile', ann.id) },
    );
    expect(errors).toEqual([]);
    const found: Mapping[] = [];
    JSON.stringify(data, (_, value: unknown) => {
      const { __typename: type, ...profile } = (value ?? {}) as Mapping;
      if (type === 'Profile') found.push(profile);
      return value;
    });
    const { birth_date: birthDate, location_lat: locationLat, location_lng: locationLng } = facts;
    const all = { birthDate, dateOfBirth: birthDate, weight: 61.25, locationLat, locationLng };
    const none = { birthDate: null, dateOfBirth: null, weight: null, locationLat: null, locationLng: null };
    const expected = {
      gender: 'F',
      weightUnit: 'KILOGRAMS',
      locationName: 'Old Town',
      ...(seesAll ? all : none),
      approximateLocation: { latitude: 47.4, longitude: -8.5 },
    };
    // Search and feeds leave out both directions of a block, and feeds whom one has muted.
    const ways = name === 'blocked' ? 0 : name === 'blocker' ? 3 : name.includes('has muted her') ? 4 : 5;
    expect(found).toEqual(Array.from({ length: ways }, () => expected));
  });

  test('sees preferences over REST as the interface requires, and over GraphQL only their own', async () => {
    const answer = await as(person).get(`/preferences/${ann.id}/`);
    expect(answer.status).toBe(seesAll === undefined ? 404 : 200);
    if (answer.status === 200)
      expect(answer.json()).toMatchObject({ timezone: 'Asia/Kathmandu', weekly_email_report: true, distance: 'miles' });
    const { data, errors } = await as(person).graphql(
      `query ($user: ID!, $id: ID!) { user(id: $user) { preferences { timezone } } node(id: $id) { id } nodes(ids: [$id]) { id }
        me { preferences { timezone } } }`,
      { user: globalId('User', ann.id), id: globalId('Preferences', ann.id) },
    );
    expect(errors).toEqual([]);
    const own = { preferences: { timezone: 'Asia/Kathmandu' } };
    const id = globalId('Preferences', ann.id);
    expect(data).toEqual(
      name === 'owner'
        ? { user: own, me: own, node: { id }, nodes: [{ id }] }
        : {
            user: seesAll === undefined ? null : { preferences: null },
            me: { preferences: { timezone: 'UTC' } },
            node: null,
            nodes: [null],
          },
    );
    const change = await as(person).graphql(
      'mutation ($i: UpdatePreferencesInput!) { updatePreferences(input: $i) { preferences { distance } } }',
      { i: { id, distance: 'MILES' } },
    );
    const code = seesAll === undefined ? 'NOT_FOUND' : 'NOT_YOURS';
    expect(change.errors.map(({ extensions }) => extensions.code)).toEqual(name === 'owner' ? [] : [code]);
    expect((await as(person).patch(`/preferences/${ann.id}/`, { distance: 'miles' })).status).toBe(
      name === 'owner' ? 202 : code === 'NOT_FOUND' ? 404 : 401,
    );
  });
});

test('places are rounded to valid coordinates', async () => {
  for (const [lat, lng, nearLat, nearLng] of [
    [89.97, 179.98, 90, 180],
    [-89.97, -179.98, -90, -180],
    [-0.04, 0.04, 0, 0],
    [0.05, -0.05, 0.1, -0.1],
  ]) {
    await as(ann).patch(path, { location_lat: lat, location_lng: lng });
    const { location_lat, location_lng } = (await as(cho).get(path)).json();
    expect([location_lat, location_lng]).toEqual([nearLat, nearLng]);
  }
  await as(ann).patch(path, { location_name: '' });
  expect((await as(cho).get(path)).json()).toMatchObject({ location_lat: null, location_lng: null });
  await as(ann).patch(path, facts);
});

test('a friendship makes everything visible until it ends', async () => {
  const gil = await newPerson(service, 'Gil', 'Gray');
  const { id } = (await as(gil).post('/friendship/request/', { user_id: ann.id })).json<{ id: number }>();
  expect((await as(gil).get(path)).json()).toMatchObject(toStrangers);
  await as(ann).post('/friendship/accept/', { friendship_id: id });
  expect((await as(gil).get(path)).json()).toMatchObject(facts);
  await as(ann).delete(`/friendship/${id}/`);
  expect((await as(gil).get(path)).json()).toMatchObject(toStrangers);
});

test('live events show the same', async () => {
  const query = `subscription ($after: String) { feedPostAdded(type: FEATURED, after: $after) { cursor post { author {
    preferences { timezone } profile { birthDate locationLat approximateLocation { latitude } } } } } }`;
  const after = await liveCursor(as(ann));
  await record(ann);
  for (const { person, seesAll } of readers.filter(({ name }) => !/^block|has muted her/.test(name))) {
    const live = await liveFormats['graphql-sse'](person, query, { after });
    const [event] = await live.first(1);
    live.stop();
    expect(event?.['post']).toEqual({
      author: {
        preferences: person === ann ? { timezone: 'Asia/Kathmandu' } : null,
        profile: {
          birthDate: seesAll ? facts.birth_date : null,
          locationLat: seesAll ? facts.location_lat : null,
          approximateLocation: { latitude: 47.4 },
        },
      },
    });
  }
});

test('a user who has just signed in sees themself', async () => {
  const { data, errors } = await nobody(service).graphql(
    `mutation ($i: SignInInput!) { signIn(input: $i) { user { preferences { id } profile { birthDate locationName } } } }`,
    { i: { email: ann.email, password: ann.password } },
  );
  expect(errors).toEqual([]);
  expect(data).toEqual({
    signIn: {
      user: {
        preferences: { id: globalId('Preferences', ann.id) },
        profile: { birthDate: '1984-02-29', locationName: 'Old Town' },
      },
    },
  });
});
