/** Requests over both interfaces and delivered events cost points, and answers report the remaining points. */
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { start } from '../conversations/conversation-calls.ts';
import { as, befriend, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { liveCursor, messageAdded, TestSocket } from '../support/live.ts';
import { costIn, dear, pointsIn, spendPoints } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const limit = 60_000;
const service = await testService({ RATE_LIMITS: 'on', TRUST_PROXY: 'on', RATE_POINTS: String(limit) });
const ordinary = await testService({ RATE_LIMITS: 'on' });
const free = await testService();
const json = { 'Content-Type': 'application/json' };
let addresses = 0;
const newAddress = () => ({ 'X-Forwarded-For': `203.0.113.${(addresses += 1)}` });
const someone = (name: string) => newPerson(service, name, 'Points');
const left = async (client: Client) => pointsIn(await client.get('/me/')).remaining;

describe('a document', () => {
  const page = '{ feed(first: 40) { nodes { body author { firstName } workout { title } } } }';
  let ann: Person;
  beforeAll(async () => {
    ann = await someone('Ann');
    for (let day = 1; day <= 3; day++) await record(ann, { run_date: `2024-01-0${day}T07:00:00Z` });
  });

  test('is charged its estimated cost, which is corrected by the content of the answer, in every execution', async () => {
    let remaining = await left(as(ann));
    // The third time it comes, another path answers it.
    for (let i = 0; i < 4; i++) {
      const { data, extensions } = await as(ann).graphql<{ feed: { nodes: unknown[] } }>(page);
      const cost = costIn({ extensions });
      expect(data?.feed.nodes).toHaveLength(3);
      expect([cost.requested, cost.actual]).toEqual([1 + 40 * 6, 20]);
      expect(cost.remaining).toBe((remaining -= cost.actual));
      expect(Date.parse(cost.restoresAt)).toBeGreaterThan(Date.now());
    }
    expect(await left(as(ann))).toBe(remaining - 20);
  });

  test.each([
    ['a list in a list', '{ feed(first: 10) { nodes { id comments(first: 50) { nodes { id } } } } }', 1 + 3 * 3],
    [
      'aliases',
      '{ f: feed(first: 50) { all: nodes { id } } g: feed(first: 50) { edges { node { id } } } }',
      1 + 6 + 1 + 9,
    ],
    [
      'fragments',
      '{ feed(first: 50) { ...F } } fragment F on FeedConnection { nodes { ...P } } fragment P on Post { id body }',
      10,
    ],
    ['a page without its list', '{ feed(first: 50) { pageInfo { hasNextPage } } }', 101],
    [
      'what is not there',
      `{ node(id: "${globalId('Workout', 999_999)}") { id ... on Workout { title user { id firstName lastName } } } }`,
      1,
    ],
  ])('%s costs what it contains', async (_what, document, points) => {
    const { extensions, errors } = await as(ann).graphql(document);
    expect(errors).toEqual([]);
    expect(costIn({ extensions }).actual).toBe(Math.max(20, points));
  });

  test('costs the same over both interfaces, and is charged to the same points with any key', async () => {
    const login = await nobody(service).post(
      '/account/login/',
      { email: ann.email, password: ann.password },
      newAddress(),
    );
    const { username, api_key } = login.json<{ username: string; api_key: string }>();
    const other = new Client(service.url, `Bearer ${api_key}`);
    expect(username).toBe(ann.username);
    let remaining = await left(as(ann));
    for (const [client, path, points] of [
      [as(ann), '/me/', 20],
      [other, '/workout/', 1 + 3 * 20],
      [as(ann), '/post/?type=profile&limit=100', 1 + 3 * 23],
      [other, '/post/?type=profile&limit=2', 1 + 2 * 23],
    ] as const) {
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      const now = pointsIn(answer);
      expect([path, remaining - now.remaining]).toEqual([path, points]);
      expect(now).toMatchObject({ limit, reset: expect.any(Number) });
      expect(now.reset).toBeLessThanOrEqual(300);
      remaining = now.remaining;
    }
  });

  test('that cannot be executed costs as much as the cheapest one', async () => {
    const bodies = ['{ nope }', '{ me', 'query ($a: Int!) { feed(first: $a) { nodes { id } } }', `{ ${dear} }`];
    for (const query of bodies) {
      const before = await left(as(ann));
      const { errors, extensions } = await as(ann).graphql(query, { a: 'x' });
      expect(errors).not.toEqual([]);
      expect(costIn({ extensions })).toMatchObject({ requested: 20, actual: 20, remaining: before - 20 });
    }
    const malformed = await as(ann).sendTo('POST', '/graphql', { headers: json, body: '{' });
    expect(malformed.json()['extensions']).toMatchObject({ cost: { requested: 20, actual: 20 } });
    expect(malformed.json()).toMatchObject({ errors: [{ message: 'The body is not valid JSON (line 1 column 2).' }] });
    const before = await left(as(ann));
    const refused = await as(ann).send('POST', '/comment/', { headers: json, body: '{' });
    expect([refused.status, before - pointsIn(refused).remaining]).toEqual([400, 20]);
  });

  test('costs more with a large body', async () => {
    const query = `{ __typename } ${'#'.repeat(40 * 1024)}`;
    const { extensions } = await as(ann).graphql(query);
    expect(costIn({ extensions }).actual).toBe(20 + 40);
    const body = JSON.stringify({ query });
    const packed = { headers: { ...json, 'Content-Encoding': 'br' }, body: brotliCompressSync(body) };
    expect((await as(ann).sendTo('POST', '/graphql', packed)).json()).toMatchObject({
      extensions: { cost: { actual: 60 } },
    });
    const streamed = { headers: { ...json, Accept: 'text/event-stream' }, body };
    expect((await as(ann).sendTo('POST', '/graphql/stream', streamed)).text).toContain('"actual":60,');
    const socket = await new TestSocket(service.url).init({ authorization: ann.authorization });
    const { results } = socket.operate(query);
    await results.until((all) => all.length > 0);
    expect(results.all[0]).toMatchObject({ extensions: { cost: { actual: 60 } } });
    socket.raw.close();
  });

  test('of thirty mutations costs thirty times as much', async () => {
    const one = `updateUser(input: { id: "${globalId('User', ann.id)}", firstName: "Ann" }) { user { id } }`;
    const cost = async (count: number) => {
      const { extensions } = await as(ann).graphql(
        `mutation { ${Array.from({ length: count }, (_, i) => `a${i}: ${one}`).join(' ')} }`,
      );
      return costIn({ extensions }).actual;
    };
    expect(await cost(30)).toBeGreaterThanOrEqual(30 * (await cost(1)));
  });
});

describe('over the limit', () => {
  test('both interfaces answer 429 with a time to retry; nothing is charged, and other users are not affected', async () => {
    const [eve, fay] = [await someone('Eve'), await someone('Fay')];
    expect((await as(eve).graphql(dear)).status).toBe(200);
    expect((await as(eve).graphql(dear)).status).toBe(200);
    const refused = await as(eve).sendTo('POST', '/graphql', { headers: json, body: JSON.stringify({ query: dear }) });
    const retryAfter = Number(refused.headers['retry-after']);
    expect([refused.status, retryAfter > 0, retryAfter <= 300]).toEqual([429, true, true]);
    const { remaining } = pointsIn(refused);
    const sentence = (points: number) => `This costs 20000 points, and ${points} are left; try again later.`;
    expect(refused.json()).toMatchObject({
      errors: [{ message: sentence(remaining), extensions: { code: 'RATE_LIMITED', retryAfter } }],
      extensions: { cost: { requested: 20_000, actual: 0, remaining } },
    });
    expect(remaining).toBeGreaterThan(15_000);
    expect(await left(as(eve))).toBe(remaining - 20);
    await spendPoints(as(eve));
    const last = await as(eve).get('/me/');
    expect([last.status, last.headers['content-type']]).toEqual([429, 'text/plain; charset=utf-8']);
    expect(pointsIn(last).remaining).toBeLessThan(20);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await as(fay).get('/me/')).status).toBe(200);
    expect((await nobody(service).sendTo('GET', '/graphql?query={__typename}', { headers: newAddress() })).status).toBe(
      200,
    );
  });

  test('of many simultaneous requests, exactly as many are accepted as there are points for', async () => {
    const gil = await someone('Gil');
    // After what Gil has cost until now, there are points for eleven.
    const all = await Promise.all(Array.from({ length: 40 }, () => as(gil).graphql('{ __schema { __typename } }')));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(11);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(29);
  });

  test('an address without a key has points of its own', async () => {
    const [here, there] = [newAddress(), newAddress()];
    await spendPoints(nobody(service), here);
    const ask = (headers: Record<string, string>) =>
      nobody(service).sendTo('GET', '/graphql?query={__typename}', { headers });
    expect([(await ask(here)).status, (await ask(there)).status]).toEqual([429, 200]);
    const ida = await someone('Ida');
    expect((await as(ida).get('/me/', here)).status).toBe(200);
  });
});

