/** Deleted messages: what the participants see of them over both interfaces, what counts as unread, and live events. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { change } from '../notifications/notified.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { liveCursor, liveFormats } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { conversationOf, messagesOf, say, start, unread } from './conversation-calls.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const deleted = 'This message was deleted.';

const remove = (person: Person, id: number) =>
  change(person, 'deleteMessage', 'Message', id, 'message { message isDeleted viewerCanDelete databaseId }');

describe('a deleted message', () => {
  test('has no text, and is marked as deleted for everybody', async () => {
    const talk = await start(ann, [bob, cho], 'First');
    const id = await say(ann, talk, 'A secret');
    const gone = { message: '', isDeleted: true, viewerCanDelete: false, databaseId: id };
    // A second call changes nothing.
    for (let round = 0; round < 2; round++)
      expect((await remove(ann, id)).data).toEqual({ deleteMessage: { message: gone } });
    const query = `query ($id: ID!) { conversation(id: $id) { lastMessage { message isDeleted }
      messages { totalCount nodes { message isDeleted viewerCanDelete } } } }`;
    for (const person of [ann, bob]) {
      const { data } = await as(person).graphql(query, { id: globalId('Conversation', talk) });
      const first = { message: 'First', isDeleted: false, viewerCanDelete: person === ann };
      const last = { message: '', isDeleted: true };
      expect(data).toEqual({
        conversation: {
          lastMessage: last,
          messages: { totalCount: 2, nodes: [first, { ...last, viewerCanDelete: false }] },
        },
      });
    }
    expect((await service.sql('select message from message where id = ?', [id]))[0]).toEqual({ message: '' });
  });

  test('has a sentence over REST, and its place', async () => {
    const talk = await start(ann, [bob], 'First');
    const id = await say(ann, talk, 'A secret');
    const before = await messagesOf(bob, talk);
    await remove(ann, id);
    const after = await messagesOf(bob, talk);
    expect(after).toEqual(before.map((one) => (one.id === id ? { ...one, message: deleted } : one)));
    expect((await conversationOf(bob, talk)).last_message).toMatchObject({ id, message: deleted });
    expect((await as(bob).get(`/message/${id}/`)).json()).toMatchObject({ message: deleted });
    expect((await as(bob).post(`/conversation/${talk}/read/`, { last_message_id: id })).status).toBe(200);
  });

  test('is not found by search, and cannot be reported', async () => {
    const talk = await start(ann, [bob], 'First');
    const id = await say(ann, talk, 'Zanzibar');
    const found = async () => {
      const { data } = await as(bob).graphql<{ searchMessages: { nodes: unknown[] } }>(
        '{ searchMessages(query: "zanzi") { nodes { id } } }',
      );
      return data?.searchMessages.nodes.length;
    };
    expect(await found()).toBe(1);
    await remove(ann, id);
    expect(await found()).toBe(0);
    const { errors } = await as(bob).graphql(
      'mutation ($id: ID!) { reportMessage(input: { id: $id, reason: SPAM }) { reported } }',
      { id: globalId('Message', id) },
    );
    expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('does not count as unread any more, and others do', async () => {
    const before = await unread(bob);
    const talk = await start(ann, [bob], 'First');
    const second = await say(ann, talk, 'Second');
    expect(await unread(bob)).toBe(before + 2);
    await remove(ann, second);
    expect(await unread(bob)).toBe(before + 1);
    await remove(ann, second);
    expect(await unread(bob)).toBe(before + 1);
    await say(ann, talk, 'Third');
    expect(await unread(bob)).toBe(before + 2);
  });

  test('is announced to the participants', async () => {
    const talk = await start(ann, [bob], 'First');
    const id = await say(ann, talk, 'Second');
    const live = await liveFormats['graphql-ws'](
      bob,
      `subscription ($after: String) { conversationChanged(after: $after) { cursor conversationId conversation { lastMessage { isDeleted } } } }`,
      { after: await liveCursor(as(bob)) },
    );
    await remove(ann, id);
    await live.results.until(() =>
      live.events.some(
        (event) => (event['conversation'] as { lastMessage: { isDeleted: boolean } }).lastMessage.isDeleted,
      ),
    );
    live.stop();
  });
});

test('only one’s own messages can be deleted, as long as one takes part', async () => {
  const talk = await start(ann, [bob, cho], 'First');
  const id = await say(ann, talk, 'Second');
  const code = async (person: Person, of: number) => (await remove(person, of)).errors[0]?.extensions.code;
  expect([await code(bob, id), await code(ann, 999_999)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  await change(ann, 'leaveConversation', 'Conversation', talk, 'conversationId');
  expect(await code(ann, id)).toBe('NOT_FOUND');
  expect((await messagesOf(bob, talk)).map(({ message }) => message)).toEqual(['First', 'Second']);
});
