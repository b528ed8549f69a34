/** Conversations and messages can be searched, paged and changed over GraphQL. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { inOrder, say, start } from './conversation-calls.ts';

const service = await testService();
let ann: Person;
let bob: Person;
let cho: Person;

beforeAll(async () => {
  ({ ann, bob, cho } = await cast(service));
});

describe('GraphQL', () => {
  test('search covers inbox and archive, but not hidden conversations', async () => {
    const dora = await newPerson(service, 'Dora', 'Searches');
    const [inbox, archived, hidden] = [
      await start(ann, [dora], 'Meet at the BRIDGE'),
      await start(ann, [dora], 'bridge or 100% river'),
      await start(ann, [dora], 'bridge again'),
    ];
    await start(ann, [bob], 'bridge of others');
    await as(dora).patch(`/conversation/${archived}/archive/`);
    await as(dora).patch(`/conversation/${hidden}/hide/`);
    const find = async (query: string, more = {}) => {
      const answer = await as(dora).graphql<{ searchMessages: { nodes: { conversation: { databaseId: number } }[] } }>(
        `query ($query: String!, $conversationId: ID, $first: Int, $after: String) {
          searchMessages(query: $query, conversationId: $conversationId, first: $first, after: $after) {
            nodes { conversation { databaseId } } } }`,
        { query, ...more },
      );
      return answer.data?.searchMessages.nodes.map(({ conversation }) => conversation.databaseId);
    };
    expect(await find('bridge')).toEqual([archived, inbox]);
    expect(await find('0%')).toEqual([archived]);
    expect(await find('_')).toEqual([]);
    expect(await find('bridge', { first: 1 })).toEqual([archived]);
    expect(await find('bridge', { conversationId: globalId('Conversation', inbox) })).toEqual([inbox]);
    await say(ann, hidden, 'so');
    expect(await find('bridge')).toEqual([hidden, archived, inbox]);
  });

  test('offers everything that REST does, with cursors', async () => {
    const started = await as(ann).graphql<{ startConversation: { conversation: { id: string } } }>(
      `mutation ($input: StartConversationInput!) { startConversation(input: $input) { conversation {
        id placement hasUnreadMessages unreadMessages pastUsersInvolved startedBy { firstName } recipients { firstName }
        lastMessage { message user { firstName } conversation { databaseId placement } } } } }`,
      { input: { recipientIds: [globalId('User', bob.id), globalId('User', cho.id)], message: 'one' } },
    );
    expect(started.data).toMatchObject({
      startConversation: {
        conversation: {
          placement: 'INBOX',
          hasUnreadMessages: false,
          startedBy: { firstName: 'Ann' },
          recipients: inOrder(ann, bob, cho).map(({ firstName }) => ({ firstName })),
          lastMessage: { message: 'one', user: { firstName: 'Ann' }, conversation: { placement: 'INBOX' } },
        },
      },
    });
    const id = started.data?.startConversation.conversation.id as string;
    const sent = await as(bob).graphql<{ sendMessage: { message: { id: string } } }>(
      `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id message createdDate
        conversation { unreadMessages lastMessage { message } } } } }`,
      { input: { conversationId: id, message: 'two' } },
    );
    expect(sent.data).toMatchObject({
      sendMessage: {
        message: { message: 'two', conversation: { unreadMessages: 1, lastMessage: { message: 'two' } } },
      },
    });
    const read = await as(bob).graphql(
      `mutation ($input: MarkConversationReadInput!) { markConversationRead(input: $input) { conversation {
        unreadMessages } } }`,
      { input: { id, lastMessageId: sent.data?.sendMessage.message.id } },
    );
    expect(read.data).toEqual({ markConversationRead: { conversation: { unreadMessages: 0 } } });
    for (const [mutation, placement] of [
      ['archiveConversation', 'ARCHIVED'],
      ['hideConversation', 'HIDDEN'],
      ['moveConversationToInbox', 'INBOX'],
    ] as const) {
      const moved = await as(bob).graphql(
        `mutation ($input: MoveConversationInput!) { ${mutation}(input: $input) { conversation { placement } } }`,
        { input: { id } },
      );
      expect(moved.data).toEqual({ [mutation]: { conversation: { placement } } });
    }
    const pages = await as(bob).graphql(
      `query ($id: ID!) { conversation(id: $id) { messages(last: 1) { totalCount nodes { message }
          pageInfo { hasPreviousPage hasNextPage } } }
        conversations(placement: INBOX, first: 1) { totalCount nodes { id } edges { cursor } pageInfo { hasNextPage } } }`,
      { id },
    );
    expect(pages.data).toMatchObject({
      conversation: {
        messages: {
          totalCount: 2,
          nodes: [{ message: 'two' }],
          pageInfo: { hasPreviousPage: true, hasNextPage: false },
        },
      },
      conversations: { nodes: [{ id }] },
    });
  });
});
