import { describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { globalId } from '../../schema/global-id.ts';
import { limits } from '../../schema/execution/limits.ts';
import { as, cast } from '../support/cast.ts';
import type { Answer, Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann } = await cast(service);

/** Sends a body as it is. */
function send(body: string): Promise<Answer> {
  return as(ann).sendTo('POST', '/graphql', { headers: { 'Content-Type': 'application/json' }, body });
}

const dear = 'track gpx user { stats { id } profile { id } }';

describe('documents that cost more than they seem to', () => {
  /** Each would read far more than is allowed if its whole cost were not counted. */
  const documents: [what: string, document: string, variables?: Mapping][] = [
    [
      'a refused page beside a large one',
      `{ a: workouts(first: -2147483648) { nodes { ${dear} } } b: workouts(first: 1000) { nodes { ${dear} } } }`,
    ],
    [
      'the same by variable',
      `query ($n: Int!) { a: workouts(first: $n) { nodes { ${dear} } } b: workouts(first: 1000) { nodes { ${dear} } } }`,
      { n: -2_147_483_648 },
    ],
    ['lists without pages', '{ conversations(first: 1000) { nodes { recipients { stats { id } profile { id } } } } }'],
    [
      'many nodes',
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Workout { ${dear} } ... on User { friends(first: 300) { nodes { id } } } } }`,
      { ids: Array.from({ length: 100 }, (_, i) => globalId('Workout', i + 1)) },
    ],
    ['a default', `query ($n: Int! = 1000) { workouts(first: $n) { nodes { ${dear} } } }`],
    [
      'a fragment',
      `{ workouts(first: 1000) { ...A } } fragment A on WorkoutConnection { nodes { ...B } } fragment B on Workout { ${dear} }`,
    ],
    [
      'the schema, again and again',
      `{ ${Array.from({ length: 6 }, (_, i) => `a${i}: __schema { types { name } }`).join(' ')} }`,
    ],
  ];

  test.each(documents)('%s', async (_what, document, variables = {}) => {
    for (let again = 0; again < 3; again++) {
      const { data, errors } = await as(ann).graphql(document, variables);
      expect(data).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
    }
  });

  test('a cost that was counted is not taken for that of other variables', async () => {
    const document = `query ($pad: String, $n: Int!, $ids: [ID!]!) { workouts(first: $n, after: $pad) { nodes { ${dear} } } nodes(ids: $ids) { ... on User { friends(first: 100) { nodes { id } } } } }`;
    const ids = (length: number) => Array.from({ length }, () => globalId('User', ann.id));
    expect((await as(ann).graphql(document, { n: 1, ids: ids(1) })).errors).toEqual([]);
    const noise = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x${i}`, i]));
    for (const variables of [
      { n: 1000, ids: ids(1) },
      { ...noise, n: 1000, ids: ids(1) },
      { n: 1, ids: ids(1000) },
    ]) {
      const { errors } = await as(ann).graphql(document, variables);
      expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
    }
  });

  test('the whole schema can be read once', async () => {
    expect((await as(ann).graphql(getIntrospectionQuery({ inputValueDeprecation: true }))).errors).toEqual([]);
  });
});

