import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { pruneEvents } from '../../../src/domain/live/pruning.ts';
import { seedSubscribers } from '../bench/live/audience.ts';
import { quantile } from '../bench/quantile.ts';
import { emptyDatabase } from './databases.ts';
import type { RecipientsOrder } from './recipients.ts';
import { rounded } from './results.ts';
import type { Point } from './results.ts';
import type { SendOrder, Sent } from './senders.ts';
import { settings } from './settings.ts';
import { TwoServices } from './two-services.ts';

/** Conversations of two, of which the second subscribes to messages. Conversation 1 is that of all users. */
const conversations = 200;
const firstConversation = 2;
/** How often the state is read during the measurement, and old events are deleted within the time for which they are kept. */
const slices = 20;
const pruningsOfRetention = 5;
/** Before the measurement, at a quarter of the rate: new processes are slow. */
const warmUpSeconds = 5;

const pairs = `
  with c as (insert into conversation (started_by_id) select n from generate_series(1, ${conversations}) n returning id),
  m as (insert into message (conversation_id, user_id, message) select id, id - 1, 'Hello' from c returning id, conversation_id)
  insert into conversation_member (conversation_id, user_id, last_message_id)
  select conversation_id, conversation_id - 1 + own * ${conversations}, id from m cross join generate_series(0, 1) own`;

interface Log {
  events: number;
  waiting: number;
  bytes: string;
  logged: number;
}

/**
 * How many events the log has, how many of them wait for their position, its size with its indexes, and how many events it ever
 * had.
 */
const logSize = `select e.*, (l.last_seq + e.waiting)::int as logged from live_log l, (
  select count(*)::int as events, count(*) filter (where seq is null)::int as waiting,
    (select sum(pg_total_relation_size(relid)) from pg_partition_tree('live_event'))::bigint as bytes from live_event) e`;

/** Messages at a fixed rate through two processes, while old events are deleted: how late they arrive, and the size of the log. */
export async function measureEvents(report: (points: Point[]) => void): Promise<void> {
  const { rate, seconds, retention } = settings;
  const url = await emptyDatabase('events');
  const services = await TwoServices.start(url);
  const sql = new Client({ connectionString: url });
  const stopPruning = await pruneRegularly(url, retention);
  const [senders, recipients] = ['senders.js', 'recipients.js'].map((file) =>
    fork(fileURLToPath(new URL(file, import.meta.url))),
  ) as [ReturnType<typeof fork>, ReturnType<typeof fork>];
  try {
    await seedSubscribers(url);
    await sql.connect();
    await sql.query(pairs);
    await sql.query('vacuum analyze');
    const ports = services.servers.map(({ port }) => port);
    const ready = once(recipients, 'message');
    // The other process than that of their senders.
    const subscribe: RecipientsOrder = { ports: ports.toReversed(), first: conversations, count: conversations };
    recipients.send(subscribe);
    await ready;
    const send = async (order: Pick<SendOrder, 'rate' | 'seconds'>): Promise<Sent> => {
      const answer = once(senders, 'message') as Promise<[Sent]>;
      senders.send({ ...order, ports, conversations, firstConversation } satisfies SendOrder);
      return (await answer)[0];
    };
    const readLog = async (): Promise<Log> => (await sql.query<Log>(logSize)).rows[0] as Log;
    const all: number[] = [];
    const slice = async (): Promise<number[]> => {
      const answer = once(recipients, 'message') as Promise<[number[]]>;
      recipients.send('report' satisfies RecipientsOrder);
      const [lags] = await answer;
      for (const lag of lags) all.push(lag);
      return lags;
    };
    await send({ rate: Math.ceil(rate / 4), seconds: warmUpSeconds });
    await sleep(2000);
    await slice();
    all.length = 0;
    const before = await readLog();
    const ended = send({ rate, seconds });
    const begin = performance.now();
    for (let n = 1; n <= slices; n++) {
      await sleep(Math.max(0, begin + (n * seconds * 1000) / slices - performance.now()));
      const lags = await slice();
      const log = await readLog();
      report([
        {
          key: `${rate} a second, after ${rounded((n * seconds) / slices)} s`,
          second: rounded((n * seconds) / slices),
          delivered: lags.length,
          p50: rounded(quantile(lags, 0.5)),
          p99: rounded(quantile(lags, 0.99)),
          logEvents: log.events,
          waiting: log.waiting,
          logMB: rounded(Number(log.bytes) / 2 ** 20),
        },
      ]);
    }
    const { sent, refused, omitted } = await ended;
    const { logged } = await readLog();
    for (const until = performance.now() + 10_000; all.length < sent && performance.now() < until;) {
      await sleep(500);
      await slice();
    }
    report([
      {
        key: `${rate} a second`,
        rate,
        seconds,
        retention,
        subscriptions: conversations,
        sent,
        logged: logged - before.logged,
        refused,
        omitted,
        delivered: all.length,
        p50: rounded(quantile(all, 0.5)),
        p99: rounded(quantile(all, 0.99)),
        max: rounded(quantile(all, 1)),
      },
    ]);
  } finally {
    senders.kill('SIGKILL');
    recipients.kill('SIGKILL');
    await stopPruning();
    await sql.end();
    await services.stop();
  }
}

/** Makes the log one without partitions of days, which would be dropped after days: its default partition has all events. */
const withoutDays = `do $$ declare day text; begin
  for day in select name from partitions_of('live_event') where upper is not null loop execute format('drop table %I', day); end loop;
end $$`;

/** Deletes old events as the service does without partitions, but after seconds instead of days. @returns what ends it */
async function pruneRegularly(databaseUrl: string, retention: number): Promise<() => Promise<void>> {
  const database = await openDatabase({ databaseUrl, databasePool: 2, dataDir: '', driver: 'fast' });
  await database.execute({ text: withoutDays });
  const ending = new AbortController();
  const pruning = (async () => {
    while (!ending.signal.aborted) {
      await pruneEvents(database.unhurried, retention / 86_400);
      await sleep((retention * 1000) / pruningsOfRetention, undefined, { signal: ending.signal }).catch(() => {});
    }
  })();
  return async () => {
    ending.abort();
    await pruning;
    await database.close();
  };
}
