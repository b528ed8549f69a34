/** Pages and single records take a fixed number of statements. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann } = await cast(service);
const friends: Person[] = [];
for (let i = 0; i < 12; i++) friends.push(await newPerson(service, `Friend${i}`, 'Fast'));
for (const friend of friends) {
  await befriend(service, ann, friend);
  for (let i = 0; i < 10; i++) await record(friend);
}
const taken = async (work: () => Promise<unknown>) => (await countStatements(service, work)).length;
const sizes = [1, 20, 100];

describe('the count', () => {
  test('includes statements of reads, of transactions and of the ORM', async () => {
    expect(await taken(() => as(ann).get('/me/'))).toBeGreaterThan(0);
    expect(await taken(() => record(ann))).toBeGreaterThan(0);
    const { workout } = await record(ann);
    expect(await taken(() => as(ann).delete(`/workout/${workout}/`))).toBeGreaterThan(2);
    expect(await taken(() => as(ann).patch(`/user/${ann.id}/`, { first_name: 'Ann' }))).toBeGreaterThan(1);
    expect(await taken(async () => {})).toBe(0);
  });
});

/** The statements a request takes at each page size; it must answer with that many items. */
async function counts(request: (size: number) => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  // Twice: GraphQL interprets a document first and compiles it then.
  for (let round = 0; round < 3; round++)
    for (const size of sizes) all.push(await taken(async () => expect(await request(size)).toBe(size)));
  return all;
}

describe('a page of the friends feed takes the same few statements for every page size', () => {
  test('over REST', async () => {
    const counted = await counts(async (size) => {
      const answer = await as(ann).get(`/post/?limit=${size}`);
      return answer.json<{ objects: unknown[] }>().objects.length;
    });
    expect(new Set(counted).size).toBe(1);
    expect(counted[0]).toBeLessThanOrEqual(2);
  });

  test('over GraphQL, with all nested fields of a post', async () => {
    const document = `query ($first: Int!) { feed(first: $first) { pageInfo { hasNextPage endCursor } edges { cursor node {
      id body likers commentCount createdDate pictures { thumbnailUrl width } author { id firstName profileImage48Url profile { locationName } preferences { timezone } stats { totalDistanceInMeters } }
      workout { id title polyline track user { firstName } post { body } } } } } }`;
    const counted = await counts(async (size) => {
      const { data, errors } = await as(ann).graphql<{ feed: { edges: unknown[] } }>(document, { first: size });
      expect(errors).toEqual([]);
      return data?.feed.edges.length ?? 0;
    });
    expect(new Set(counted).size).toBe(1);
    expect(counted[0]).toBeLessThanOrEqual(10);
  });
});

describe('a list of workouts takes the same few statements for every page size', () => {
  test('over REST', async () => {
    const runner = await newPerson(service, 'Runner', 'Far');
    for (let i = 0; i < 100; i++) await record(runner);
    const counted = await counts(
      async (size) => (await as(ann).get(`/workout/?user=${runner.id}&limit=${size}`)).json<unknown[]>().length,
    );
    // A page of more rows than fit for sure, with the longest texts that they may have, is tried as far as they fit, and then read whole.
    expect(Math.max(...counted) - Math.min(...counted)).toBeLessThanOrEqual(1);
    expect(Math.min(...counted)).toBeLessThanOrEqual(1);
  });

  test.each([
    ['without posts', '{ workouts(userId: $id) { nodes { id } totalCount } }', ['workouts_of_user_alone']],
    ['with the posts of nodes', '{ workouts(userId: $id) { nodes { post { id } } } }', ['workouts_of_user']],
    ['of a user', '{ user(id: $id) { workouts { edges { node { post { id } } } } } }', ['workouts_of_user']],
    [
      'with posts in fragments',
      '{ workouts(userId: $id) { edges { ... on WorkoutEdge { node { ...more } } } } } fragment more on Workout { post { id } }',
      ['workouts_of_user'],
    ],
  ])('over GraphQL, %s', async (_what, selection, expected) => {
    const friend = friends[0] as Person;
    for (let round = 0; round < 3; round++) {
      const names = await countStatements(service, async () => {
        const { errors, data } = await as(ann).graphql(`query ($id: ID!) ${selection}`, {
          id: globalId('User', friend.id),
        });
        expect(errors).toEqual([]);
        if (selection.includes('post')) expect(JSON.stringify(data).match(/"post":{"id":"\w+/g)).toHaveLength(10);
      });
      expect(names.filter((name) => /^(workouts|posts)_of/.test(name))).toEqual(expected);
    }
  });
});

describe('a request for one object', () => {
  test.each([
    ['GET /me/', '/me/', 3],
    ['GET /user/[user_id]/?full=1', '/user/1/?full=1', 4],
    ['GET /stats/[stats_id]/', '/stats/1/', 1],
    ['GET /profile/[profile_id]', '/profile/1/', 1],
    ['GET /preferences/[preferences_id]/', '/preferences/1/', 1],
    ['GET /post/[id]/', '/post/1/', 1],
    ['GET /workout/[workout_id]/', '/workout/1/', 1],
    ['GET /picture/?post_id=[id]', '/picture/?post_id=1', 2],
  ])('%s (%s): no more statements than %i', async (_row, path, most) => {
    expect(await taken(async () => expect((await as(ann).get(path)).status).toBe(200))).toBeLessThanOrEqual(most);
  });
});
