/** Simultaneous requests, acceptances, blocks and deletions of accounts leave one consistent state. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { requestFriendship, friends, none, pending, setBlock, tiesOf } from './friendship-calls.ts';

const service = await testService();
const rounds = Array.from({ length: 20 }, (_, i) => i);
let made = 0;

function twoUsers(): Promise<[Person, Person]> {
  made += 1;
  return Promise.all([newPerson(service, 'Ann', `Number${made}`), newPerson(service, 'Bob', `Number${made}`)]);
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const request = (from: Person, to: Person) => as(from).post('/friendship/request/', { user_id: to.id });

describe('simultaneous requests', () => {
  test('of both users create one accepted friendship', async () => {
    for (const _ of rounds) {
      const [ann, bob] = await twoUsers();
      expect(statuses(await Promise.all([request(ann, bob), request(bob, ann)]))).toEqual([200, 201]);
      expect(await tiesOf(service, ann, bob)).toEqual(friends);
    }
  });

  test('of one user create one request', async () => {
    const [ann, bob] = await twoUsers();
    const answers = await Promise.all(rounds.slice(0, 5).map(() => request(ann, bob)));
    expect(statuses(answers)).toEqual([201, 400, 400, 400, 400]);
    const locations = new Set(answers.map(({ headers }) => headers.location));
    expect(locations.size).toBe(1);
    expect(await tiesOf(service, ann, bob)).toEqual(pending);
  });

  test('to accept and to withdraw end the friendship with its edges', async () => {
    for (const round of rounds) {
      const [ann, bob] = await twoUsers();
      const { id } = await requestFriendship(ann, bob);
      const accept = () => as(bob).post('/friendship/accept/', { friendship_id: id });
      const end = () => as(ann).delete(`/friendship/${id}/`);
      const [first, second] = round % 2 === 0 ? [accept, end] : [end, accept];
      const answers = await Promise.all([first(), second()]);
      expect([
        [200, 204],
        [204, 404],
      ]).toContainEqual(statuses(answers));
      expect(await tiesOf(service, ann, bob)).toEqual(none);
    }
  });

  test('of both to end it succeed once', async () => {
    for (const _ of rounds) {
      const [ann, bob] = await twoUsers();
      const { id } = await requestFriendship(ann, bob);
      await requestFriendship(bob, ann);
      const answers = await Promise.all([as(ann).delete(`/friendship/${id}/`), as(bob).delete(`/friendship/${id}/`)]);
      expect(statuses(answers)).toEqual([204, 404]);
      expect(await tiesOf(service, ann, bob)).toEqual(none);
    }
  });

  test('to ask or accept and to block leave no relation', async () => {
    for (const round of rounds) {
      const [ann, bob] = await twoUsers();
      const requested = round % 2 === 0 ? await requestFriendship(bob, ann) : null;
      const attempt = requested
        ? as(ann).post('/friendship/accept/', { friendship_id: requested.id })
        : request(ann, bob);
      const [answer, block] = await Promise.all([attempt, setBlock(bob, ann)]);
      expect([200, 201, 404]).toContain(answer.status);
      expect(block.errors).toEqual([]);
      expect(await tiesOf(service, ann, bob)).toEqual(none);
    }
  });

  test('of both to block store both blocks', async () => {
    for (const _ of rounds.slice(0, 5)) {
      const [ann, bob] = await twoUsers();
      const answers = await Promise.all([setBlock(ann, bob), setBlock(bob, ann)]);
      expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
      expect(answers[0]?.data).toEqual({ blockUser: { user: { databaseId: bob.id, firstName: 'Bob' } } });
      const blocks = await service.sql('select 1 from block where user_id in (?, ?)', [ann.id, bob.id]);
      expect(blocks).toHaveLength(2);
    }
  });

  test('to accept, end or ask while the other user deletes the account succeed or answer 404', async () => {
    const leave = (person: Person) =>
      as(person).graphql('mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { done } }', {
        input: { password: person.password },
      });
    for (const round of rounds.slice(0, 12)) {
      const [ann, bob] = await twoUsers();
      const { id } = await requestFriendship(ann, bob);
      const acts = [
        () => as(bob).post('/friendship/accept/', { friendship_id: id }),
        () => as(bob).delete(`/friendship/${id}/`),
        () => request(bob, ann),
      ];
      // Leaving begins with the password, which takes its time: some of the attempts fall into the middle of it.
      const attempts = Array.from({ length: 25 }, (_, i) => pause(i * 6).then(acts[(round + i) % 3]));
      const [left, ...answers] = await Promise.all([leave(ann), ...attempts]);
      expect(left.errors).toEqual([]);
      for (const { status } of answers) expect([200, 201, 204, 400, 404]).toContain(status);
      expect(await tiesOf(service, ann, bob)).toEqual(none);
    }
  });

  test('of many users to one are all stored', async () => {
    const [ann] = await twoUsers();
    const others = (await Promise.all(rounds.slice(0, 5).map(twoUsers))).flat();
    const answers = await Promise.all(others.map((other) => request(other, ann)));
    expect(new Set(statuses(answers))).toEqual(new Set([201]));
    expect((await as(ann).get('/me/')).json()['pending_friend_requests']).toBe(others.length);
  });
});
