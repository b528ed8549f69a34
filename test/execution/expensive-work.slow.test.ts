/**
 * Expensive documents have a price, a limited number of them is executed at the same time, and a document has limits.
 */
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { limits } from '../../schema/execution/limits.ts';
import { globalId } from '../../schema/global-id.ts';
import { sparing } from '../../src/domain/rules/capacity.ts';
import { misspellingsOf, searchWords } from '../../src/domain/people/search-words.ts';
import { until } from '../mail/patience.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { holdStatements } from '../support/held-statements.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { costIn } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

const mebibyte = 1024 * 1024;
const service = await testService({}, { waitingBytes: 20 * mebibyte });
const { ann, bob, cho } = await cast(service);
let eve: Person;
let gus: Person;

/** Eve has a thousand long lines, 16 MB in all; Gus nearly as many workouts without, which are one part of an answer. */
beforeAll(async () => {
  eve = await newPerson(service, 'Eve', 'Ever');
  for (const person of [ann, eve])
    await as(person).patch(`/profile/${person.id}/`, { location_name: 'x', location_lat: 47.37, location_lng: 8.54 });
  gus = await newPerson(service, 'Gus', 'Gray');
  for (const [person, lines, count] of [
    [eve, 3200, 1000],
    [gus, 0, 999],
  ] as const)
    await service.sql(
      `insert into workout (user_id, title, run_date, run_type, duration_in_seconds, privacy, source, polyline)
       select ?, 'Run', timestamptz '2020-01-01' + n * interval '1 hour', 'Slow', 60, 'public', 'json', repeat('_p~iF', ?::int)
       from generate_series(1, ?::int) n`,
      [person.id, lines, count],
    );
});

const again = (count: number, field: string) => Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ');

/** The statements that expensive fields run. */
const expensiveStatements = /^(search_|messages_like|routes_near|feed_local_|workouts_of_user)/;

/** Expensive fields, as a document selects them. */
const expensive: [name: string, field: string][] = [
  ['searchUsers', 'searchUsers(q: "Archre") { nodes { id } }'],
  ['searchFriends', 'searchFriends(q: "Baekr") { nodes { id } }'],
  ['searchFriends, the most active first', 'searchFriends(q: "Bak", orderBy: MOST_ACTIVE) { nodes { id } }'],
  ['searchMessages', 'searchMessages(query: "run") { nodes { id } }'],
  ['searchRoutes', 'searchRoutes(latitude: 47.3, longitude: 8.5, radiusInMeters: 300000) { nodes { id } }'],
  ['feed, the local one', 'feed(type: LOCAL) { nodes { id } }'],
  ['feed that falls back', 'feed(type: FEATURED, fallback: true) { nodes { id } }'],
];

describe('expensive fields', () => {
  test.each(expensive)('cost as much as their execution takes: %s', async (_name, field) => {
    const { data, extensions } = await as(ann).graphql(`{ ${field} }`);
    expect(data).not.toBeNull();
    expect(costIn({ extensions }).requested).toBeGreaterThanOrEqual(100);
  });

  test('have a cost for a feed that depends on its type, in every notation', async () => {
    const costOf = async (type: string) =>
      costIn(await as(ann).graphql('query ($type: FeedType!) { feed(type: $type) { nodes { id } } }', { type }))
        .requested;
    const literal = await as(ann).graphql('{ feed(type: FRIENDS) { nodes { id } } }');
    expect(await costOf('FRIENDS')).toBe(costIn(literal).requested);
    expect(await costOf('LOCAL')).toBeGreaterThan((await costOf('FRIENDS')) + 50);
    expect(await costOf('FRIENDS')).toBe(costIn(literal).requested);
  });

  test.each(expensive)('run two at a time for each user, and others do not wait: %s', async (_name, field) => {
    const small = await as(ann).graphql(`{ ${field} }`);
    const held = holdStatements(service, expensiveStatements);
    let finished = 0;
    const flood = Array.from({ length: 80 }, async () => {
      const { errors } = await as(ann).graphql(`{ ${field} }`);
      finished++;
      return errors;
    });
    // Two run, 64 wait and 14 are refused.
    await until(() => finished >= 8 && held.waiting() >= 2, 'the other documents to be refused');
    expect(held.waiting()).toBe(2);
    const other = as(eve).graphql(`{ ${field} }`);
    await until(() => held.waiting() === 3, 'somebody else to have their turn');
    held.release();
    expect((await other).errors).toEqual([]);
    const errors = (await Promise.all(flood)).flat();
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) expect(extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 2 });
    // Once it is over, all is as before.
    expect((await as(ann).graphql(`{ ${field} }`)).data).toEqual(small.data);
  });

  test.each([
    ['a search', () => '/user/search/?q=Archre', 2],
    ['a long list', () => `/workout/?user=${gus.id}`, sparing],
  ])('share the limit with REST: 429 with Retry-After for %s', async (_what, path, run) => {
    await floodIsRefused(() => as(ann).get(path()), run);
  });
});

