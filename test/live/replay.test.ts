/** The replay of missed events takes a fixed number of statements. */
import { describe, expect, test } from '@jest/globals';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor, messageAdded, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const lea = await newPerson(service, 'Lea', 'Leaving');
await befriend(service, lea, bob);
const conversation = await start(ann, [bob]);

/** What Bob missed, over a socket; and the statements that it took. */
async function missed(query: string, after: string, count: number, variables: Mapping = {}) {
  const socket = await new TestSocket(service.url).init({ authorization: bob.authorization });
  const live = socket.operate(query, { after, ...variables });
  const events: Mapping[] = [];
  const statements = await countStatements(service, async () => {
    events.push(...(await live.first(count)));
  });
  socket.raw.close();
  await socket.closed;
  return { events, statements };
}

describe('a replay takes the same number of statements for many events as for one', () => {
  /** Posts of both authors in both privacies, likes of them, and none of it there any more. */
  async function goneWith(count: number): Promise<void> {
    const insert = `insert into post (author_id, body, privacy) select ?, 'b', p from generate_series(1, ?) i, unnest(array['public', 'friends', 'private']) p`;
    for (const author of [ann, lea]) await service.sql(insert, [author.id, count]);
    await service.sql(`insert into post_like (user_id, post_id) select ?::bigint, id from post where body = 'b'`, [
      bob.id,
    ]);
    await service.sql(`delete from post where body = 'b'`);
  }

  const rows: [what: string, query: string, make: (count: number) => Promise<unknown>, factor: number][] = [
    [
      'posts that are gone',
      'subscription ($after: String) { postChanged(after: $after) { cursor postId post { id body } } }',
      goneWith,
      4,
    ],
    [
      'messages',
      messageAdded,
      async (count) => {
        for (let i = 0; i < count; i++) await say(ann, conversation, `message ${i}`);
      },
      1,
    ],
    [
      'posts',
      'subscription ($after: String) { feedPostAdded(after: $after) { cursor post { body author { firstName } workout { title } } } }',
      async (count) => {
        for (let i = 0; i < count; i++)
          await record(ann, {
            run_date: `2024-${String(count).padStart(2, '0')}-${String(i + 1).padStart(2, '0')}T07:00:00Z`,
          });
      },
      1,
    ],
  ];

  test.each(rows)('%s', async (_what, query, make, factor) => {
    const taken: string[][] = [];
    for (const count of [1, 10]) {
      const after = await liveCursor(as(bob));
      await make(count);
      const { events, statements } = await missed(query, after, count * factor);
      expect(events).toHaveLength(count * factor);
      taken.push(statements);
    }
    expect(taken[1]).toEqual(taken[0]);
  });
});

test('a subscription to the local feed without a place is removed when it ends', async () => {
  const noa = await newPerson(service, 'Noa', 'Nowhere');
  const socket = await new TestSocket(service.url).init({ authorization: noa.authorization });
  const live = socket.operate('subscription { feedPostAdded(type: LOCAL) { cursor } }');
  /** Whether a write makes the process read the log for somebody who listens: nobody else does here. */
  const isDelivered = async (): Promise<boolean> => {
    const { database } = service;
    const { all } = database;
    let received = false;
    database.all = (statement, values) => {
      // A look that only gives places begins beyond every one.
      if (statement.name === 'live_events' && Number(values[0]) < Number.MAX_SAFE_INTEGER / 2) received = true;
      return all(statement, values);
    };
    await say(ann, conversation, 'anybody?');
    await new Promise((resolve) => setTimeout(resolve, 100));
    database.all = all;
    return received;
  };
  const until = async (is: boolean) => {
    for (let tries = 0; tries < 50; tries++) if ((await isDelivered()) === is) return is;
    return !is;
  };
  expect(await until(true)).toBe(true);
  live.stop();
  expect(await until(false)).toBe(false);
  socket.raw.close();
  await socket.closed;
});
