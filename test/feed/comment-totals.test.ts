/** The total number of comments on a page is the number that the whole list has, whatever a viewer is shown differently. */
import { expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { hide, mute, newStaff, restore, suspend, unmute, unsuspend } from '../people/moderating.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { comment } from './commenting.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Archer');
const bob = await newPerson(service, 'Bob', 'Baker');
const cho = await newPerson(service, 'Cho', 'Chang');
const dan = await newPerson(service, 'Dan', 'Dogan');
const staff = await newStaff(service);
const { post } = await record(ann);
const ofBob = await comment(bob, post, 'by Bob');
for (const person of [bob, cho, cho, dan, dan, dan]) await comment(person, post, `by ${person.id}`);

const block = (by: Person, whom: Person) =>
  service.sql('insert into block (user_id, blocked_id) values (?, ?)', [by.id, whom.id]);

type List = { meta: { total_count: number }; objects: unknown[] };

/** The length of the whole list of each reader, which a page of one comment must have as its total. */
async function totals(readers: readonly Person[]): Promise<number[]> {
  return Promise.all(
    readers.map(async (reader) => {
      const path = `/comment/?post_id=${post}`;
      const { length } = (await as(reader).get(path)).json<List>().objects;
      const page = (await as(reader).get(`${path}&limit=1`)).json<List>();
      const { data } = await as(reader).graphql<{ comments: { totalCount: number } }>(
        'query ($id: ID!) { comments(postId: $id, last: 1) { totalCount } }',
        { id: globalId('Post', post) },
      );
      expect([page.meta.total_count, data?.comments.totalCount]).toEqual([length, length]);
      return length;
    }),
  );
}

test.each<
  [what: string, change: () => Promise<unknown>, readers: Person[], totals: number[], undo: () => Promise<unknown>]
>([
  ['a mute', () => mute(bob, dan), [ann, bob, cho, dan], [7, 4, 7, 7], () => unmute(bob, dan)],
  ['a block', () => block(bob, cho), [ann, bob, cho, dan], [7, 5, 5, 7], () => service.sql('delete from block')],
  [
    'a hidden comment',
    () => hide(staff, 'Comment', ofBob),
    [ann, bob, cho],
    [6, 7, 6],
    () => restore(staff, 'Comment', ofBob),
  ],
  ['a suspension', () => suspend(staff, cho), [ann, bob, dan], [5, 5, 5], () => unsuspend(staff, cho)],
])('with %s, and without it', async (_what, change, readers, expected, undo) => {
  expect(await totals(readers)).toEqual(readers.map(() => 7));
  await change();
  expect(await totals(readers)).toEqual(expected);
  await undo();
  expect(await totals(readers)).toEqual(readers.map(() => 7));
});
