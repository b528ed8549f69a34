/**
 * Messages can be sent and read over REST, also with deleted accounts and blocks.
 * Rows: `GET /message/?conversation=[ID]`, `POST /message/`, `GET /message/[message_id]/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { conversationOf, idIn, idsOf, messagesOf, recipientsOf, say, start } from './conversation-calls.ts';
import type { List, WireMessage } from './conversation-calls.ts';

const service = await testService();
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ({ ann, bob } = await cast(service));
});

describe('POST /message/', () => {
  test.each(encodingNames)('accepts %s and answers 201 with the Location and no body', async (name) => {
    const conversation = await start(ann, [bob]);
    const { query, parcel } = encodings[name]({ conversation_id: conversation, message: `by ${name}` });
    const id = idIn(await as(bob).send('POST', `/message/${query}`, parcel));
    const got = await as(ann).get(`/message/${id}/`);
    expect(got.json()).toEqual({
      id,
      resource_uri: `/api/v1/message/${id}/`,
      conversation: `/api/v1/conversation/${conversation}/`,
      created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
      message: `by ${name}`,
      user: `/api/v1/user/${bob.id}/`,
      user_deleted_name: '',
    });
    for (const format of ['xml', 'yaml'])
      expect(wireValue(await as(ann).get(`/message/${id}/?format=${format}`))).toEqual(got.json());
  });

  test('refuses an invalid message and names the field', async () => {
    const conversation_id = await start(ann, [bob]);
    for (const [body, text] of [
      [{ message: 'x' }, 'conversation_id: is required'],
      [{ conversation_id: 'x', message: 'x' }, 'conversation_id: must be a number'],
      [{ conversation_id }, 'message: is required'],
      [{ conversation_id, message: '\n' }, 'message: must not be empty'],
      [{ conversation_id, message: 'x'.repeat(10_001) }, 'message: must have at most 10000 characters'],
      [{ conversation_id, message: '\u0000' }, 'message: must not have control characters'],
    ] as const)
      expect(await as(bob).post('/message/', body)).toMatchObject({ status: 400, text });
    expect(await messagesOf(ann, conversation_id)).toHaveLength(1);
  });
});

describe('GET /message/[message_id]/', () => {
  test('returns the message to members of the conversation only', async () => {
    const id = await say(bob, await start(ann, [bob]), 'for two');
    expect((await as(ann).get(`/message/${id}/`)).json()).toMatchObject({ id, message: 'for two' });
    const stranger = await newPerson(service, 'Sam', 'Stranger');
    expect(await as(stranger).get(`/message/${id}/`)).toMatchObject({ status: 404, text: '' });
  });
});

describe('GET /message/?conversation=[ID]', () => {
  test('returns a page, oldest first', async () => {
    const id = await start(ann, [bob], '0');
    for (let i = 1; i < 5; i++) await say(i % 2 ? bob : ann, id, `${i}`);
    expect((await messagesOf(bob, id)).map(({ message }) => message)).toEqual(['0', '1', '2', '3', '4']);
    const page = (await as(bob).get(`/message/?conversation=${id}&limit=2&offset=2`)).json<List<WireMessage>>();
    expect(page.objects.map(({ message }) => message)).toEqual(['2', '3']);
    expect(page.meta).toMatchObject({ total_count: 5, next: `/api/v1/message/?conversation=${id}&limit=2&offset=4` });
    for (const format of ['xml', 'yaml']) {
      const other = await as(bob).get(`/message/?conversation=${id}&limit=2&offset=2&format=${format}`);
      expect((wireValue(other) as List<WireMessage>).objects).toEqual(page.objects);
    }
  });

  test('requires a conversation', async () => {
    expect(await as(bob).get('/message/')).toMatchObject({ status: 400, text: 'conversation: is required' });
    expect(await as(bob).get('/message/?conversation=x')).toMatchObject({ status: 400 });
  });

  test('takes the same few statements for every page size', async () => {
    const id = await start(ann, [bob]);
    for (let i = 0; i < 11; i++) await say(ann, id, `${i}`);
    const few = await countStatements(service, () => as(bob).get(`/message/?conversation=${id}&limit=1`));
    const many = await countStatements(service, () => as(bob).get(`/message/?conversation=${id}&limit=10`));
    expect(many).toEqual(few);
    expect(many).toEqual(['conversations_by_ids', 'message_counts', 'messages_of_conversations']);
  });

  test('sending a message takes one statement', async () => {
    const id = await start(ann, [bob]);
    expect(await countStatements(service, () => say(ann, id, 'x'))).toEqual(['insert_message']);
  });
});

describe('a user who has deleted the account', () => {
  test('is null in the messages, which keep the name', async () => {
    const dora = await newPerson(service, 'Dora', 'Deleted');
    const id = await start(dora, [ann, bob], 'Bye');
    await service.sql("update message set user_id = null, user_deleted_name = 'Dora Deleted' where user_id = ?", [
      dora.id,
    ]);
    await service.sql("update conversation set past_users_involved = '{Dora Deleted}' where id = ?", [id]);
    await service.sql('delete from users where id = ?', [dora.id]);
    const conversation = await conversationOf(ann, id);
    expect(conversation).toMatchObject({ started_by: null, past_users_involved: ['Dora Deleted'] });
    expect(conversation.recipients.map((user) => user.id)).toEqual(idsOf(ann, bob));
    expect(conversation.last_message).toMatchObject({ user: null, user_deleted_name: 'Dora Deleted' });
    await say(bob, id, 'still here');
  });
});

describe('a blocked user', () => {
  test('can neither write nor be written to; in a group only the blocking user receives nothing', async () => {
    const [dora, eli] = [await newPerson(service, 'Dora', 'Blocks'), await newPerson(service, 'Eli', 'Blocked')];
    const two = await start(dora, [eli]);
    const group = await start(dora, [eli, ann]);
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [dora.id, eli.id]);
    for (const [from, to] of [
      [dora, eli],
      [eli, dora],
    ] as const) {
      const started = await as(from).post('/conversation/', { message: 'x', recipients: [to.id, ann.id] });
      expect(started).toMatchObject({ status: 400, text: 'You cannot write to this person.' });
      expect((await as(from).post('/message/', { conversation_id: two, message: 'x' })).status).toBe(400);
    }
    expect(await messagesOf(dora, two)).toHaveLength(1);
    await say(eli, group, 'hello all');
    expect((await messagesOf(dora, group)).map(({ message }) => message)).toEqual(['Hello']);
    expect((await messagesOf(ann, group)).map(({ message }) => message)).toEqual(['Hello', 'hello all']);
    expect(await recipientsOf(dora, group)).toEqual(idsOf(ann, dora, eli));
    // For who is blocked, the blocker is as somebody who deleted the account: every URI can be fetched.
    const seen = await conversationOf(eli, group);
    expect(seen).toMatchObject({ started_by: null, past_users_involved: ['Dora Blocks'] });
    expect(seen.recipients.map(({ id }) => id)).toEqual(idsOf(ann, eli));
    expect((await messagesOf(eli, group))[0]).toMatchObject({ user: null, user_deleted_name: 'Dora Blocks' });
  });
});
