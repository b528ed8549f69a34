import { expect, test } from '@jest/globals';
import { say, start } from '../conversations/talk.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const leave = (person: Person) =>
  as(person).graphql(`mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }`, {
    password: person.password,
  });

/** Everybody is everybody's friend, likes and comments on everybody's posts and comments, and talks with all. */
async function closeFriends(names: string[]): Promise<Person[]> {
  const people = await Promise.all(names.map((name) => newPerson(service, name, 'Close')));
  for (const [i, one] of people.entries()) for (const other of people.slice(i + 1)) await befriend(service, one, other);
  const [first, ...others] = people as [Person, ...Person[]];
  const group = await start(first, others);
  const posts = await Promise.all(people.map(async (person) => (await record(person)).post));
  for (const person of people) {
    await say(person, group, 'Hello');
    for (const post of posts) {
      await as(person).post('/comment/', { post_id: post, comment: 'Well done' });
      await as(person).post('/like/toggle/', { object_type: 'post', object_id: post });
    }
  }
  const { objects } = (await as(first).get(`/comment/?post_id=${posts[0]}`)).json<{ objects: { id: number }[] }>();
  for (const { id } of objects)
    for (const person of people) await as(person).post('/like/toggle/', { object_type: 'comment', object_id: id });
  return people;
}

test('those who share much may all leave at once, while one of them still writes', async () => {
  for (const round of ['a', 'b']) {
    const people = await closeFriends(['Ann', 'Bob', 'Cho', 'Dan', 'Eve', 'Fay'].map((name) => `${name}${round}`));
    const [stays, ...leavers] = people as [Person, ...Person[]];
    const over = new AbortController();
    const statuses = new Set<number>();
    const busy = (async () => {
      const { post } = await record(stays);
      while (!over.signal.aborted) {
        statuses.add((await as(stays).post('/comment/', { post_id: post, comment: 'Still here' })).status);
        statuses.add((await as(stays).post('/like/toggle/', { object_type: 'post', object_id: post })).status);
      }
    })();
    const answers = await Promise.all(leavers.map(leave));
    over.abort();
    await busy;
    expect(answers.map(({ data }) => data)).toEqual(leavers.map(() => ({ deleteAccount: { done: true } })));
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  }
});
