/** The counts of calls by client: exactly what was called, over REST, GraphQL and sockets, and nothing about people. */
import { describe, expect, test } from '@jest/globals';
import { UsageCounts } from '../../src/platform/observability/usage-counts.ts';
import { foldUsage, startLedger, sweepUsage } from '../../src/retiring/ledger.ts';
import { readLedger } from '../../src/retiring/usage-ledger.ts';
import type { LedgerEntry } from '../../src/retiring/usage-ledger.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { calls, countsOf, inventClients, registerKnown, Truth } from './traffic.ts';

const service = await testService();
const people = await Promise.all(['One', 'Two', 'Three'].map((name) => newPerson(service, 'Counted', name)));
const clients = await inventClients(people);
const { database } = service.processContext;

/** What has been counted, once the answers are closed and the counts are written. */
async function ledger(by?: 'day' | 'hour') {
  await service.retiring.flush();
  return readLedger(database, service.processContext.now(), by);
}

/** The calls of each kind since the last look, without those that only make accounts and keys. */
const of = (entries: readonly LedgerEntry[], product: string) =>
  Object.fromEntries(
    entries
      .filter(({ client }) => client.product === product)
      .map(({ kind, name, detail, calls: count }) => [`${kind} ${name} ${detail}`.trim(), count]),
  );

test('mixed calls of twelve clients are counted exactly', async () => {
  const truth = new Truth();
  const before = countsOf((await ledger()).entries);
  await registerKnown(clients[0]!, service.url, truth);
  const work = Array.from({ length: 400 }, (_, i) => i);
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = work.pop(); i !== undefined; i = work.pop()) {
        const client = clients[i % clients.length]!;
        truth.add(client.text, await calls[(i * 7) % calls.length]!(client, service.url));
      }
    }),
  );
  const counted = countsOf((await ledger()).entries);
  for (const [key, count] of before) counted.set(key, (counted.get(key) ?? 0) - count);
  const found = [...counted].filter(([key, count]) => count !== 0 && !key.endsWith('\trest')).sort();
  expect(found).toEqual([...truth.counts].sort());
  const sumOf = (part: string) =>
    [...counted].reduce((sum, [key, count]) => (key.includes(part) ? sum + count : sum), 0);
  const feeds = sumOf('row\tGET /post/\tjson 2xx') + sumOf('row\tGET /post/\txml 2xx');
  expect(sumOf('field\tQuery.feed\trest')).toBe(feeds);
  expect(sumOf('value\tFeedType.FRIENDS\trest')).toBe(feeds);
});

