/**
 * The room of the ledger: clients and entries of a day and of a person, versions before clients, whoever writes, also at the same time, and
 * that no turn of the loop is long. What there is no room for is booked under other clients, and no call is lost.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { clientNamed } from '../../src/platform/observability/client-name.ts';
import { UsageCounts } from '../../src/platform/observability/usage-counts.ts';
import { writtenVerdict } from '../../src/process/verdict-text.ts';
import { judge } from '../../src/retiring/judge.ts';
import { startLedger } from '../../src/retiring/ledger.ts';
import { readLedger } from '../../src/retiring/usage-ledger.ts';
import { testService } from '../support/service.ts';

const service = await testService({ USAGE_LEDGER: 'off' });
const { database, log } = service.processContext;
const now = new Date('2027-04-01T10:00:00Z');

beforeEach(async () => {
  await service.sql('delete from usage_count');
  await service.sql('delete from usage_share');
});

/** A process of its own, as far as the ledger knows. */
function newProcess() {
  const counts = new UsageCounts(() => now);
  const writer = startLedger(database, counts, log);
  const count = (agent: string, use: string | readonly string[], viewer: number | null = 1) =>
    counts.count({ client: clientNamed('', { 'user-agent': agent }, viewer === null), viewer }, use, null);
  return { count, stop: () => writer.stop() };
}

const elements = (number: number, from = 0) =>
  Array.from({ length: number }, (_, i) => `field\tType.field${from + i}\ttext`);

/** The clients of the ledger, the number of their entries and their calls. */
async function clients() {
  const { entries } = await readLedger(database, now);
  const groups = Map.groupBy(entries, ({ client: { product, version } }) => `${product}/${version}`);
  const sum = (own: typeof entries) => own.reduce((all, { calls }) => all + calls, 0);
  return new Map([...groups].map(([client, own]) => [client, { entries: own.length, calls: sum(own) }]));
}

type Count = ReturnType<typeof newProcess>['count'];
const times = (number: number, work: (i: number) => void) => {
  for (let i = 0; i < number; i++) work(i);
};

describe('in a day', () => {
  test.each<[what: string, calls: (count: Count) => void, clients: number, others: { entries: number; calls: number }]>(
    [
      [
        'one person has 50 clients',
        (count) => times(60, (i) => count(`App${i}`, 'row\ta\tb')),
        51,
        { entries: 1, calls: 10 },
      ],
      [
        'callers without a key have 50 clients together, and no versions',
        (count) => times(120, (i) => count(`App${i % 60}/${i}`, 'row\ta\tb', null)),
        51,
        { entries: 1, calls: 20 },
      ],
      [
        'all have 200 clients',
        (count) => times(250, (i) => count(`App${i}`, 'row\ta\tb', i + 1)),
        201,
        { entries: 1, calls: 50 },
      ],
      [
        'one person has 2,000 entries',
        (count) => times(2, () => count('App', elements(2500))),
        2,
        { entries: 500, calls: 1000 },
      ],
    ],
  )('%s', async (_what, calls, number, others) => {
    const one = newProcess();
    calls(one.count);
    await one.stop();
    const found = await clients();
    expect(found.size).toBe(number);
    expect(found.get('(other)/')).toEqual(others);
    const read = await readLedger(database, now);
    const verdict = judge(read, () => true);
    expect(verdict.clients.map(({ client }) => client)).toContain('other clients');
    expect(writtenVerdict('Type.field', verdict, read, [])).toContain(
      `${others.calls.toLocaleString('en')} calls are of clients that were not told apart, because a day has room for 200 clients and 200,000 entries, and a person for 50 and 2,000 of them.`,
    );
  });

  test('many versions of one app are counted under that app', async () => {
    const one = newProcess();
    times(300, (i) => one.count(`App/${i}`, elements(10)));
    await one.stop();
    const { entries } = await readLedger(database, now);
    expect(judge({ version: 1, from: '', until: '2027-04-01', entries }, () => true)).toMatchObject({
      calls: 3000,
      clients: [{ client: 'App', calls: 3000 }],
      apart: '',
    });
    expect(entries.length).toBe(1510);
  });

  test('all have 200,000 entries, and what was there before goes on to be counted', async () => {
    await service.sql(
      `insert into usage_count select '2027-04-01', '\tFull\t', '', 'field\tType.field' || i || '\ttext', 1
       from generate_series(0, 199989) i`,
    );
    await service.sql("insert into usage_share values ('2027-04-01', -1, 199990, 1)");
    const one = newProcess();
    one.count('Full', elements(10), 7);
    one.count('New', elements(30), 8);
    await one.stop();
    const sums = await service.sql(
      `select split_part(client, '\t', 2) as product, count(*)::int as entries, sum(calls)::int as calls from usage_count group by 1 order by 1`,
    );
    expect(sums).toEqual([
      { product: '(other)', entries: 20, calls: 20 },
      { product: 'Full', entries: 199_990, calls: 200_000 },
      { product: 'New', entries: 10, calls: 10 },
    ]);
  });

  test('processes that write at the same time have the room together', async () => {
    const processes = [newProcess(), newProcess(), newProcess()];
    for (const [i, { count }] of processes.entries()) {
      for (let app = 0; app < 40; app++) count(`App${app + 20 * i}`, elements(20, 10 * i));
      count('Shared', elements(900));
    }
    await Promise.all(processes.map(({ stop }) => stop()));
    const found = await clients();
    const all = [...found.values()];
    expect(all.reduce((sum, { calls }) => sum + calls, 0)).toBe(3 * (40 * 20 + 900));
    const told = [...found].filter(([client]) => client !== '(other)/');
    expect(told.length).toBeLessThanOrEqual(50);
    expect(told.reduce((sum, [, { entries }]) => sum + entries, 0)).toBeLessThanOrEqual(2000);
    expect(found.get('(other)/')?.calls).toBeGreaterThan(0);
  });
});

test('between two writes, a person has room in memory, and the others keep theirs', async () => {
  const one = newProcess();
  times(300, (i) => one.count(`App${i}`, elements(100)));
  one.count('Other/1', elements(100), 2);
  await one.stop();
  const found = await clients();
  expect(found.get('Other/1')).toEqual({ entries: 100, calls: 100 });
  expect([...found.values()].reduce((sum, { calls }) => sum + calls, 0)).toBe(30_100);
});

test('no turn of the loop is long with 2,000 clients that use everything', async () => {
  const one = newProcess();
  const everything = elements(2000);
  const documents = Array.from({ length: 10 }, (_, i) => everything.slice(200 * i, 200 * (i + 1)));
  for (let client = 0; client < 2000; client++)
    for (const document of documents) one.count(`App${client}/1`, document, client);
  let longest = 0;
  let last = process.threadCpuUsage();
  let ended = false;
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (!ended) setImmediate(look);
  };
  setImmediate(look);
  await one.stop();
  ended = true;
  process.stderr.write(`the longest turn took ${longest.toFixed(0)} ms\n`);
  // The embedded database itself works in these turns.
  if (database.kind === 'postgresql') expect(longest).toBeLessThan(50);
  const all = [...(await clients()).values()];
  expect(all.reduce((sum, { calls }) => sum + calls, 0)).toBe(2000 * 2000);
}, 300_000);