describe('writes of one user', () => {
  const writes: [what: string, most: number, held: RegExp, write: (n: number) => Promise<Answer>][] = [
    [
      'changes of place',
      2,
      /^transaction$/,
      (n) =>
        as(cho).patch(`/profile/${cho.id}/`, { location_name: 'x', location_lat: 47 + n / 10, location_lng: 8.54 }),
    ],
    [
      'recorded workouts',
      4,
      /^insert_first_of_second$/,
      (n) => as(cho).post('/workout/', workoutBody({ run_date: new Date(Date.UTC(2021, 0, 1 + n)).toISOString() })),
    ],
    [
      'imported workouts',
      4,
      /^insert_first_of_second_recorded$/,
      (n) => as(cho).upload(makeGpx({ points: 3, start: new Date(Date.UTC(2022, 0, 1 + n)).toISOString() })),
    ],
  ];
  test.each(writes)('%s run a few at a time', async (_what, most, statements, write) => {
    const held = holdStatements(service, statements);
    let begun = 0;
    const all = Array.from({ length: 8 }, async (_, n) => {
      const answer = write(n);
      begun++;
      return (await answer).status;
    });
    await until(() => begun === 8 && held.waiting() >= most, 'the first ones to be under way');
    // Another person's request has been answered since: more of these would have come by then.
    expect((await as(bob).get('/me/')).status).toBe(200);
    expect(held.waiting()).toBe(most);
    held.release();
    for (const status of await Promise.all(all)) expect([200, 201, 202]).toContain(status);
  });
});

/** Sends a hundred requests of one person: some run, 64 wait, the others are told when to come again. */
async function floodIsRefused(request: () => Promise<Answer>, run = sparing): Promise<Answer[]> {
  const held = holdStatements(service, expensiveStatements);
  const refused: Answer[] = [];
  const flood = Array.from({ length: 100 }, async () => {
    const answer = await request();
    if (answer.status !== 200) refused.push(answer);
    return answer.status;
  });
  await until(() => refused.length === 36 - run && held.waiting() >= run, 'the others to be refused');
  expect(held.waiting()).toBe(run);
  held.release();
  expect((await Promise.all(flood)).filter((status) => status === 200)).toHaveLength(64 + run);
  for (const { status, headers } of refused) expect([status, headers['retry-after']]).toEqual([429, '2']);
  return refused;
}

describe('documents that cost much', () => {
  const query = `query ($id: ID!) { workouts(userId: $id, first: 1000) { nodes { id title runType runDate privacy user { id } } } }`;

  test('run one or two at a time for each user: when too many wait, HTTP answers 429 with Retry-After', async () => {
    const body = JSON.stringify({ query, variables: { id: globalId('User', gus.id) } });
    const request = () => as(bob).sendTo('POST', '/graphql', { headers: { 'Content-Type': 'application/json' }, body });
    // New documents come another way than those that are known.
    for (const warm of [0, 3]) {
      for (let i = 0; i < warm; i++) expect((await request()).json()['errors']).toBeUndefined();
      for (const answer of await floodIsRefused(request))
        expect(answer.json()['errors']).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfter: 2 } }]);
    }
  });

  test('that read long lists repeatedly end them before all of them are in memory', async () => {
    const list = `workouts(userId: "${globalId('User', eve.id)}", first: 400) { nodes { polyline } pageInfo { hasNextPage } }`;
    const { data, errors } = await as(bob).graphql<
      Record<string, { nodes: { polyline: string }[]; pageInfo: { hasNextPage: boolean } }>
    >(`{ ${again(6, list)} }`);
    expect(errors).toEqual([]);
    const lists = Object.values(data ?? {});
    expect(lists.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual(Array<boolean>(6).fill(true));
    const read = lists.flatMap(({ nodes }) => nodes).reduce((sum, { polyline }) => sum + polyline.length, 0);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(4 * mebibyte);
  });
});

