/** Blocking a user over GraphQL ends the friendship and hides both users from each other. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { requestFriendship, befriended, none, setBlock, tiesOf, waiting } from './friendship-calls.ts';
import type { List } from './friendship-calls.ts';

const service = await testService();
let ann: Person;
let bob: Person;
let cho: Person;

beforeAll(async () => {
  [ann, bob, cho] = await Promise.all([
    newPerson(service, 'Ann', 'Archer'),
    newPerson(service, 'Bob', 'Baker'),
    newPerson(service, 'Cho', 'Chang'),
  ]);
  await befriended(ann, bob);
  await befriended(cho, ann);
  await befriended(cho, bob);
});

const ids = (list: List) => list.objects.map(({ id }) => id);
const blocked = async (person: Person) =>
  (
    await as(person).graphql(
      '{ blockedUsers { totalCount nodes { databaseId } edges { cursor } pageInfo { hasNextPage } } }',
    )
  ).data;

describe('blockUser', () => {
  test('ends the friendship, hides everything, and refuses every interaction', async () => {
    const { workout, post } = await record(ann);
    expect((await as(bob).get(`/workout/${workout}/`)).status).toBe(200);
    const done = await setBlock(ann, bob);
    expect(done).toMatchObject({ errors: [], data: { blockUser: { user: { databaseId: bob.id, firstName: 'Bob' } } } });
    expect(await tiesOf(service, ann, bob)).toEqual(none);

    for (const path of [
      `/user/${ann.id}/`,
      `/profile/${ann.id}/`,
      `/stats/${ann.id}/`,
      `/workout/${workout}/`,
      `/post/${post}/`,
      `/friendship/user/${ann.id}/`,
      `/friendship/exists/${ann.id}/?with_user_id=${cho.id}`,
    ])
      expect([path, (await as(bob).get(path)).status]).toEqual([path, 404]);
    expect(await as(bob).post('/friendship/request/', { user_id: ann.id })).toMatchObject({ status: 404, text: '' });
    expect(await as(ann).post('/friendship/request/', { user_id: bob.id })).toMatchObject({
      status: 400,
      text: 'user_id: is somebody you have blocked',
    });
    // Neither finds the other, not even among a common friend's friends.
    for (const [person, other, name] of [
      [bob, ann, 'Archer'],
      [ann, bob, 'Baker'],
    ] as const) {
      expect(ids((await as(person).get(`/user/search/?q=${name}`)).json<List>())).not.toContain(other.id);
      const common = (await as(person).get(`/user/?friends_with=${cho.id}`)).json<List>();
      expect(ids(common)).toEqual([person.id]);
      expect(common.meta).toMatchObject({ total_count: 1 });
      const found = await as(person).get(`/user/search/friends/?q=${name}&user_id=${cho.id}`);
      expect(ids(found.json<List>())).toEqual([]);
      const theirs = (await as(person).get(`/friendship/user/${cho.id}/`)).json<List>();
      expect(theirs.meta).toMatchObject({ total_count: 1 });
      expect(ids((await as(person).get(`/user/?friends_with=${other.id}`)).json<List>())).toEqual([]);
    }
    expect(await blocked(ann)).toMatchObject({ blockedUsers: { totalCount: 1, nodes: [{ databaseId: bob.id }] } });
    expect(await blocked(bob)).toMatchObject({ blockedUsers: { totalCount: 0, nodes: [] } });
  });

  test('can be repeated; after unblocking the user is visible again, but no friend', async () => {
    expect((await setBlock(ann, bob)).errors).toEqual([]);
    expect((await setBlock(ann, bob, 'unblockUser')).errors).toEqual([]);
    expect((await setBlock(ann, bob, 'unblockUser')).errors).toEqual([]);
    expect((await as(bob).get(`/user/${ann.id}/`)).status).toBe(200);
    expect(await tiesOf(service, ann, bob)).toEqual(none);
    expect((await requestFriendship(bob, ann)).status).toBe('Pending');
  });

  test.each(['the blocker asked', 'the blocked one asked'])('ends a request: %s', async (who) => {
    const [dan, eve] = await Promise.all([
      newPerson(service, 'Dan', who.replaceAll(' ', '')),
      newPerson(service, 'Eve', who.replaceAll(' ', '')),
    ]);
    const { id } = who === 'the blocker asked' ? await requestFriendship(dan, eve) : await requestFriendship(eve, dan);
    await setBlock(dan, eve);
    expect(await tiesOf(service, dan, eve)).toEqual(none);
    expect(await waiting(dan)).toBe(0);
    expect(await waiting(eve)).toBe(0);
    expect((await as(eve).post('/friendship/accept/', { friendship_id: id })).status).toBe(404);
    expect((await as(eve).delete(`/friendship/${id}/`)).status).toBe(404);
  });

  test('refuses oneself, an unknown user, another kind of object, and an invisible user', async () => {
    const code = async (person: Person, id: string) => {
      const { errors } = await as(person).graphql(
        'mutation ($input: BlockUserInput!) { blockUser(input: $input) { user { id } } }',
        { input: { userId: id } },
      );
      return errors[0]?.extensions.code;
    };
    expect(await code(ann, globalId('User', ann.id))).toBe('INVALID');
    expect(await code(ann, globalId('User', 999_999))).toBe('NOT_FOUND');
    expect(await code(ann, globalId('Post', bob.id))).toBe('NOT_FOUND');
    const [fay, gus] = await Promise.all([newPerson(service, 'Fay', 'Fox'), newPerson(service, 'Gus', 'Gold')]);
    await setBlock(fay, gus);
    expect((await setBlock(gus, fay, 'unblockUser')).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await setBlock(fay, gus, 'unblockUser')).errors).toEqual([]);
  });
});
