import { expect } from '@jest/globals';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import type { TestService } from '../support/service.ts';

/** A friendship as REST shows it. */
export type WireFriendship = Mapping & { id: number; status: string; requester: number };

/** A list of anything. */
export interface List<Item = Mapping & { id: number }> {
  meta: Mapping;
  objects: Item[];
}

/** Asks for friendship and says what the answer was. */
export async function requestFriendship(person: Person, other: Person): Promise<WireFriendship> {
  const answer = await as(person).post('/friendship/request/', { user_id: other.id });
  expect([200, 201]).toContain(answer.status);
  return answer.json<WireFriendship>();
}

/** Makes friends the ordinary way. */
export async function befriended(person: Person, other: Person): Promise<WireFriendship> {
  await requestFriendship(person, other);
  const friendship = await requestFriendship(other, person);
  expect(friendship.status).toBe('Accepted');
  return friendship;
}

/** What the database holds about two people: rows of friendship, accepted ones, edges. */
export async function tiesOf(service: TestService, one: Person, other: Person): Promise<Mapping> {
  const pair = [one.id, other.id, other.id, one.id];
  const [row] = await service.sql(
    `select count(*)::int as friendships, count(accepted_date)::int as accepted,
       (select count(*)::int from friend_edge where (user_id, friend_id) in ((?, ?), (?, ?))) as edges
     from friendship where (user1_id, user2_id) in ((?, ?), (?, ?))`,
    [...pair, ...pair],
  );
  return row ?? {};
}

export const none = { friendships: 0, accepted: 0, edges: 0 };
export const pending = { friendships: 1, accepted: 0, edges: 0 };
export const friends = { friendships: 1, accepted: 1, edges: 2 };

/** `pending_friend_requests` of the person. */
export async function waiting(person: Person): Promise<unknown> {
  return (await as(person).get('/me/')).json()['pending_friend_requests'];
}

/** Blocks or unblocks. */
export async function setBlock(person: Person, other: Person, name: 'blockUser' | 'unblockUser' = 'blockUser') {
  const { userId } = { userId: Buffer.from(`User:${other.id}`).toString('base64url') };
  const type = name === 'blockUser' ? 'BlockUserInput' : 'UnblockUserInput';
  return as(person).graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { user { databaseId firstName } } }`,
    { input: { userId } },
  );
}