test('a search tries a limited number of misspellings of long words', () => {
  for (const letters of [4, 16, 17, 55, 100]) {
    const words = searchWords('abcdefghij'.repeat(10).slice(0, letters));
    expect(words && misspellingsOf(words)?.slips.length).toBeLessThanOrEqual(60);
  }
});

test('connections of slow readers are closed when too many bytes of answers wait', async () => {
  const lines = again(3, 'polyline');
  const document = `{ workouts(userId: "${globalId('User', eve.id)}", first: 150) { nodes { ${lines} } } }`;
  const url = `${service.url}/graphql?query=${encodeURIComponent(document)}`;
  const started: IncomingMessage[] = [];
  let disconnected = 0;
  // Two of each: what one person may have under way.
  for (const { authorization: Authorization } of [ann, bob, cho, eve, ann, bob, cho, eve])
    get(url, { headers: { Authorization }, agent: false }, (response) => {
      started.push(response);
      response.on('error', () => {}).on('aborted', () => disconnected++);
      response.on('data', () => {
        response.pause();
        setTimeout(() => response.resume(), 50).unref();
      });
    }).on('error', () => disconnected++);
  await until(() => disconnected > 0, 'a slow reader to be disconnected');
  expect(disconnected).toBeLessThan(8);
  expect((await as(ann).get('/me/')).status).toBe(200);
  for (const response of started) response.destroy();
});

describe('limits of documents', () => {
  /** A document that goes from post to workout and back so many times. */
  const chain = (times: number) => {
    const inner = `${'workout { post { '.repeat(times)} id ${'} } '.repeat(times)}`;
    return `{ feed(first: 1) { nodes { ${inner} } } }`;
  };
  const refused = async (document: string, variables = {}) => {
    const { data, errors } = await as(ann).graphql(document, variables);
    expect(data ?? null).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    return errors[0];
  };

  test('refuse documents that are too deep', async () => {
    expect((await as(ann).graphql(chain(limits.depth / 2 - 2))).errors).toEqual([]);
    await refused(chain(limits.depth / 2));
    const fragments =
      'query { feed(first: 1) { nodes { ...A } } } fragment A on Post { workout { post { ...B } } } fragment B on Post { workout { post { ...C } } } fragment C on Post { workout { post { ...D } } } fragment D on Post { workout { post { workout { post { workout { id } } } } } }';
    await refused(fragments);
  });

  test('refuse too many aliases', async () => {
    const aliased = (count: number) => `{ ${Array.from({ length: count }, (_, i) => `a${i}: me { id }`).join(' ')} }`;
    expect((await as(ann).graphql(aliased(limits.aliases))).errors).toEqual([]);
    await refused(aliased(limits.aliases + 1));
  });

  test('refuse too many tokens', async () => {
    await refused(`{ me { ${'id '.repeat(limits.tokens)} } }`);
  });

  test('refuse documents that cost too much, including their variables', async () => {
    const document =
      'query ($first: Int!) { workouts(first: $first) { nodes { id title user { id stats { id totalDistanceInMeters } } post { id author { id profile { id } } workout { id user { id } } } track } } }';
    const small = await as(ann).graphql(document, { first: 10 });
    expect(small.errors).toEqual([]);
    const large = await refused(document, { first: 1000 });
    expect(large?.extensions).toMatchObject({ code: 'TOO_COSTLY', limit: limits.cost });
    const { requested } = costIn(await as(ann).graphql(document, { first: 20 }));
    expect(requested).toBeGreaterThan(1.9 * costIn(small).requested);
    await refused(document.replace('Int!', 'Int! = 1000'));
    await refused(document.replace('query ($first: Int!)', 'query').replace('$first', '1000'));
  });
});
