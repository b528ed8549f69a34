/** Suspensions that overlap with each other, and with what staff hide. */
import { expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { join, newEvent, sponsor } from '../events/participation.ts';
import { comment } from '../feed/commenting.ts';
import { as, newPerson } from '../support/cast.ts';
import { liveCursor, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { hide, newStaff, queueOf, report, restore, suspend, unsuspend } from './moderating.ts';

const service = await testService();
const staff = await newStaff(service);
const ann = await newPerson(service, 'Ann', 'Archer');
const [bob, cho] = [await newPerson(service, 'Bob', 'Baker'), await newPerson(service, 'Cho', 'Chang')];

test('a post that names a suspended sponsor is hidden and restored by staff like any other', async () => {
  const participant = await join(ann, await newEvent(staff, { endDate: '2090-05-31T00:00:00' }));
  await sponsor(bob, ann, participant, 2, 'Acme');
  const [{ id: post } = { id: 0 }] = (await service.sql('select post_id as id from event_sponsor')) as { id: number }[];
  const isSeen = async () => (await as(cho).get(`/post/${post}/`)).status;
  const caseOf = async (status: string) => (await queueOf(staff, status)).nodes[0];
  await report(cho, 'reportPost', 'Post', post);
  await suspend(staff, bob);
  expect([await isSeen(), await caseOf('OPEN')]).toMatchObject([404, { isHidden: false }]);
  await hide(staff, 'Post', post);
  expect(await caseOf('RESOLVED')).toMatchObject({ isHidden: true });
  await unsuspend(staff, bob);
  expect(await isSeen()).toBe(404);
  await suspend(staff, bob);
  await restore(staff, 'Post', post);
  expect(await isSeen()).toBe(404);
  await unsuspend(staff, bob);
  expect(await isSeen()).toBe(200);
});

test('subscribers are told of each suspension that changes a post', async () => {
  const { post } = await record(ann);
  const ofAnn = await comment(ann, post, 'First');
  for (const who of [bob, cho]) {
    await comment(who, post, 'Me too');
    await as(who).post('/like/toggle/', { object_type: 'comment', object_id: ofAnn });
  }
  const socket = await new TestSocket(service.url).init({ authorization: ann.authorization });
  const live = socket.operate(
    'subscription ($id: ID, $after: String) { postChanged(id: $id, after: $after) { cursor post { commentCount } } }',
    { id: globalId('Post', post), after: await liveCursor(as(ann)) },
  );
  let told = 0;
  /** Waits for an event with which the post has so many comments. */
  const isTold = async (comments: number) => {
    for (let last: unknown; !last || (last as { commentCount: number }).commentCount !== comments;)
      last = (await live.first(++told)).at(-1)?.['post'];
  };
  await suspend(staff, bob);
  await isTold(2);
  await suspend(staff, cho);
  await isTold(1);
  await unsuspend(staff, bob);
  await isTold(2);
  socket.raw.close();
});
