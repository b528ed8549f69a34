/** Events that wait are loaded together, and a process that read too late for some of them says so. */
import { afterEach, expect, test } from '@jest/globals';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import { holdStatements } from '../support/held-statements.ts';
import { liveCursor, messageAdded, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const conversation = await start(ann, [bob]);
const sockets: TestSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.raw.close();
});
async function open(person: typeof bob): Promise<TestSocket> {
  const socket = await new TestSocket(service.url).init({ authorization: person.authorization });
  sockets.push(socket);
  return socket;
}

/** The position of the log of a cursor. */
const positionOf = (cursor: string) => Number(Buffer.from(cursor, 'base64url').toString().split(':')[1]);
const addMessages = (count: number) =>
  service.sql(
    `insert into message (conversation_id, user_id, message) select ?, ?, 'number ' || i from generate_series(1, ${count}) i`,
    [conversation, ann.id],
  );

/** The kinds of events of the log that each subscription delivers. */
const kindsOf = {
  messageAdded: ['message'],
  conversationChanged: ['message', 'conversation', 'member'],
  feedPostAdded: ['post'],
  postChanged: ['post-changed'],
  friendshipChanged: ['friendship'],
  notificationAdded: ['notification'],
  changes: ['message', 'conversation', 'member', 'post', 'post-changed', 'friendship', 'notification'],
};

/** Writes events of each of these kinds for Bob. */
async function write(count: number, text: string): Promise<void> {
  await addMessages(count);
  for (const { id } of [ann, bob])
    await service.sql(
      `insert into post (author_id, body, privacy) select ?, '${text}', 'friends' from generate_series(1, ${count})`,
      [id],
    );
  await service.sql(`update post set body = 'edited' where author_id = ? and body = '${text}'`, [ann.id]);
  await service.sql(
    `insert into comment (post_id, user_id, comment) select id, ?, 'comment' from post where author_id = ? and body = '${text}'`,
    [ann.id, bob.id],
  );
  await service.sql('insert into friendship (user1_id, user2_id) values (?, ?)', [bob.id, cho.id]);
  await service.sql('delete from friendship where user1_id = ? and user2_id = ?', [bob.id, cho.id]);
}

test('a backlog is loaded in a few statements, and each subscriber receives its events in order', async () => {
  const after = await liveCursor(as(bob));
  const socket = await open(bob);
  const received = Object.entries(kindsOf).map(([field, kinds]) => {
    const live = socket.operate(`subscription ($after: String) { ${field}(after: $after) { cursor } }`, { after });
    return { field, kinds, live, positions: () => live.events.map(({ cursor }) => positionOf(cursor)) };
  });
  await write(1, 'first');
  await Promise.all(received.map(({ live }) => live.first(1)));
  const begin = positionOf(await liveCursor(as(bob)));
  const expected = async (kinds: readonly string[]): Promise<number[]> => {
    const rows = await service.sql(
      `select seq from live_event where seq > ? and kind = any(string_to_array(?, ','))
       and (kind not in ('member', 'notification') or user_id = ?)
       and (kind <> 'notification' or exists (select 1 from notification n where n.id = live_event.subject_id)) order by seq`,
      [begin, kinds.join(), bob.id],
    );
    return rows.map(({ seq }) => Number(seq));
  };

  const statements = await countStatements(service, async () => {
    const held = holdStatements(service, /^live_events$/);
    await write(60, 'further');
    held.release();
    await liveCursor(as(bob));
    for (const { field, kinds, live, positions } of received) {
      const count = (await expected(kinds)).length;
      await live.results.until(() => positions().filter((seq) => seq > begin).length >= count, `${count} of ${field}`);
    }
  });
  expect((await expected(kindsOf.changes)).length).toBeGreaterThanOrEqual(300);
  for (const { field, kinds, positions } of received)
    expect([field, positions().filter((seq) => seq > begin)]).toEqual([field, await expected(kinds)]);
  expect(statements.filter((name) => /^(live|messages|notifications|friendships)_/.test(name)).length).toBeLessThan(30);
});

test('subscriptions end when events were deleted that this process has not read yet', async () => {
  for (const count of [600, 3]) {
    const after = await liveCursor(as(bob));
    const socket = await open(bob);
    const live = socket.operate(messageAdded, { after });
    await say(ann, conversation, 'before');
    await live.first(1);
    const held = holdStatements(service, /^live_events$/);
    await addMessages(count);
    // What another process does: it gives the events their positions, and deletes them.
    await service.sql('select count(*) from live_events(9007199254735991, 5000)');
    await service.sql('delete from live_event where seq <= (select last_seq from live_log)');
    await service.sql('update live_log set pruned_seq = last_seq');
    await addMessages(1);
    held.release();
    await liveCursor(as(bob));
    expect([count, await live.refused()]).toEqual([count, 'CURSOR_EXPIRED']);
    expect(live.events).toHaveLength(1);
    expect(await socket.operate(messageAdded, { after }).refused()).toBe('CURSOR_EXPIRED');
    const anew = socket.operate(messageAdded, { after: await liveCursor(as(bob)) });
    await say(ann, conversation, 'after');
    expect(await anew.first(1)).toMatchObject([{ message: { message: 'after' } }]);
  }
});
