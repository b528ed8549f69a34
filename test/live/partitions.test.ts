/** The log of live events in partitions of days: which are made, read and dropped. */
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { pruneEvents, startPruning } from '../../src/domain/live/pruning.ts';
import { makePartitions } from '../../src/domain/live/event-log.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import { liveCursor, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const conversation = await start(ann, [bob]);

/** The names of the partitions, with the number of days from today, by the clock of the database. */
async function partitions(): Promise<Record<string, number | null>> {
  const rows =
    await service.sql(`select name, (upper::timestamptz at time zone 'UTC')::date - (now() at time zone 'UTC')::date - 1 as day
    from partitions_of('live_event') order by 2`);
  return Object.fromEntries(rows.map(({ name, day }) => [String(name), day as number | null]));
}

const days = async () => Object.values(await partitions()).filter((day) => day !== null);
/** Adds the partition of some days ago, as if it had been made ahead then. */
const addDay = (ago: number) =>
  service.sql(
    `select add_partition('live_event', 'live_event_' || to_char(day, 'YYYY_MM_DD'), (day at time zone 'UTC')::text,
       ((day + interval '1 day') at time zone 'UTC')::text)
     from (select date_trunc('day', now() at time zone 'UTC') - ? * interval '1 day') d(day)`,
    [ago],
  );
/** Events as if they had been written some days ago. */
async function age(ago: number, condition = 'true'): Promise<void> {
  await service.sql(`update live_event set created_date = now() - ? * interval '1 day' where ${condition}`, [ago]);
  await service.sql(`insert into live_day select (created_date at time zone 'UTC')::date, max(seq) from live_event
    where seq is not null group by 1 on conflict (day) do update set last_seq = excluded.last_seq`);
}
const make = () => service.database.one(makePartitions, []);

beforeAll(async () => {
  // The database is a copy of one that was made earlier, perhaps on another day.
  for (const [name, day] of Object.entries(await partitions()))
    if (day !== null && day < 0) await service.sql(`drop table ${name}`);
});

beforeEach(async () => {
  await make();
  await liveCursor(as(bob));
});

test('those of the coming days are made once, and an event of a day without one is stored', async () => {
  expect(await days()).toEqual([0, 1, 2]);
  const [last] = Object.keys(await partitions())
    .toReversed()
    .filter((name) => name !== 'live_event_default');
  await service.sql(`drop table ${last}`);
  await age(-2, 'id = (select max(id) from live_event)');
  // The default partition keeps the day that it has events of.
  expect(await make()).toEqual({ made: 0 });
  await age(0);
  expect(await make()).toEqual({ made: 1 });
  expect(await make()).toEqual({ made: 0 });
  expect(await days()).toEqual([0, 1, 2]);
});

test('one whose events are all too old is dropped, and cursors of it expire', async () => {
  const expired = await liveCursor(as(bob));
  await say(ann, conversation, 'old');
  const kept = await liveCursor(as(bob));
  await addDay(9);
  await addDay(7);
  await age(9);
  await say(ann, conversation, 'kept');
  await liveCursor(as(bob));
  await age(7, `seq = (select max(seq) from live_event)`);
  await say(ann, conversation, 'new');
  await pruneEvents(service.database, 7);
  expect(await days()).toEqual([-7, 0, 1, 2]);
  const socket = await new TestSocket(service.url).init({ authorization: bob.authorization });
  const messages = (after: string) =>
    socket.operate('subscription ($after: String) { messageAdded(after: $after) { message { message } } }', { after });
  expect(await messages(expired).refused()).toBe('CURSOR_EXPIRED');
  const read = await messages(kept).first(2);
  expect(read).toEqual(['kept', 'new'].map((message) => ({ message: { message } })));
  socket.raw.close();
  await socket.closed;
});

test('those of days before the events that are read are not opened', async () => {
  const [position] = await service.sql('select last_seq as seq from live_log');
  await say(ann, conversation, 'today');
  await liveCursor(as(bob));
  const plan = await service.sql(
    `explain select * from live_event where seq > ${String(position?.['seq'])} and created_date >= live_since(${String(position?.['seq'])})
       and created_date < now() + interval '1 day'`,
  );
  const text = plan.map((row) => String(Object.values(row)[0])).join('\n');
  const [today, former] = [0, -7].map((day) => `live_event_${dayName(day)}`);
  expect(text).toContain(today);
  expect(text).not.toContain(former);
  expect(text).not.toContain('live_event_default');
});

const now = await service.databaseNow();
const dayName = (day: number) =>
  new Date(now.getTime() + day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_');

test('events that have waited for their position for a day count as of now', async () => {
  const before = await liveCursor(as(bob));
  await service.sql(`insert into live_event (kind, subject_id, conversation_id, created_date)
    select 'message', max(id), ${conversation}, now() - interval '2 days' from message`);
  await make();
  expect(await liveCursor(as(bob))).not.toBe(before);
  expect(await service.sql('select 1 from live_event where seq is null')).toEqual([]);
});

test('a stop ends the deletion of old events after the transaction that is under way', async () => {
  const endless = { one: () => new Promise((resolve) => setTimeout(resolve, 5, { prunedSeq: 1 })) };
  const stop = startPruning(endless as never, service.processContext.log, 7);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
});