describe('one call', () => {
  const agent = (product: string) => ({ 'User-Agent': `${product}/3.2.1 (iPhone; me@example.com) Secret/1` });
  const graphql = (product: string, body: object) =>
    new Client(service.url, people[0]?.authorization).sendTo('POST', '/graphql', {
      headers: { ...agent(product), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('of a client is counted by the product of its User-Agent, without what follows', async () => {
    await as(people[0]!).get('/me/', agent('Product'));
    const { entries } = await ledger();
    const { client } = entries.find((entry) => entry.client.product === 'Product')!;
    expect(client).toEqual({ key: '', product: 'Product', version: '3.2.1', apollo: '', apolloVersion: '' });
    expect(JSON.stringify(entries)).not.toMatch(/example\.com|iPhone|Secret|127\.0\.0\.1/);
    expect(of(entries, 'Product')).toMatchObject({ 'row GET /me/ json 2xx': 1, 'field Query.me rest': 1 });
  });

  test.each<[what: string, send: (product: string) => Promise<unknown>, counted: Record<string, number>]>([
    [
      'without a key',
      (product) => nobody(service).get('/me/?format=xml', agent(product)),
      { 'row GET /me/ xml 4xx': 1 },
    ],
    [
      'with a wrong key',
      (product) => new Client(service.url, 'Bearer nonsense').get('/me/', agent(product)),
      { 'row GET /me/ json 4xx': 1 },
    ],
    [
      'with HEAD',
      (product) => as(people[0]!).send('HEAD', '/post/1/', { headers: agent(product) }),
      { 'row GET /post/[id]/ json 4xx': 1 },
    ],
    ['of a path that does not exist', (product) => as(people[0]!).get('/nothing/', agent(product)), {}],
    ['of a document that is not valid', (product) => graphql(product, { query: '{ me { age } }' }), {}],
    [
      'of a field that is in a fragment twice, below a directive and under another name',
      (product) =>
        graphql(product, {
          query:
            '{ me { ...a more: firstName } other: me { ...a } } fragment a on User { id @skip(if: true) ... on User { firstName } }',
        }),
      { 'field Query.me text': 1, 'field User.firstName text': 1, 'field User.id text': 1 },
    ],
    [
      'of an operation beside others',
      (product) =>
        graphql(product, {
          query: 'query A { me { id } } query B { me { lastName } }',
          operationName: 'B',
        }),
      { 'field Query.me text': 1, 'field User.lastName text': 1 },
    ],
    [
      'of a value that is the default of a variable',
      (product) => graphql(product, { query: 'query ($t: FeedType! = LOCAL) { feed(type: $t) { isFallback } }' }),
      {
        'argument Query.feed(type:) text': 1,
        'field FeedConnection.isFallback text': 1,
        'field Query.feed text': 1,
        'value FeedType.LOCAL text': 1,
      },
    ],
    [
      'of an input in the document',
      (product) =>
        graphql(product, {
          query: 'mutation { updatePreferences(input: { distance: MILES }) { preferences { distance } } }',
        }),
      {
        'argument Mutation.updatePreferences(input:) text': 1,
        'field Mutation.updatePreferences text': 1,
        'field Preferences.distance text': 1,
        'field UpdatePreferencesPayload.preferences text': 1,
        'input UpdatePreferencesInput.distance text': 1,
        'value DistanceUnit.MILES text': 1,
      },
    ],
  ])('%s', async (what, send, counted) => {
    const product = what.replaceAll(/\W/g, '').slice(0, 50);
    await send(product);
    const { entries } = await ledger();
    expect(
      of(
        entries.filter(({ detail }) => detail !== 'rest'),
        product,
      ),
    ).toEqual(counted);
  });

  test('that is only tried at /migrate is not counted', async () => {
    await new Client(service.url).sendTo('POST', '/migrate', {
      headers: { ...agent('Tried'), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        call: `curl ${service.url}/api/v1/me/`,
        key: people[0]?.authorization ?? '',
      }).toString(),
    });
    expect(of((await ledger()).entries, 'Tried')).toEqual({});
  });
});

test('calls have their hours, and pages that are put together are the same', async () => {
  const at = async (time: string) => {
    service.clock.set(`2027-02-${time}Z`);
    await as(people[1]!).get('/me/', { 'User-Agent': 'Hourly/1' });
  };
  for (const time of ['03T22:59:59.999', '03T23:00:00', '03T23:59:59', '04T00:00:00']) await at(time);
  await at('04T00:00:01');
  const mine = async (by: 'day' | 'hour') =>
    (await ledger(by)).entries.find(({ client, kind }) => client.product === 'Hourly' && kind === 'row');
  const hours = { '2027-02-03T22': 1, '2027-02-03T23': 2, '2027-02-04T00': 2 };
  const expected = { calls: 5, first: '2027-02-03T22:00:00Z', last: '2027-02-04T00:00:00Z', times: hours };
  expect(await mine('hour')).toMatchObject(expected);
  await foldUsage(database, 1);
  expect(await mine('hour')).toMatchObject(expected);
  await at('04T05:00:00');
  await service.retiring.flush();
  await foldUsage(database, 1);
  expect((await mine('day'))?.times).toEqual({ '2027-02-03': 3, '2027-02-04': 3 });
  const [days] = await service.sql(
    'select count(*)::int as pages, count(hour)::int as hours from usage_page where day > ?',
    ['2027-01-01'],
  );
  expect(days).toEqual({ pages: 2, hours: 0 });
  service.clock.set('2027-05-04T12:00:00Z');
  await sweepUsage(database, service.processContext.now());
  expect((await mine('day'))?.times).toEqual({ '2027-02-04': 3 });
  service.clock.set(null);
});

test('a page that is sent again, because its outcome was not known, is stored once', async () => {
  const counts = new UsageCounts(() => new Date('2027-04-01T10:00:00Z'));
  let failures = 2;
  const writer = startLedger(
    {
      ...database,
      all: async (...given: Parameters<typeof database.all>) => {
        const rows = await database.all(...given);
        if (failures-- > 0) throw new Error('the connection was lost after the commit');
        return rows as never;
      },
    },
    counts,
    { warn: () => {} } as never,
  );
  const client = counts.clientOf('', { 'user-agent': 'Repeated/1' }, { person: 'a', address: 'a' });
  counts.add(client, 'row\tGET /me/\tjson 2xx');
  await writer.flush();
  counts.add(client, 'row\tGET /me/\tjson 2xx');
  await writer.flush();
  await writer.stop();
  service.clock.set('2027-04-02T00:00:00Z');
  expect(of((await ledger()).entries, 'Repeated')).toEqual({ 'row GET /me/ json 2xx': 2 });
  service.clock.set(null);
});

test('whoever invents names of clients has a share, and what is beyond it is counted together', () => {
  const counts = new UsageCounts(() => new Date('2027-04-01T10:00:00Z'));
  const caller = (person: string) => ({ person, address: `10.0.0.${person}` });
  for (let i = 0; i < 500; i++)
    counts.add(counts.clientOf('', { 'user-agent': `Invented${i}` }, caller('1')), 'row\ta\tb');
  counts.add(counts.clientOf('', { 'user-agent': 'Other' }, caller('2')), 'row\ta\tb');
  const [hour] = counts.take();
  expect(hour?.clients.size).toBe(22);
  expect(hour?.clients.get('\t(other)\t\t\t')?.get('row\ta\tb')).toBe(480);
  expect(hour?.clients.get('\tOther\t\t\t')?.get('row\ta\tb')).toBe(1);
});

test('counters that do not fit are counted together, and none is lost', () => {
  const counts = new UsageCounts(() => new Date('2027-04-01T10:00:00Z'));
  const clients = Array.from({ length: 20 }, (_, i) =>
    counts.clientOf('', { 'user-agent': `Busy${i}` }, { person: 'a', address: 'a' }),
  );
  const size = 240_000;
  for (let i = 0; i < size; i++) counts.add(clients[i % 20]!, [`field\t${i % 1000}\ttext`, `field\t${i}\ttext`]);
  const sums = new Map<string, number>();
  for (const [client, entries] of counts.take()[0]?.clients ?? [])
    sums.set(
      client,
      [...entries.values()].reduce((sum, count) => sum + count, 0),
    );
  expect([...sums.values()].reduce((sum, count) => sum + count, 0)).toBe(2 * size);
  expect(sums.get('\t(other)\t\t\t')).toBeGreaterThan(0);
});
