/** Conversations of several people handle blocks, leaving, requests from strangers, and large groups. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { befriended, setBlock } from '../friendships/friendship-calls.ts';
import { leave, newStaff, suspend, unsuspend } from '../people/moderating.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';

/*
 * Covers decisions N24: a conversation can be left; what somebody writes whom the reader has blocked is not there for that
 * reader; what a stranger begins waits among the requests in GraphQL, and lies in the inbox over REST.
 */
const service = await testService();
let vera: Person;
let mal: Person;
let pat: Person;

const idOf = (location = '') => Number(/(\d+)\/$/.exec(location)?.[1]);
const start = async (from: Person, to: Person[], message = 'Hello') =>
  idOf((await as(from).post('/conversation/', { message, recipients: to.map(({ id }) => id) })).headers.location ?? '');
const say = async (from: Person, conversation: number, message: string) =>
  idOf((await as(from).post('/message/', { conversation_id: conversation, message })).headers.location);
const inbox = async (person: Person) =>
  (await as(person).get('/conversation/inbox/')).json<{ meta: Mapping; objects: (Mapping & { id: number })[] }>();
const messages = async (person: Person, conversation: number) =>
  (await as(person).get(`/message/?conversation=${conversation}`)).json<{ meta: Mapping; objects: Mapping[] }>();
const unread = async (person: Person) => (await as(person).get('/me/')).json()['unread_messages'];
const move = (person: Person, verb: string, conversation: number) =>
  as(person).graphql<Record<string, Mapping>>(
    `mutation ($id: ID!) { ${verb}(input: { id: $id }) { ${verb.startsWith('leave') ? 'conversationId' : 'conversation { placement }'} } }`,
    { id: globalId('Conversation', conversation) },
  );
/** Ids of what lies somewhere in GraphQL. */
async function lying(person: Person, placement: string): Promise<number[]> {
  const { data } = await as(person).graphql<{ conversations: { totalCount: number; nodes: { databaseId: number }[] } }>(
    `{ conversations(placement: ${placement}) { totalCount nodes { databaseId } } }`,
  );
  const { totalCount = -1, nodes = [] } = data?.conversations ?? {};
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ databaseId }) => databaseId);
}

beforeAll(async () => {
  [vera, mal, pat] = await Promise.all([
    newPerson(service, 'Vera', 'Victim'),
    newPerson(service, 'Mal', 'Malory'),
    newPerson(service, 'Pat', 'Puppet'),
  ]);
});

