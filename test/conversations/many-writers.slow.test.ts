/** Many people write to one conversation at the same time, and no message is lost, duplicated or out of order. */
import { expect, test } from '@jest/globals';
import { mostRecipients } from '../../src/domain/conversations/start-conversation.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { manyPeople } from '../support/many-people.ts';
import { testService } from '../support/service.ts';
import { conversationOf, messagesOf, say, start, unread } from './conversation-calls.ts';

// On a slow machine, the last writers wait longer for their turn than a service lets them wait.
const service = await testService({ DATABASE_TIMEOUT: '60' });

/** Writers in all. A conversation is started with 100 people at most, so these fill two. */
const writersInAll = 200;

test('messages of 200 simultaneous writers are stored once, in one order for everyone, with exact counts', async () => {
  const starter = await newPerson(service, 'Ann', 'Archer');
  const writers = await manyPeople(service, writersInAll, 'Writer');
  const groups: { id: number; members: Person[] }[] = [];
  for (let i = 0; i < writersInAll; i += mostRecipients) {
    const members = writers.slice(i, i + mostRecipients);
    groups.push({ id: await start(starter, members, 'go'), members });
  }
  const texts = new Map(writers.map((writer) => [writer.id, `message of ${writer.username}`]));
  // Meanwhile who started them reads them all the time, and one of the writers hides theirs.
  const reading = async (id: number) => {
    for (let i = 0; i < 20; i++) {
      const { last_message } = await conversationOf(starter, id);
      const { status } = await as(starter).post(`/conversation/${id}/read/`, { last_message_id: last_message.id });
      expect([200, 409]).toContain(status);
    }
  };
  const hiding = async (id: number, writer: Person) => {
    for (let i = 0; i < 20; i++) expect((await as(writer).patch(`/conversation/${id}/hide/`)).status).toBe(204);
  };
  const [sent] = await Promise.all([
    Promise.all(
      groups.flatMap(({ id, members }) => members.map((writer) => say(writer, id, texts.get(writer.id) ?? ''))),
    ),
    ...groups.flatMap(({ id, members: [first] }) => [reading(id), hiding(id, first as Person)]),
  ]);
  expect(new Set(sent).size).toBe(writersInAll);

  for (const { id, members } of groups) {
    const seen = await messagesOf(starter, id);
    // Each text once, and each below the name of who wrote it.
    expect(seen.map(({ message, user }) => [message, user]).sort()).toEqual(
      [
        ['go', `/api/v1/user/${starter.id}/`],
        ...members.map((writer) => [texts.get(writer.id), `/api/v1/user/${writer.id}/`]),
      ].sort(),
    );
    const ids = seen.map((message) => message.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const dates = seen.map((message) => String(message['created_date']));
    expect(dates).toEqual([...dates].sort());
    for (const writer of members) expect(await messagesOf(writer, id)).toEqual(seen);

    // For a writer all are unread but their own, 99 and the starter's two; the last one comes back to who hid the others.
    await say(starter, id, 'last');
    for (const writer of members)
      expect([writer.username, await unread(writer)]).toEqual([writer.username, members.length + 1]);
    const memberships = await service.sql(
      `select s.user_id, s.unread, s.last_message_id = c.last_message_id as same,
         (select count(*)::int from message m where m.conversation_id = c.id and m.user_id <> s.user_id and m.id > s.read_up_to) as counted
       from conversation_member s join conversation c on c.id = s.conversation_id where c.id = ?`,
      [id],
    );
    expect(memberships).toHaveLength(members.length + 1);
    for (const membership of memberships)
      expect(membership).toMatchObject({ same: true, unread: membership['counted'] });
  }
  const [left] = await service.sql('select sum(unread)::int as unread from conversation_member where user_id = ?', [
    starter.id,
  ]);
  expect(await unread(starter)).toBe(left?.['unread']);
});

test('the same people start many conversations at the same time', async () => {
  const [ann, bob] = [await newPerson(service, 'Anna', 'Many'), await newPerson(service, 'Bobby', 'Many')];
  const ids = await Promise.all(Array.from({ length: 20 }, () => start(ann, [bob])));
  await Promise.all(ids.flatMap((id) => [say(ann, id, 'a'), say(bob, id, 'b'), say(ann, id, 'c')]));
  for (const id of ids)
    expect((await messagesOf(bob, id)).map(({ message }) => message).sort()).toEqual(['Hello', 'a', 'b', 'c']);
  expect(await unread(bob)).toBe(60);
});