describe('documents that are none', () => {
  const repeated = (count: number, of: string) => of.repeat(count);
  const documents: [what: string, document: string][] = [
    ['a fragment in itself', '{ me { ...A } } fragment A on User { id ...A }'],
    ['fragments in a circle', '{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }'],
    ['a circle with fields', '{ me { ...A } } fragment A on User { friends { nodes { ...A } } }'],
    ['very many directives', `{ me { id ${repeated(1000, '@skip(if: false) ')} } }`],
    ['very many unknown directives', `{ me { id ${repeated(1400, '@x ')} } }`],
    ['very many fields', `{ me { ${repeated(4000, 'id ')} } }`],
    ['very many braces', `${repeated(2900, '{ me ')}`],
    ['very many lists', `{ nodes(ids: ${repeated(2900, '[')}) { id } }`],
    [
      'a deep look at the schema',
      `{ __schema { types { ${repeated(20, 'fields { type { ')} name ${repeated(20, '} } ')} } } }`,
    ],
    ['a long comment', `{ me { id } } # ${repeated(limits.characters, 'x')}`],
    ['a long string', `{ node(id: "${repeated(limits.characters, 'x')}") { id } }`],
    ['a long name', `{ me { ${repeated(limits.characters, 'x')} } }`],
  ];

  test.each(documents)('%s: refused with few words', async (_what, document) => {
    const answer = await send(JSON.stringify({ query: document }));
    expect(answer.json()['errors']).toBeDefined();
    expect(answer.json()['data'] ?? null).toBeNull();
    expect(answer.text.length).toBeLessThan(200_000);
    expect(answer.text).not.toMatch(/"code":"INTERNAL/);
  });

  test('lists of documents are refused', async () => {
    const answer = await send('[{"query":"{ me { id } }"},{"query":"{ me { id } }"}]');
    expect([answer.status, answer.json()['data']]).toEqual([400, undefined]);
  });

  test('a hash of another document is refused as what it is: the fault of the request', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'x' } };
    const answer = await send(JSON.stringify({ query: '{ me { id } }', extensions }));
    expect(answer.json()['errors']).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
  });

  test('nothing is changed by GET', async () => {
    const query = encodeURIComponent('mutation { exportMyData { url } }');
    const headers = { Accept: 'application/json' };
    const answer = await as(ann).sendTo('GET', `/graphql?query=${query}`, { headers });
    expect([answer.status, answer.json()['data']]).toEqual([405, undefined]);
  });
});

describe('variables', () => {
  const start =
    'mutation ($input: StartConversationInput!) { startConversation(input: $input) { conversation { id } } }';
  const startEach =
    'mutation ($ids: [ID!]!) { startConversation(input: { recipientIds: $ids, message: "x" }) { conversation { id } } }';
  const record = 'mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { id } } }';
  const run = { title: 'x', runType: 'RACE', runDate: '2024-01-01T00:00:00Z' };
  const many = (item: unknown) => Array.from({ length: 300_000 }, () => item);
  const wrong: [what: string, document: string, variables: Mapping][] = [
    ['very many ids', start, { input: { message: 'x', recipientIds: many(globalId('User', 1)) } }],
    ['very many things that are no ids', start, { input: { message: 'x', recipientIds: many({}) } }],
    ['very many nulls', startEach, { ids: many(null) }],
    ['some things that are no ids', startEach, { ids: [{}, {}, {}] }],
    ['very many points that are none', record, { input: { ...run, points: many({}) } }],
    ['points that are a deep object', record, { input: { ...run, points: deep(3000) } }],
    [
      'very many unknown fields',
      record,
      { input: { ...run, ...Object.fromEntries(many(0).map((_, i) => [`x${i}`, i])) } },
    ],
    [
      'a very long word for a number',
      'query ($n: Int!) { workouts(first: $n) { totalCount } }',
      { n: 'x'.repeat(5_000_000) },
    ],
  ];
  const right: Record<string, Mapping> = {
    [start]: { input: { message: 'x', recipientIds: [globalId('User', 1)] } },
    [startEach]: { ids: [globalId('User', 1)] },
    [record]: { input: { ...run, durationInSeconds: 60, points: [] } },
  };

  test.each(wrong)(
    '%s: refused with few words, before and after the document is known',
    async (_what, document, variables) => {
      for (const warmUp of [0, 3]) {
        for (let i = 0; i < warmUp; i++) await as(ann).graphql(document, right[document] ?? {});
        const answer = await send(JSON.stringify({ query: document, variables }));
        const { errors, data } = answer.json<{ errors: Mapping[]; data?: unknown }>();
        expect(data ?? null).toBeNull();
        expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
        expect(answer.text.length).toBeLessThan(3000);
      }
    },
  );

  test.each([100, 100_000])('%i deep: no fault of ours', async (depth) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const value = `${open.repeat(depth)}1${close.repeat(depth)}`;
      const unused = await send(`{"query":"{ __typename }","variables":{"a":${value}}}`);
      expect(unused.json()['data']).toEqual({ __typename: 'Query' });
      const body = `{"query":"mutation ($i: RecordWorkoutInput!) { recordWorkout(input: $i) { workout { id } } }","variables":{"i":{"title":"x","runType":"RACE","runDate":"2024-01-01T00:00:00Z","points":${value}}}}`;
      expect((await send(body)).json()['errors']).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    }
  });
});

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = { a: value };
  return value;
}
