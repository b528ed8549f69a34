/** Comments, likes and messages that are admitted, and then overtaken by the suspension of their writer, are refused. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { comment } from '../feed/commenting.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { holdStatements } from '../support/held-statements.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { mutate, newStaff, suspend } from './moderating.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Archer');
const staff = await newStaff(service);
const { post } = await record(ann);
const ofAnn = await comment(ann, post, 'First');
const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Starts what somebody writes, and returns the codes of its refusals. */
async function write(who: Person, conversation: number): Promise<() => Promise<unknown[]>> {
  const id = globalId('Post', post);
  const inputs = [
    ['addComment', { postId: id, comment: 'Late' }, 'comment { id }'],
    ['likePost', { id }, 'post { id }'],
    ['likeComment', { id: globalId('Comment', ofAnn) }, 'comment { id }'],
    ['sendMessage', { conversationId: globalId('Conversation', conversation), message: 'Late' }, 'message { id }'],
    ['startConversation', { recipientIds: [globalId('User', ann.id)], message: 'Late' }, 'conversation { id }'],
  ] as const;
  const writes = Promise.all(inputs.map(([field, input, selection]) => mutate(who, field, { ...input }, selection)));
  return () => writes;
}

/** What Ann sees of them. */
async function seen(conversation: number): Promise<unknown> {
  const { comment_count, likers } = (await as(ann).get(`/post/${post}/`)).json<Record<string, unknown>>();
  const { last_message } = (await as(ann).get(`/conversation/${conversation}/`)).json<Record<string, unknown>>();
  const { objects } = (await as(ann).get('/conversation/inbox/')).json<{ objects: unknown[] }>();
  return { comment_count, likers, last_message, conversations: objects.length };
}

const refused = Array.from({ length: 5 }, () => 'SUSPENDED');

test('a write that was admitted before the suspension is refused', async () => {
  const bob = await newPerson(service, 'Bob', 'Baker');
  const conversation = await start(bob, [ann]);
  await say(ann, conversation, 'Hi');
  const before = await seen(conversation);
  const held = holdStatements(service, /^(insert_comment|like_post|like_comment|insert_message)$/);
  const results = await write(bob, conversation);
  while (held.waiting() < 4) await pause();
  await suspend(staff, bob);
  held.release();
  expect((await results()).slice(0, 4)).toEqual(refused.slice(0, 4));
  expect(await seen(conversation)).toMatchObject({ ...(before as object), conversations: 1 });
});

// The embedded database has one connection.
const onServer = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;
onServer('at the same moment', () => {
  test('a write that waits for the suspension is refused', async () => {
    const cho = await newPerson(service, 'Cho', 'Chang');
    const conversation = await start(cho, [ann]);
    await say(ann, conversation, 'Hi');
    const before = await seen(conversation);
    let results: (() => Promise<unknown[]>) | undefined;
    const waiting = () =>
      service.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    await service.database.transaction(async (tx) => {
      const em = await tx.em();
      await em.execute('select id from users where id = ? for update', [cho.id]);
      await em.execute('insert into suspension (user_id) values (?)', [cho.id]);
      results = await write(cho, conversation);
      while ((await waiting()).length < 5) await pause();
    });
    expect(await results?.()).toEqual(refused);
    await service.sql('delete from suspension where user_id = ?', [cho.id]);
    expect(await seen(conversation)).toEqual(before);
  });
});