describe('a group', () => {
  test('delivers nothing to a member who has blocked the sender: no text, no count, no return from hiding', async () => {
    const group = await start(mal, [vera, pat], 'Welcome');
    await say(pat, group, 'Hi');
    await setBlock(vera, mal);
    await as(vera).patch(`/conversation/${group}/hide/`);
    const before = await unread(vera);
    await say(mal, group, 'You can not get rid of me');
    expect(await unread(vera)).toBe(before);
    expect((await inbox(vera)).objects.map(({ id }) => id)).not.toContain(group);
    const texts = (list: { objects: Mapping[] }) => list.objects.map(({ message }) => message);
    expect(texts(await messages(vera, group))).toEqual(['Welcome', 'Hi']);
    expect((await messages(vera, group)).meta['total_count']).toBe(2);
    expect(texts(await messages(pat, group))).toEqual(['Welcome', 'Hi', 'You can not get rid of me']);

    // Who is not blocked is heard, and what is read up to their message is read.
    const last = await say(pat, group, 'Still there?');
    await say(mal, group, 'And again');
    expect((await inbox(vera)).objects.find(({ id }) => id === group)).toMatchObject({
      has_unread_messages: true,
      last_message: { id: last, message: 'Still there?' },
    });
    const read = (last_message_id: number) => as(vera).post(`/conversation/${group}/read/`, { last_message_id });
    expect((await read(last)).status).toBe(200);
    expect((await inbox(vera)).objects.find(({ id }) => id === group)).toMatchObject({ has_unread_messages: false });
    const { data } = await as(vera).graphql('{ searchMessages(query: "again") { nodes { message } } }');
    expect(data).toEqual({ searchMessages: { nodes: [] } });
    await setBlock(vera, mal, 'unblockUser');
  });

  test('does not deliver afterwards what a blocked member wrote who is deleted since', async () => {
    const [ivy, jon, kay] = [
      await newPerson(service, 'Ivy', 'Irons'),
      await newPerson(service, 'Jon', 'Jones'),
      await newPerson(service, 'Kay', 'Kern'),
    ];
    const group = await start(ivy, [jon, kay], 'Before');
    await setBlock(jon, ivy);
    await say(ivy, group, 'During');
    expect(await leave(ivy)).toEqual({ done: true });
    const texts = async (person: Person) => (await messages(person, group)).objects.map(({ message }) => message);
    expect([await texts(jon), await texts(kay)]).toEqual([['Before'], ['Before', 'During']]);
    expect([await unread(jon), await unread(kay)]).toEqual([1, 2]);
    expect(await leave(jon)).toEqual({ done: true });
    expect(await service.sql("select id from message where undelivered_users <> '{}'")).toEqual([]);
  });

  test('can be left, which ends it only for the user who leaves', async () => {
    const group = await start(mal, [vera, pat], 'Join us');
    const written = await say(vera, group, 'No');
    const left = await move(vera, 'leaveConversation', group);
    expect(left.data).toEqual({ leaveConversation: { conversationId: globalId('Conversation', group) } });
    expect((await move(vera, 'leaveConversation', group)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    await say(mal, group, 'Come back');
    expect((await as(vera).get(`/conversation/${group}/`)).status).toBe(404);
    expect((await as(vera).get(`/message/${written}/`)).status).toBe(404);
    expect((await inbox(vera)).objects.map(({ id }) => id)).not.toContain(group);
    const shown = (await as(pat).get(`/conversation/${group}/`)).json<{ recipients: { id: number }[] }>();
    expect(shown.recipients.map(({ id }) => id)).toEqual([mal.id, pat.id].sort((a, b) => a - b));
    expect((await messages(pat, group)).objects.map(({ message }) => message)).toEqual(['Join us', 'No', 'Come back']);
  });

  test('shows apps who started it and who wrote last, also when they have left', async () => {
    const group = await start(vera, [mal, pat], 'Join us');
    await move(vera, 'leaveConversation', group);
    const shown = (await as(pat).get(`/conversation/${group}/`)).json<Record<string, unknown>>();
    const people = [mal, pat, vera].map(({ id }) => expect.objectContaining({ id }) as unknown);
    expect(shown).toMatchObject({ started_by: { id: vera.id }, recipients: expect.arrayContaining(people) as unknown });
    const { data } = await as(pat).graphql(
      'query ($id: ID!) { conversation(id: $id) { recipientCount recipients { databaseId } } }',
      {
        id: globalId('Conversation', group),
      },
    );
    expect(data).toMatchObject({ conversation: { recipientCount: 2, recipients: [{}, {}] } });
  });

  test('is deleted when all members leave at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const group = await start(mal, [pat]);
      await Promise.all([mal, pat].map((person) => move(person, 'leaveConversation', group)));
      expect(await service.sql('select 1 from conversation where id = ?', [group])).toEqual([]);
    }
  });
});

test('a conversation of which nothing is delivered, for its writer is suspended, is not there by its id either', async () => {
  const conversation = await start(pat, [vera], 'Hello');
  const staff = await newStaff(service);
  const shown = async () => {
    const { data } = await as(vera).graphql('query ($id: ID!) { conversation(id: $id) { databaseId } }', {
      id: globalId('Conversation', conversation),
    });
    return [(await as(vera).get(`/conversation/${conversation}/`)).status, data];
  };
  await suspend(staff, pat);
  expect(await shown()).toEqual([404, { conversation: null }]);
  await unsuspend(staff, pat);
  expect(await shown()).toEqual([200, { conversation: { databaseId: conversation } }]);
});