test('apps that ask for 300 pages in five minutes are never refused', async () => {
  const jon = await newPerson(ordinary, 'Jon', 'Points');
  const pages = [
    '/post/?type=friends',
    '/post/?type=local',
    '/conversation/inbox/',
    '/workout/?limit=20',
    '/comment/?post_id=1',
  ];
  for (let i = 0; i < 300; i++) expect((await as(jon).get(pages[i % 3] as string)).status).toBe(200);
  // Even if all of their pages were full of the most that such a page has.
  expect(pointsIn(await as(jon).get('/me/')).limit).toBeGreaterThanOrEqual(300 * 1901);
});

describe('live', () => {
  test('a delivered event is charged to its reader, and an answer over a socket contains its cost', async () => {
    const [kim, lea] = [await someone('Kim'), await someone('Lea')];
    const socket = await new TestSocket(service.url).init({ authorization: lea.authorization });
    const asked = socket.operate('{ me { id } }');
    await asked.results.until((all) => all.length > 0, 'an answer');
    expect(asked.results.all[0]).toMatchObject({ extensions: { cost: { requested: 20, actual: 20 } } });
    const live = socket.operate(messageAdded, { after: await liveCursor(as(lea)) });
    // The start of the subscription is charged once its first event has come.
    await start(kim, [lea], 'Hello');
    await live.first(1);
    const before = await left(as(lea));
    for (let i = 0; i < 3; i++) await start(kim, [lea], `Hello ${i}`);
    await live.first(4);
    expect(Object.keys(live.results.all[0] ?? {})).toEqual(['data']);
    expect(before - (await left(as(lea)))).toBe(20 + 3 * 20);
    await spendPoints(as(lea));
    await start(kim, [lea], 'One more');
    expect(await live.refused()).toBe('RATE_LIMITED');
    socket.raw.close();
  });

  test('an event costs what its result took, whatever its selection was estimated to cost', async () => {
    const [oda, pia] = [await someone('Oda'), await someone('Pia')];
    await befriend(service, oda, pia);
    const socket = await new TestSocket(service.url).init({ authorization: pia.authorization });
    const selected = 'id body comments(first: 40) { nodes { id comment } } pictures { id }';
    const document = `subscription ($after: String) { changes(after: $after) { cursor changes { ... on PostChanged { post { ${selected} } } } } }`;
    const after = await liveCursor(as(pia));
    const live = socket.operate(document, { after });
    const before = await left(as(pia));
    await record(oda);
    await live.first(1);
    expect(before - (await left(as(pia)))).toBeLessThan(100);
    const many = 150;
    await service.sql(
      `insert into post (author_id, body, privacy) select ?, 'post ' || i, 'friends' from generate_series(1, ${many}) i`,
      [oda.id],
    );
    const again = await left(as(pia));
    const missed = socket.operate(document, { after });
    const seen = () => missed.events.flatMap(({ changes }) => changes as unknown[]);
    await missed.results.until(() => seen().length > many, 'all posts');
    for (const { changes } of missed.events) expect((changes as unknown[]).length).toBeLessThanOrEqual(100);
    expect(again - (await left(as(pia)))).toBeGreaterThan(many * 6);
    socket.raw.close();
  });

  test('an answer of a stream contains its cost', async () => {
    const mia = await someone('Mia');
    const headers = { ...json, Accept: 'text/event-stream' };
    const answer = await as(mia).sendTo('POST', '/graphql/stream', { headers, body: '{"query":"{ me { id } }"}' });
    expect(pointsIn(answer).limit).toBe(limit);
    expect(answer.text).toMatch(/"extensions":\{"cost":\{"requested":20,/);
  });
});

test('without rate limits there are no headers, and no remaining points are reported', async () => {
  const nat = await newPerson(free, 'Nat', 'Points');
  expect((await as(nat).get('/me/')).headers['ratelimit-limit']).toBeUndefined();
  expect(costIn(await as(nat).graphql('{ me { id } }'))).toEqual({
    requested: 20,
    actual: 20,
    remaining: null,
    restoresAt: null,
  });
});
