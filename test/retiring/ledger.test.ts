/** The counts of calls by client: exactly what was called, over REST, GraphQL and sockets, and nothing about people. */
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { clientNamed } from '../../src/platform/observability/client-name.ts';
import { UsageCounts } from '../../src/platform/observability/usage-counts.ts';
import { carryOver } from '../../src/retiring/carry-over.ts';
import { startLedger, sweepUsage } from '../../src/retiring/ledger.ts';
import { readLedger } from '../../src/retiring/usage-ledger.ts';
import type { LedgerEntry } from '../../src/retiring/usage-ledger.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { calls, countsOf, inventClients, newKey, registerKnown, Truth } from './traffic.ts';

const service = await testService();
const people = await Promise.all(['One', 'Two', 'Three'].map((name) => newPerson(service, 'Counted', name)));
const clients = await inventClients(people);
const { database } = service.processContext;

/** What has been counted, once the answers are closed and the counts are written. */
async function ledger() {
  await service.retiring.flush();
  return readLedger(database, service.processContext.now());
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

test('thirty combinations of one person with three keys and five agents are each counted exactly', async () => {
  const owner = await newPerson(service, 'Owner', 'Of all');
  const keys = [];
  for (const name of ['Phone', 'Script', 'Export']) keys.push(await newKey(owner, name));
  const agents = ['OldApp/1.0', 'OldApp/1.1', 'okhttp/4.9', 'NewApp/2', 'curl/8.1'];
  const paths = ['/post/?type=friends', '/post/?type=dashboard', '/post/1/', '/me/', '/user/', '/workout/'];
  for (const key of keys)
    for (const agent of agents) {
      const client = new Client(service.url, key);
      for (const path of paths) await client.get(path, { 'User-Agent': agent });
      const body = JSON.stringify({ query: '{ me { firstName } }' });
      const headers = { 'User-Agent': agent, 'Content-Type': 'application/json' };
      for (let i = 0; i < 2; i++) await client.sendTo('POST', '/graphql', { headers, body });
    }
  const { entries } = await ledger();
  const own = entries.filter(({ client }) => ['Phone', 'Script', 'Export'].includes(client.key));
  const callsOf = (isOne: (entry: LedgerEntry) => boolean) => own.filter(isOne).map(({ calls: count }) => count);
  expect(callsOf(({ name }) => name === 'GET /me/')).toEqual(Array(15).fill(1));
  expect(callsOf(({ name, detail }) => name === 'User.firstName' && detail === 'text')).toEqual(Array(15).fill(2));
  expect(callsOf(({ name }) => name === 'GET /post/')).toEqual(Array(15).fill(2));
  expect(entries.filter(({ client }) => client.product === '(other)')).toEqual([]);
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

test('calls have their days, which are kept for 90 days', async () => {
  const at = async (time: string) => {
    service.clock.set(`2027-02-${time}Z`);
    await as(people[1]!).get('/me/', { 'User-Agent': 'Daily/1' });
  };
  for (const time of ['03T00:00:00', '03T23:59:59.999', '04T00:00:00', '04T00:00:01', '04T05:00:00']) await at(time);
  const mine = async () =>
    (await ledger()).entries.find(({ client, kind }) => client.product === 'Daily' && kind === 'row');
  const days = { '2027-02-03': 2, '2027-02-04': 3 };
  expect(await mine()).toMatchObject({ calls: 5, first: '2027-02-03', last: '2027-02-04', times: days });
  service.clock.set('2027-05-04T12:00:00Z');
  await sweepUsage(database, service.processContext.now());
  expect(await mine()).toMatchObject({ calls: 3, first: '2027-02-04', times: { '2027-02-04': 3 } });
  service.clock.set(null);
});

test('calls whose outcome was not known are stored once', async () => {
  const counts = new UsageCounts(() => new Date('2027-04-01T10:00:00Z'));
  let failures = 2;
  const writer = startLedger(
    {
      one: (...given) => database.one(...given),
      transaction: async (...given) => {
        const result = await database.transaction(...given);
        if (failures-- > 0) throw new Error('the connection was lost after the commit');
        return result;
      },
    },
    counts,
    { warn: () => {} } as never,
  );
  const count = () =>
    counts.count(
      { client: clientNamed('', { 'user-agent': 'Repeated/1' }), viewer: 1 },
      'row\tGET /me/\tjson 2xx',
      null,
    );
  count();
  await writer.flush();
  count();
  await writer.flush();
  await writer.stop();
  service.clock.set('2027-04-02T00:00:00Z');
  expect(of((await ledger()).entries, 'Repeated')).toEqual({ 'row GET /me/ json 2xx': 2 });
  service.clock.set(null);
});

test('what the version before has counted by hour is carried over by day, once', async () => {
  const page = (hours: number[]) =>
    brotliCompressSync(
      JSON.stringify({
        clients: ['Carried key\t\t\t\t', '\tCarriedApp\t7\tCarried\t8'],
        entries: ['row\tGET /me/\tjson 2xx', 'field\tQuery.me\trest', 'field\tQuery.node\ttext'],
        calls: [
          [0, [0, 1], hours],
          [1, [2], [0, 5]],
        ],
      }),
    );
  for (const [day, hour, hours] of [
    ['2027-06-01', null, [1, 2, 0, 4]],
    ['2027-06-01', 4, [0, 0, 0, 0, 9]],
    ['2027-06-02', 0, [1]],
  ] as const)
    await service.sql('insert into usage_page (day, hour, content) values (?, ?, ?)', [day, hour, page([...hours])]);
  await carryOver(database);
  await carryOver(database);
  service.clock.set('2027-06-02T12:00:00Z');
  const { entries } = await ledger();
  service.clock.set(null);
  expect(await service.sql('select id from usage_page')).toEqual([]);
  const carried = entries.filter(({ client }) => client.key === 'Carried key' || client.product === 'CarriedApp');
  const key = { key: 'Carried key', product: '', version: '', apollo: '', apolloVersion: '' };
  const app = { key: '', product: 'CarriedApp', version: '7', apollo: 'Carried', apolloVersion: '8' };
  const ofKey = { client: key, times: { '2027-06-01': 16, '2027-06-02': 1 } };
  expect(carried).toHaveLength(3);
  expect(carried).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...ofKey, name: 'GET /me/' }),
      expect.objectContaining({ ...ofKey, name: 'Query.me' }),
      expect.objectContaining({ client: app, name: 'Query.node', times: { '2027-06-01': 10, '2027-06-02': 5 } }),
    ]),
  );
});
