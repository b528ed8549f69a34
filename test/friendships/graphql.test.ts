/** Friend requests and lists of friendships work over GraphQL, and the relations of other people stay private. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { befriended } from './friendship-calls.ts';

const service = await testService();
let people: Cast;

beforeAll(async () => {
  people = await cast(service);
});

const friendship = 'id databaseId status createdDate acceptedDate requester { firstName } requested { firstName }';
const user = (person: Person) => globalId('User', person.id);

async function code(person: Person, query: string, variables: Mapping = {}): Promise<unknown> {
  return (await as(person).graphql(query, variables)).errors[0]?.extensions.code;
}

describe('friendships in GraphQL', () => {
  test('are requested, accepted, found and ended', async () => {
    const { cho, dan } = people;
    const response = await as(cho).graphql<{ requestFriendship: { friendship: { id: string } } }>(
      `mutation ($input: RequestFriendshipInput!) { requestFriendship(input: $input) { friendship { ${friendship} } } }`,
      { input: { userId: user(dan) } },
    );
    expect(response.data?.requestFriendship.friendship).toMatchObject({
      status: 'PENDING',
      acceptedDate: null,
      requester: { firstName: 'Cho' },
      requested: { firstName: 'Dan' },
    });
    const { id } = response.data!.requestFriendship.friendship;
    const accept = `mutation ($input: AcceptFriendshipInput!) { acceptFriendship(input: $input) { friendship { ${friendship} } } }`;
    expect(await code(cho, accept, { input: { id } })).toBe('NOT_YOURS');
    expect(await code(people.bob, accept, { input: { id } })).toBe('NOT_FOUND');
    expect((await as(dan).graphql(accept, { input: { id } })).data).toMatchObject({
      acceptFriendship: { friendship: { id, status: 'ACCEPTED', acceptedDate: expect.any(String) } },
    });
    const again = await as(dan).graphql(
      'mutation ($input: RequestFriendshipInput!) { requestFriendship(input: $input) { friendship { id } } }',
      { input: { userId: user(cho) } },
    );
    expect(again.errors[0]?.extensions).toMatchObject({ code: 'FRIENDSHIP_EXISTS', existing: id });

    const found = await as(people.ann).graphql(
      `query ($id: ID!, $one: ID!, $other: ID!) {
        node(id: $id) { __typename id ... on Friendship { ${friendship} } }
        friendship(id: $id) { id }
        friendshipWith(userId: $one, ofId: $other) { id }
        user(id: $one) { friendship { id } friends { totalCount nodes { firstName } } }
      }`,
      { id, one: user(cho), other: user(dan) },
    );
    expect(found).toMatchObject({
      errors: [],
      data: {
        node: { __typename: 'Friendship', id, requester: { firstName: 'Cho' } },
        friendship: { id },
        friendshipWith: { id },
        user: { friendship: null, friends: { totalCount: 1, nodes: [{ firstName: 'Dan' }] } },
      },
    });
    const end = 'mutation ($input: EndFriendshipInput!) { endFriendship(input: $input) { deletedId } }';
    expect(await code(people.ann, end, { input: { id } })).toBe('NOT_FOUND');
    expect((await as(dan).graphql(end, { input: { id } })).data).toEqual({ endFriendship: { deletedId: id } });
    expect((await as(dan).graphql('query ($id: ID!) { node(id: $id) { id } }', { id })).data).toEqual({ node: null });
  });

  test('are paged by cursor and filtered by status', async () => {
    const eve = await newPerson(service, 'Eve', 'Evans');
    for (const [i] of Array.from({ length: 5 }).entries())
      await befriended(eve, await newPerson(service, 'Friend', `Number${i}`));
    const query = `query ($after: String, $status: FriendshipStatus) {
      friendships(first: 2, after: $after, status: $status) {
        totalCount nodes { requested { lastName } } edges { cursor node { status } }
        pageInfo { hasNextPage hasPreviousPage endCursor }
      }
      me { friends(first: 2, after: $after) { nodes { lastName } } }
    }`;
    interface Page {
      friendships: {
        totalCount: number;
        nodes: { requested: { lastName: string } }[];
        pageInfo: Mapping & { endCursor: string };
      };
    }
    const names: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = (await as(eve).graphql<Page>(query, { after })).data!;
      expect(page.friendships.totalCount).toBe(5);
      names.push(...page.friendships.nodes.map(({ requested }) => requested.lastName));
      expect(page.friendships.pageInfo['hasPreviousPage']).toBe(after !== null);
      after = page.friendships.pageInfo['hasNextPage'] ? page.friendships.pageInfo.endCursor : null;
    } while (after);
    expect(names).toEqual([4, 3, 2, 1, 0].map((i) => `Number${i}`));
    const waiting = await as(eve).graphql<Page>(query, { status: 'PENDING' });
    expect(waiting.data?.friendships).toMatchObject({ totalCount: 0, nodes: [] });
    expect(await code(eve, query, { after: 'nonsense' })).toBe('INVALID');
  });

  test('are refused when pending ones of others are requested; without a status the visible ones are returned', async () => {
    const { ann, bob, cho } = people;
    const query = `query ($userId: ID!, $status: FriendshipStatus) {
      friendships(userId: $userId, status: $status) { totalCount nodes { status requester { firstName } } } }`;
    expect(await code(cho, query, { userId: user(ann), status: 'PENDING' })).toBe('INVALID');
    expect((await as(cho).graphql(query, { userId: user(ann) })).data).toMatchObject({
      friendships: { totalCount: 1, nodes: [{ status: 'ACCEPTED' }] },
    });
    expect((await as(bob).graphql(query, { userId: globalId('User', 999_999) })).data).toEqual({
      friendships: null,
    });
  });

  test('take the same number of statements for many users as for one', async () => {
    const query = `query ($first: Int!) { users(friendsWith: "${user(people.ann)}", first: $first) { totalCount nodes {
      firstName friendship { status } friends(first: 3) { totalCount nodes { firstName friendship { id } } } } } }`;
    await befriended(people.ann, await newPerson(service, 'Fay', 'Fox'));
    await befriended(people.ann, await newPerson(service, 'Gus', 'Gold'));
    const few = await countStatements(service, () => as(people.ann).graphql(query, { first: 1 }));
    const many = await countStatements(service, () => as(people.ann).graphql(query, { first: 2 }));
    expect(many).toEqual(few);
    expect(many.length).toBeLessThanOrEqual(6);
  });

  test('require a key', async () => {
    for (const query of [
      '{ friendships { totalCount } }',
      '{ blockedUsers { totalCount } }',
      `{ users(friendsWith: "${user(people.ann)}") { totalCount } }`,
      '{ searchUsers(q: "ann") { totalCount } }',
      '{ searchFriends(q: "ann") { totalCount } }',
      `{ friendship(id: "${globalId('Friendship', 1)}") { id } }`,
      `{ friendshipWith(userId: "${user(people.ann)}") { id } }`,
      'mutation { invite(input: { email: "a@b.example" }) { done } }',
      `mutation { blockUser(input: { userId: "${user(people.ann)}" }) { user { id } } }`,
      `mutation { requestFriendship(input: { userId: "${user(people.ann)}" }) { friendship { id } } }`,
      `mutation { acceptFriendship(input: { id: "${globalId('Friendship', 1)}" }) { friendship { id } } }`,
      `mutation { endFriendship(input: { id: "${globalId('Friendship', 1)}" }) { deletedId } }`,
    ]) {
      const { errors } = await nobody(service).graphql(query);
      expect([query, errors[0]?.extensions.code]).toEqual([query, 'UNAUTHENTICATED']);
    }
  });

  test('invite does not reveal whether the address has an account', async () => {
    const query = 'mutation ($input: InviteInput!) { invite(input: $input) { done } }';
    for (const email of ['graphql@example.org', people.cho.email])
      expect((await as(people.ann).graphql(query, { input: { email } })).data).toEqual({ invite: { done: true } });
    expect(await code(people.ann, query, { input: { email: 'x' } })).toBe('INVALID');
  });
});
