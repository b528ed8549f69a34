import { expect } from '@jest/globals';
import { conversationOf, idsIn, messagesOf, say, start, unread } from '../conversations/conversation-calls.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { listed, located, nothing, sentence, status } from './world.ts';
import type { World } from './world.ts';

/** Two people whom no other check knows. */
export const pair = async ({ someone }: World): Promise<[Person, Person]> => [await someone(), await someone()];
const place = (person: Person, id: number, where: 'archive' | 'hide') =>
  as(person).patch(`/conversation/${id}/${where}/`);
const read = (person: Person, id: number, last_message_id?: number) =>
  as(person).post(`/conversation/${id}/read/`, { last_message_id });

/** Conversations and messages. */
export const conversations: Statements = {
  'A new conversation is answered with its Location': async (world) => {
    const [one, other] = await pair(world);
    const answer = await as(one).post('/conversation/', { message: 'Hello', recipients: [other.id] });
    const id = located(status(answer, 201), 'conversation');
    expect(await conversationOf(other, id)).toMatchObject({ last_message: { message: 'Hello' } });
  },
  ...each(
    ['message', 'recipients'],
    (field) => `A new conversation requires ${field}`,
    async ({ ann, bob }, field) => {
      const body = { message: 'Hello', recipients: [bob.id], [field]: undefined };
      sentence(await as(ann).post('/conversation/', body), 400, `${field}: `);
    },
  ),
  'recipients may be several': async ({ ann, bob, cho }) => {
    const id = await start(ann, [bob, cho]);
    expect((await conversationOf(cho, id)).recipients.map((user) => user.id).sort()).toEqual(
      [ann.id, bob.id, cho.id].sort(),
    );
  },
  'started_by is the user who started it': async ({ ann, conversation, bob }) => {
    expect((await conversationOf(ann, conversation)).started_by).toMatchObject({ id: bob.id });
  },
  'last_message is the newest message': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(one, [other]);
    const message = await say(other, id, 'Newest');
    expect((await conversationOf(one, id)).last_message).toMatchObject({ id: message, message: 'Newest' });
  },
  'The sender of last_message is one of the recipients': async ({ ann, conversation }) => {
    const { recipients, last_message } = await conversationOf(ann, conversation);
    expect(recipients.map((user) => `/api/v1/user/${user.id}/`)).toContain(last_message.user);
  },
  'past_users_involved is empty while all are there': async ({ ann, conversation }) => {
    expect((await conversationOf(ann, conversation)).past_users_involved).toEqual([]);
  },
  'past_users_involved has the names of those who deleted their accounts': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    await left(other);
    expect((await conversationOf(one, id)).past_users_involved).toEqual([`${other.firstName} ${other.lastName}`]);
  },
  'The user of a message is null when the sender deleted the account': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    await left(other);
    expect(await messagesOf(one, id)).toMatchObject([{ user: null }]);
  },
  'user_deleted_name keeps the name of such a sender': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    await left(other);
    expect(await messagesOf(one, id)).toMatchObject([{ user_deleted_name: `${other.firstName} ${other.lastName}` }]);
  },
  ...each(
    ['inbox', 'archive'] as const,
    (where) => `The ${where} is ordered by the last activity`,
    async (world, where) => {
      const [one, other] = await pair(world);
      const ids = [await start(other, [one]), await start(other, [one]), await start(other, [one])] as const;
      if (where === 'archive') for (const id of ids) nothing(await place(one, id, 'archive'), 204);
      await say(other, ids[0], 'Again');
      expect(await idsIn(one, where)).toEqual([ids[0], ids[2], ids[1]]);
    },
  ),
  ...each(
    ['inbox', 'archive'] as const,
    (where) => `The ${where} is paginated`,
    async (world, where) => {
      const [one, other] = await pair(world);
      for (let i = 0; i < 3; i++) {
        const id = await start(other, [one]);
        if (where === 'archive') nothing(await place(one, id, 'archive'), 204);
      }
      const { meta, objects } = listed(await as(one).get(`/conversation/${where}/?limit=2`));
      expect(objects).toHaveLength(2);
      expect(listed(await as(one).sendTo('GET', String(meta['next']))).objects).toHaveLength(1);
    },
  ),
  'A conversation is read only by those who are in it': async ({ cho, conversation }) => {
    nothing(await as(cho).get(`/conversation/${conversation}/`), 404);
  },
  'The messages of a conversation are listed': async ({ ann, conversation }) => {
    expect(await messagesOf(ann, conversation)).toMatchObject([{ message: 'Hello' }]);
  },
  'The messages need the id of the conversation': async ({ ann }) => {
    sentence(await as(ann).get('/message/'), 400, 'conversation: is required');
  },
  'A message is written into a conversation': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(one, [other]);
    located(status(await as(other).post('/message/', { conversation_id: id, message: 'Hi' }), 201), 'message');
    expect((await messagesOf(one, id)).map(({ message }) => message)).toEqual(['Hello', 'Hi']);
  },
  ...each(
    ['conversation_id', 'message'],
    (field) => `A message requires ${field}`,
    async ({ ann, conversation }, field) => {
      const body = { conversation_id: conversation, message: 'x', [field]: undefined };
      sentence(await as(ann).post('/message/', body), 400, `${field}: `);
    },
  ),
  'A conversation is unread after a message of another': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    expect((await conversationOf(one, id)).has_unread_messages).toBe(true);
  },
  'Reading the last message is answered with 200 and marks the conversation as read': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    status(await read(one, id, (await conversationOf(one, id)).last_message.id), 200);
    expect([(await conversationOf(one, id)).has_unread_messages, await unread(one)]).toEqual([false, 0]);
  },
  'Reading while newer messages exist is answered with 409': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    const { last_message } = await conversationOf(one, id);
    await say(other, id, 'Newer');
    sentence(await read(one, id, last_message.id), 409);
    expect((await conversationOf(one, id)).has_unread_messages).toBe(true);
  },
  'After 409 the messages are fetched again, and reading succeeds': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    await say(other, id, 'Newer');
    status(await read(one, id, (await messagesOf(one, id)).at(-1)!.id), 200);
  },
  'Reading requires last_message_id': async ({ ann, conversation }) => {
    sentence(await read(ann, conversation), 400, 'last_message_id: ');
  },
  'Fetching messages never marks a conversation as read': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    await messagesOf(one, id);
    await conversationOf(one, id);
    expect((await conversationOf(one, id)).has_unread_messages).toBe(true);
  },
  'Archiving is answered without a body, and moves the conversation from inbox to archive': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    nothing(await place(one, id, 'archive'), 204);
    expect([await idsIn(one, 'inbox'), await idsIn(one, 'archive')]).toEqual([[], [id]]);
  },
  'An archived conversation stays searchable': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one], 'About marmots');
    nothing(await place(one, id, 'archive'), 204);
    expect(await search(one)).toBe(1);
  },
  ...each(
    ['inbox', 'archive'] as const,
    (where) => `Hiding is answered without a body, and removes the conversation from the ${where}`,
    async (world, where) => {
      const [one, other] = await pair(world);
      const id = await start(other, [one]);
      if (where === 'archive') nothing(await place(one, id, 'archive'), 204);
      nothing(await place(one, id, 'hide'), 204);
      expect(await idsIn(one, where)).toEqual([]);
    },
  ),
  'A hidden conversation is not searched': async (world) => {
    const [one, other] = await pair(world);
    nothing(await place(one, await start(other, [one], 'About marmots'), 'hide'), 204);
    expect(await search(one)).toBe(0);
  },
  'A new message moves a hidden conversation back to the inbox': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    nothing(await place(one, id, 'hide'), 204);
    await say(other, id, 'Are you there?');
    expect(await idsIn(one, 'inbox')).toEqual([id]);
  },
  'Placing a conversation is a matter of the current user alone': async (world) => {
    const [one, other] = await pair(world);
    const id = await start(other, [one]);
    nothing(await place(one, id, 'archive'), 204);
    expect(await idsIn(other, 'inbox')).toEqual([id]);
  },
};

async function left(person: Person): Promise<void> {
  const document = 'mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }';
  const { errors } = await as(person).graphql(document, { password: person.password });
  expect(errors).toEqual([]);
}

async function search(person: Person): Promise<number> {
  const { data } = await as(person).graphql<{ searchMessages: { nodes: unknown[] } }>(
    '{ searchMessages(query: "marmots", first: 10) { nodes { id } } }',
  );
  return data?.searchMessages.nodes.length ?? -1;
}
