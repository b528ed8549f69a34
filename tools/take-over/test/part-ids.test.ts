/** Profiles, preferences and statistics keep ids of their own, by which both interfaces show and find them, whoever else has that number. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../../schema/global-id.ts';
import { promote } from '../../../test/events/participation.ts';
import { newPerson } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import { Client } from '../../../test/support/client.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { checked, person, writeBundle } from './bundle-maker.ts';
import { loaded, opened, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

const key = (id: number) => `${id}`.padStart(40, 'k');
const clientOf = (id: number) => new Client(service.url, `ApiKey runner_${id}:${key(id)}`);
/** The ids of the parts of three people: those of two are the ids of others, and the third has none. */
const ids = [
  { id: 1, profile_id: 2, preferences_id: 9003, stats_id: 2 ** 40 },
  { id: 2, profile_id: 5002, preferences_id: 1, stats_id: 1 },
  { id: 3 },
];
const users = ids.map((of) => ({
  ...person(of.id),
  ...of,
  first_name: ['Uma', 'Ida', 'Sam'][of.id - 1],
  api_keys: [key(of.id)],
  profile: { location_name: `at ${of.id}` },
}));

beforeAll(async () => {
  const folder = await writeBundle(join(root, 'bundle'), { users });
  expect((await loaded(service, folder)).told).toEqual([]);
  expect((await verified(service, folder)).counts['users']).toMatchObject({ read: 3, same: 3 });
  await opened(service);
});

describe('over REST', () => {
  test.each([
    [1, 2, 9003, 2 ** 40],
    [2, 5002, 1, 1],
    [3, 3, 3, 3],
  ])('user %i has the profile %i, the preferences %i and the stats %i', async (id, profile, preferences, stats) => {
    const uris = {
      profile: `/api/v1/profile/${profile}/`,
      preferences: `/api/v1/preferences/${preferences}/`,
      stats: `/api/v1/stats/${stats}/`,
    };
    for (const path of [`/user/${id}/`, '/me/']) expect((await clientOf(id).get(path)).json()).toMatchObject(uris);
    for (const [kind, own] of Object.entries({ profile, preferences, stats }))
      expect((await clientOf(3).get(`/${kind}/${own}/`)).json()).toMatchObject({
        id: own,
        resource_uri: `/api/v1/${kind}/${own}/`,
        user: `/api/v1/user/${id}/`,
      });
    expect((await clientOf(3).get(`/profile/${profile}/`)).json()).toMatchObject({ location_name: `at ${id}` });
  });

  test('an id that is only that of a user with other ids leads nowhere', async () => {
    for (const path of ['/profile/1/', '/preferences/2/', '/stats/2/', '/profile/9003/'])
      expect([path, (await clientOf(1).get(path)).status]).toEqual([path, 404]);
  });

  test('people change what has their ids, and are refused what has not', async () => {
    const change = (path: string, body: object) =>
      clientOf(1).send('PATCH', path, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    expect((await change('/preferences/9003/', { distance: 'kilometers' })).status).toBe(202);
    expect((await change('/profile/2/', { gender: 'F' })).status).toBe(202);
    expect((await change('/profile/2/', { gender: 'nothing' })).status).toBe(400);
    for (const path of ['/profile/5002/', '/preferences/1/']) expect((await change(path, {})).status).toBe(401);
    for (const path of ['/profile/1/', '/preferences/2/']) expect((await change(path, {})).status).toBe(404);
    expect((await clientOf(2).get('/profile/2/')).json()).toMatchObject({ gender: 'F' });
  });
});

test('over GraphQL they are found by the same ids', async () => {
  const { data, errors } = await clientOf(1).graphql(
    `query ($id: ID!) {
      node(id: $id) { id databaseId ... on Profile { locationName user { databaseId } } }
      me { profile { id databaseId } preferences { databaseId } stats { databaseId } databaseIdOfProfile databaseIdOfPreferences databaseIdOfStats }
    }`,
    { id: globalId('Profile', 5002) },
  );
  expect([data, errors]).toEqual([
    {
      node: { id: globalId('Profile', 5002), databaseId: 5002, locationName: 'at 2', user: { databaseId: 2 } },
      me: {
        profile: { id: globalId('Profile', 2), databaseId: 2 },
        preferences: { databaseId: 9003 },
        stats: { databaseId: 2 ** 40 },
        databaseIdOfProfile: 2,
        databaseIdOfPreferences: 9003,
        databaseIdOfStats: 2 ** 40,
      },
    },
    [],
  ]);
});

test('staff are told why a part with an id of its own is null', async () => {
  const query = `{ node(id: "${globalId('Preferences', 9003)}") { id } }`;
  const staff = { ...person(3), id: 3, url: service.url, authorization: `ApiKey runner_3:${key(3)}` };
  await promote(service, staff as unknown as Person);
  const { data, extensions } = await clientOf(3).graphql(query);
  const [why] = extensions['why'] as { sentence: string }[];
  expect([data, why?.sentence]).toEqual([{ node: null }, expect.stringContaining("not Sam's own")]);
});

test('who signs up later has ids that nobody else has', async () => {
  expect((await newPerson(service, 'New', 'Person')).id).toBeGreaterThan(2 ** 40);
});

test('an id that two people would have is a fault', async () => {
  const two = [{ ...person(1), profile_id: 2 }, person(2), { ...person(3), stats_id: 1 }];
  const { found } = await checked(await writeBundle(join(root, 'doubled'), { users: two }));
  expect(found.map(({ line, field, sentence }) => `${line} ${field} ${sentence}`)).toEqual([
    '2 profile_id has the id of the profile, or of the user without one, of line 1',
    '3 stats_id has the id of the stats, or of the user without one, of line 1',
  ]);
});