describe('a conversation started by a stranger', () => {
  let stranger: Person;
  beforeAll(async () => {
    stranger = await newPerson(service, 'Sol', 'Stranger');
  });

  test('is among the requests in GraphQL, and in the inbox over REST', async () => {
    const requested = await start(stranger, [vera]);
    expect(await lying(vera, 'REQUESTS')).toContain(requested);
    expect(await lying(vera, 'INBOX')).not.toContain(requested);
    expect(await lying(stranger, 'INBOX')).toContain(requested);
    expect(await lying(stranger, 'REQUESTS')).toEqual([]);
    expect((await inbox(vera)).objects.find(({ id }) => id === requested)).toMatchObject({
      archived: false,
      hidden: false,
    });
  });

  test.each(['acceptConversation', 'moveConversationToInbox'])('is in the inbox after %s', async (verb) => {
    const requested = await start(stranger, [vera]);
    const { data } = await move(vera, verb, requested);
    expect(data).toEqual({ [verb]: { conversation: { placement: 'INBOX' } } });
    expect(await lying(vera, 'INBOX')).toContain(requested);
    expect(await lying(vera, 'REQUESTS')).not.toContain(requested);
  });

  test('is in the inbox once it is answered, and archived once it is archived', async () => {
    const [answered, archived] = [await start(stranger, [vera]), await start(stranger, [vera])];
    await say(vera, answered, 'Who are you?');
    await move(vera, 'archiveConversation', archived);
    expect(await lying(vera, 'INBOX')).toContain(answered);
    expect(await lying(vera, 'ARCHIVED')).toContain(archived);
    expect(await lying(vera, 'REQUESTS')).not.toContain(archived);
  });

  test('is in the inbox once they are friends, like a conversation started by a friend', async () => {
    const before = await start(stranger, [pat]);
    expect(await lying(pat, 'REQUESTS')).toContain(before);
    await befriended(stranger, pat);
    const after = await start(stranger, [pat]);
    expect(await lying(pat, 'REQUESTS')).not.toContain(before);
    expect(await lying(pat, 'INBOX')).toEqual(expect.arrayContaining([after, before]));
  });
});

test('lists show a hundred members of a large group with their number, and the group itself shows all', async () => {
  await service.sql(
    `insert into users (username, email, first_name, last_name)
     select 'crowd' || n, 'crowd' || n || '@example.org', 'Crowd', n::text from generate_series(1, 120) n`,
  );
  for (const table of ['preferences', 'profile', 'stats'])
    await service.sql(`insert into ${table} (id) select id from users u where username like 'crowd%'`);
  const crowd = await service.sql("select id from users where username like 'crowd%'");
  const members = crowd.map(({ id }) => Number(id));
  const recipients = [...members.slice(0, 99), pat.id];
  const group = idOf((await as(mal).post('/conversation/', { message: 'All', recipients })).headers.location);
  // Larger groups come from an older service. The last one has written last.
  const last = members.at(-1);
  for (const id of members.slice(99))
    await service.sql(
      `insert into conversation_member (conversation_id, user_id, placement, last_message_id)
       select conversation_id, ?, placement, last_message_id from conversation_member where conversation_id = ? and user_id = ?`,
      [id, group, pat.id],
    );
  await service.sql(`update message set user_id = ? where conversation_id = ?`, [last, group]);
  const listed = (await inbox(pat)).objects.find(({ id }) => id === group) as unknown as {
    recipients: { id: number }[];
  };
  expect(listed.recipients).toHaveLength(100);
  expect(listed.recipients.map(({ id }) => id)).toEqual(expect.arrayContaining([mal.id, pat.id, last]));
  expect(listed).toMatchObject({ started_by: { id: mal.id } });
  await as(pat).patch(`/conversation/${group}/archive/`);
  const archived = (await as(pat).get('/conversation/archive/')).json<{ objects: Mapping[] }>();
  expect(archived.objects.find(({ id }) => id === group)).toEqual({ ...listed, archived: true });
  await as(pat).graphql('mutation ($id: ID!) { moveConversationToInbox(input: { id: $id }) { conversation { id } } }', {
    id: globalId('Conversation', group),
  });
  const whole = (await as(pat).get(`/conversation/${group}/`)).json<{ recipients: unknown[] }>();
  expect(whole.recipients).toHaveLength(122);
  const { data } = await as(pat).graphql(
    `query ($id: ID!) { conversation(id: $id) { recipientCount }
      conversations(placement: INBOX, first: 1) { nodes { recipientCount recipients { id } } } }`,
    { id: globalId('Conversation', group) },
  );
  expect(data).toMatchObject({
    conversation: { recipientCount: 122 },
    conversations: { nodes: [{ recipientCount: 122 }] },
  });
  expect((await as(pat).get('/conversation/inbox/?limit=1000')).json<{ meta: Mapping }>().meta['limit']).toBe(100);
  const tooMany = await as(pat).graphql('{ conversations(first: 101) { nodes { id } } }');
  expect(tooMany.errors[0]?.extensions.code).toBe('INVALID');
});
