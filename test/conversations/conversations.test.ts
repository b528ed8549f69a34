/**
 * Conversations can be started and read over REST, and only their participants can access them.
 * Rows: `GET /conversation/[id]/`, `POST /conversation/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { encodings } from '../support/encodings.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { conversationOf, idIn, idsIn, idsOf, inOrder, messagesOf, recipientsOf, start } from './conversation-calls.ts';
import type { WireConversation } from './conversation-calls.ts';

const service = await testService();
let ann: Person;
let bob: Person;
let cho: Person;

beforeAll(async () => {
  ({ ann, bob, cho } = await cast(service));
});

describe('POST /conversation/', () => {
  test.each(['json', 'xml', 'yaml'] as const)(
    'accepts %s and answers 201 with the Location and no body',
    async (name) => {
      const { parcel } = encodings[name]({ message: `Hi, by ${name}`, recipients: [bob.id, cho.id] });
      const id = idIn(await as(ann).send('POST', '/conversation/', parcel));
      const got = await conversationOf(bob, id);
      expect(got.last_message.message).toBe(`Hi, by ${name}`);
      expect(got.recipients.map((user) => user.id)).toEqual(idsOf(ann, bob, cho));
    },
  );

  test('accepts XML without types', async () => {
    const headers = { 'Content-Type': contentTypes.xml };
    for (const recipients of [`<value>${bob.id}</value>`, `<value>${bob.id}</value><value>${cho.id}</value>`, bob.id]) {
      const body = `<request><message>Hi</message><recipients>${recipients}</recipients></request>`;
      const id = idIn(await as(ann).send('POST', '/conversation/', { headers, body }));
      expect(await recipientsOf(ann, id)).toContain(bob.id);
    }
  });

  test('refuses form data with 415, because the body has lists', async () => {
    const { parcel } = encodings.form({ message: 'x', recipients: bob.id });
    const answer = await as(ann).send('POST', '/conversation/', parcel);
    expect(answer.status).toBe(415);
    expect(answer.text).toContain(contentTypes.json);
  });

  test('ignores the sender and repetitions among the recipients, and accepts ids as text', async () => {
    const recipients = [ann.id, String(bob.id), bob.id, ...Array.from({ length: 1001 }, () => ann.id)];
    const id = idIn(await as(ann).post('/conversation/', { message: 'x', recipients }));
    expect(await recipientsOf(ann, id)).toEqual(idsOf(ann, bob));
  });

  test('starts another conversation with the same people', async () => {
    expect(await start(ann, [bob])).not.toBe(await start(ann, [bob]));
  });

  test('refuses an invalid conversation and stores nothing', async () => {
    const before = await service.sql('select (select count(*) from conversation) c, (select count(*) from message) m');
    for (const [body, text] of [
      [{ recipients: [bob.id] }, 'message: is required'],
      [{ recipients: [bob.id], message: ' ' }, 'message: must not be empty'],
      [{ recipients: [bob.id], message: 'x'.repeat(10_001) }, 'message: must have at most 10000 characters'],
      [{ message: 'x' }, 'recipients: is required'],
      [{ message: 'x', recipients: [] }, 'recipients: must name somebody besides yourself'],
      [{ message: 'x', recipients: [ann.id] }, 'recipients: must name somebody besides yourself'],
      [{ message: 'x', recipients: [bob.id, 999_999] }, 'recipients: nobody has the id 999999'],
      [{ message: 'x', recipients: [bob.id, 'cho'] }, 'recipients: must be a number'],
      [{ message: 'x', recipients: [bob.id, null] }, 'recipients: is required'],
      [{ message: 'x', recipients: [-1] }, 'recipients: must be a positive integer'],
      [{ message: 'x', recipients: { id: 1 } }, 'recipients: must be a list'],
      [
        { message: 'x', recipients: Array.from({ length: 101 }, (_, i) => i + 1000) },
        'recipients: must be at most 100',
      ],
      [
        { message: 'x', recipients: Array.from({ length: 1001 }, (_, i) => i + 1000) },
        'recipients: has 1001 parts; at most 1000 are accepted',
      ],
    ] as const)
      expect(await as(ann).post('/conversation/', body)).toMatchObject({ status: 400, text });
    expect(await service.sql('select (select count(*) from conversation) c, (select count(*) from message) m')).toEqual(
      before,
    );
  });
});

describe('GET /conversation/[id]/', () => {
  test('returns the conversation in each format', async () => {
    const id = await start(bob, [ann, cho], 'See you <at> 6 & run');
    const answers = await Promise.all(
      ['json', 'xml', 'yaml'].map((format) => as(ann).get(`/conversation/${id}/?format=${format}`)),
    );
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    const user = (person: Person) => ({
      id: person.id,
      resource_uri: `/api/v1/user/${person.id}/`,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person === ann ? person.email : '',
      date_joined: timestamp,
      preferences: `/api/v1/preferences/${person.id}/`,
      profile: `/api/v1/profile/${person.id}/`,
      stats: `/api/v1/stats/${person.id}/`,
      profile_image_225_url: '',
      profile_image_48_url: '',
    });
    const conversation = answers[0]?.json<WireConversation>();
    expect(conversation).toEqual({
      id,
      resource_uri: `/api/v1/conversation/${id}/`,
      archived: false,
      hidden: false,
      has_unread_messages: true,
      created_date: timestamp,
      started_by: user(bob),
      past_users_involved: [],
      recipients: inOrder(ann, bob, cho).map(user),
      last_message: {
        id: expect.any(Number),
        resource_uri: expect.stringMatching(/^\/api\/v1\/message\/\d+\/$/),
        conversation: `/api/v1/conversation/${id}/`,
        created_date: timestamp,
        message: 'See you <at> 6 & run',
        user: `/api/v1/user/${bob.id}/`,
        user_deleted_name: '',
      },
    });
    for (const answer of answers) expect(wireValue(answer)).toEqual(conversation);
    expect((await conversationOf(bob, id)).has_unread_messages).toBe(false);
  });
});

describe('a user who does not take part in a conversation', () => {
  test('receives 404 for every id of it, and changes nothing', async () => {
    const id = await start(ann, [bob]);
    const message = (await conversationOf(ann, id)).last_message.id;
    await service.sql('delete from conversation_member where conversation_id = ? and user_id = ?', [
      await start(ann, [cho]),
      cho.id,
    ]);
    const attempts = [
      as(cho).get(`/conversation/${id}/`),
      as(cho).get(`/message/?conversation=${id}`),
      as(cho).get(`/message/${message}/`),
      as(cho).post('/message/', { conversation_id: id, message: 'x' }),
      as(cho).post('/message/', { conversation_id: id, message: '' }),
      as(cho).post('/message/', { conversation_id: id }),
      as(cho).post(`/conversation/${id}/read/`, { last_message_id: message }),
      as(cho).post(`/conversation/${id}/read/`, { last_message_id: 'x' }),
      as(cho).patch(`/conversation/${id}/archive/`),
      as(cho).patch(`/conversation/${id}/hide/`),
      as(cho).get('/conversation/999999/'),
      as(cho).get('/message/?conversation=999999'),
      as(cho).get('/message/999999/'),
      as(cho).post('/conversation/999999/read/', { last_message_id: message }),
      as(cho).post('/message/', { conversation_id: 999_999, message: 'x' }),
    ];
    for (const answer of await Promise.all(attempts)) expect(answer).toMatchObject({ status: 404, text: '' });
    expect(await messagesOf(ann, id)).toHaveLength(1);
    const graphql = await as(cho).graphql(
      `query ($c: ID!, $m: ID!) { conversation(id: $c) { id } a: node(id: $c) { id } b: node(id: $m) { id }
        searchMessages(query: "Hello", conversationId: $c) { nodes { id } } }`,
      { c: globalId('Conversation', id), m: globalId('Message', message) },
    );
    expect(graphql.data).toEqual({ conversation: null, a: null, b: null, searchMessages: null });
  });

  test('a user who has left it is treated like any other', async () => {
    const id = await start(ann, [bob, cho]);
    const message = (await conversationOf(cho, id)).last_message.id;
    await service.sql('delete from conversation_member where conversation_id = ? and user_id = ?', [id, cho.id]);
    expect(await idsIn(cho, 'inbox')).not.toContain(id);
    for (const path of [`/conversation/${id}/`, `/message/?conversation=${id}`, `/message/${message}/`])
      expect((await as(cho).get(path)).status).toBe(404);
  });
});
