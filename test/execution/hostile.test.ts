/** Hostile documents, variables and request bodies over GraphQL are refused with a short answer. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import type { Answer, Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { equalNames, refusedDocuments } from './hostile-documents.ts';

const service = await testService();
const { ann } = await cast(service);

/** Sends a body as it is. */
function send(body: string): Promise<Answer> {
  return as(ann).sendTo('POST', '/graphql', { headers: { 'Content-Type': 'application/json' }, body });
}

const nested = 'track gpx user { stats { id } profile { id } }';

describe('documents that cost more than they seem to', () => {
  /** Each would read far more than is allowed if its whole cost were not counted. */
  const documents: [what: string, document: string, variables?: Mapping][] = [
    [
      'a refused page beside a large one',
      `{ a: workouts(first: -2147483648) { nodes { ${nested} } } b: workouts(first: 1000) { nodes { ${nested} } } }`,
    ],
    [
      'the same by variable',
      `query ($n: Int!) { a: workouts(first: $n) { nodes { ${nested} } } b: workouts(first: 1000) { nodes { ${nested} } } }`,
      { n: -2_147_483_648 },
    ],
    ['lists without pages', '{ conversations(first: 1000) { nodes { recipients { stats { id } profile { id } } } } }'],
    [
      'many nodes',
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Workout { ${nested} } ... on User { friends(first: 300) { nodes { id } } } } }`,
      { ids: Array.from({ length: 100 }, (_, i) => globalId('Workout', i + 1)) },
    ],
    ['a default', `query ($n: Int! = 1000) { workouts(first: $n) { nodes { ${nested} } } }`],
    [
      'a fragment',
      `{ workouts(first: 1000) { ...A } } fragment A on WorkoutConnection { nodes { ...B } } fragment B on Workout { ${nested} }`,
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

  test('the cost for one set of variables is not reused for another', async () => {
    const document = `query ($pad: String, $n: Int!, $ids: [ID!]!) { workouts(first: $n, after: $pad) { nodes { ${nested} } } nodes(ids: $ids) { ... on User { friends(first: 100) { nodes { id } } } } }`;
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

describe('invalid documents', () => {
  test.each(refusedDocuments)('%s: refused with a short message', async (_what, document) => {
    const answer = await send(JSON.stringify({ query: document }));
    expect(answer.json()['errors']).toBeDefined();
    expect(answer.json()['data'] ?? null).toBeNull();
    expect(answer.text.length).toBeLessThan(200_000);
    expect(answer.text).not.toMatch(/"code":"INTERNAL/);
  });

  test.each(equalNames)(
    'very many equal names %s: refused with a short message by each interface',
    async (_what, document) => {
      for (const person of [as(ann), nobody(service)])
        for (let again = 0; again < 2; again++) {
          const { data, errors } = await person.graphql(document);
          expect(data).toBeNull();
          expect(errors).toHaveLength(1);
          expect(errors[0]?.message).toMatch(/^The document takes too long to check|1000 are accepted/);
          expect(errors[0]?.extensions.code).toMatch(/^TOO_MANY_(FIELDS|TOKENS)$/);
        }
    },
  );

  test('ordinary numbers of equal names are accepted', async () => {
    const fragments = Array.from({ length: 30 }, (_, i) => `fragment F${i} on User { id firstName lastName }`).join(
      ' ',
    );
    const spread = Array.from({ length: 30 }, (_, i) => `...F${i}`).join(' ');
    const { errors } = await as(ann).graphql(`{ me { ${spread} friends { nodes { ${spread} } } } } ${fragments}`);
    expect(errors).toEqual([]);
  });

  test('without a key, documents are shorter', async () => {
    const document = `{ __typename ${Array.from({ length: 300 }, (_, i) => `a: __typename @skip(if: ${i % 2 === 0})`).join(' ')} }`;
    const shorter = `{ ${'__typename '.repeat(990)} }`;
    const { errors } = await nobody(service).graphql(document);
    expect(errors).toMatchObject([
      { message: expect.stringContaining('1000 are accepted'), extensions: { code: 'TOO_MANY_TOKENS' } },
    ]);
    expect((await nobody(service).graphql(shorter)).errors[0]?.message).toMatch(/takes too long to check/);
    expect((await nobody(service).graphql(getIntrospectionQuery())).errors).toEqual([]);
  });

  test('lists of documents are refused', async () => {
    const answer = await send('[{"query":"{ me { id } }"},{"query":"{ me { id } }"}]');
    expect([answer.status, answer.json()['data']]).toEqual([400, undefined]);
  });

  test('a hash of another document is reported as an error of the request', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'x' } };
    const answer = await send(JSON.stringify({ query: '{ me { id } }', extensions }));
    expect(answer.json()['errors']).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
  });

  test('GET changes nothing', async () => {
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
  const importGpx = 'mutation ($input: ImportGpxInput!) { importGpx(input: $input) { workout { id } } }';
  const addPicture = 'mutation ($input: AddPictureInput!) { addPicture(input: $input) { picture { id } } }';
  const points = (count: number) => Array.from({ length: count }, (_, i) => ({ lat: 47 + i / 1e6, lng: 8.5 }));
  const many = (item: unknown) => Array.from({ length: 300_000 }, () => item);
  const ids = (item: unknown) => Array.from({ length: 4000 }, () => item);
  const wrong: [what: string, document: string, variables: Mapping, code?: string][] = [
    ['many ids', start, { input: { message: 'x', recipientIds: ids(globalId('User', 1)) } }],
    ['many things that are no ids', start, { input: { message: 'x', recipientIds: ids({}) } }],
    ['many nulls', startEach, { ids: ids(null) }],
    ['very many ids', start, { input: { message: 'x', recipientIds: many(globalId('User', 1)) } }, 'TOO_LARGE'],
    ['very many things that are no ids', start, { input: { message: 'x', recipientIds: many({}) } }, 'TOO_LARGE'],
    ['very many nulls', startEach, { ids: many(null) }, 'TOO_LARGE'],
    ['some things that are no ids', startEach, { ids: [{}, {}, {}] }],
    ['very many points that are none', record, { input: { ...run, points: many({}) } }],
    ['points that are a deep object', record, { input: { ...run, points: deep(3000) } }],
    [
      'very many unknown fields',
      record,
      { input: { ...run, ...Object.fromEntries(many(0).map((_, i) => [`x${i}`, i])) } },
      'TOO_LARGE',
    ],
    [
      'a very long word for a number',
      'query ($n: Int!) { workouts(first: $n) { totalCount } }',
      { n: 'x'.repeat(5_000_000) },
      'TOO_LARGE',
    ],
    ['a long word for a number', 'query ($n: Int!) { workouts(first: $n) { totalCount } }', { n: 'x'.repeat(200_000) }],
    ['many points and a wrong one', record, { input: { ...run, points: [...points(20_000), { lat: 91, lng: 8 }] } }],
    ['points and very many words', record, { input: { ...run, points: points(20_000), x: many('') } }, 'TOO_LARGE'],
    ['a picture that is too large', addPicture, { input: { postId: 'x', picture: 'A'.repeat(3_000_000) } }],
    ['a file that is a list', importGpx, { input: { gpx: many('<gpx>') } }],
  ];
  const right: Record<string, Mapping> = {
    [start]: { input: { message: 'x', recipientIds: [globalId('User', 1)] } },
    [startEach]: { ids: [globalId('User', 1)] },
    [record]: { input: { ...run, durationInSeconds: 60, points: [] } },
  };

  test.each(wrong)(
    '%s: refused with a short message, before and after the document is cached',
    async (_what, document, variables, code = 'INVALID') => {
      for (const warmUp of [0, 3]) {
        for (let i = 0; i < warmUp; i++) await as(ann).graphql(document, right[document] ?? {});
        const answer = await send(JSON.stringify({ query: document, variables }));
        const { errors, data } = answer.json<{ errors: Mapping[]; data?: unknown }>();
        expect(data ?? null).toBeNull();
        expect(errors).toMatchObject([{ extensions: { code } }]);
        expect([200, 413]).toContain(answer.status);
        expect(answer.text.length).toBeLessThan(3000);
      }
    },
  );

  test.each([100, 20_000])('%i deep: not an internal error', async (depth) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const value = `${open.repeat(depth)}1${close.repeat(depth)}`;
      // A body of more than 64 KiB may be nested as deep as any other one.
      const unused = await send(`{"query":"{ __typename }","variables":{"a":${value}}}`);
      const { data, errors } = unused.json<{ data?: unknown; errors?: Mapping[] }>();
      if (unused.status === 200) expect(data).toEqual({ __typename: 'Query' });
      else
        expect(errors).toMatchObject([
          {
            message: expect.stringMatching(/nested|values/),
            extensions: { code: expect.stringMatching(/MALFORMED|TOO_LARGE/) },
          },
        ]);
      const body = `{"query":"mutation ($i: RecordWorkoutInput!) { recordWorkout(input: $i) { workout { id } } }","variables":{"i":{"title":"x","runType":"RACE","runDate":"2024-01-01T00:00:00Z","points":${value}}}}`;
      const code = unused.status === 200 ? 'INVALID' : expect.stringMatching(/MALFORMED|TOO_LARGE/);
      expect((await send(body)).json()['errors']).toMatchObject([{ extensions: { code } }]);
    }
  });
});

describe('large requests', () => {
  const type = { 'Content-Type': 'application/json' };
  const chunked = { ...type, 'Transfer-Encoding': 'chunked' };
  const post = (body: string | Buffer, headers: Record<string, string> = type) =>
    as(ann).sendTo('POST', '/graphql', { headers, body });
  const gpx = makeGpx({ points: 6000, start: '2022-03-01T00:00:00Z' });
  const points = Array.from({ length: 6000 }, (_, i) => ({
    lat: 47 + i / 1e5,
    lng: 8.5,
    time: new Date(Date.UTC(2022, 2, 2) + i * 1000).toISOString(),
  }));
  const run = { title: 'x', runType: 'RACE', runDate: '2022-03-02T00:00:00Z' };
  const input = 'input: $input) { workout { databaseId track } } }';

  test.each<[what: string, field: string, of: string, value: Mapping, headers: Record<string, string>]>([
    ['a track', 'recordWorkout', 'RecordWorkoutInput!', { ...run, points }, type],
    ['a GPX file', 'importGpx', 'ImportGpxInput!', { gpx }, type],
    [
      'a GPX file in chunks',
      'importGpx',
      'ImportGpxInput!',
      { gpx: gpx.replaceAll('2022-03-01', '2022-03-03') },
      chunked,
    ],
  ])('with %s, the variables first, are read', async (_what, field, of, value, headers) => {
    const query = `mutation Other { __typename } mutation Run($input: ${of}) { ${field}(${input}`;
    const answer = await post(JSON.stringify({ variables: { input: value }, operationName: 'Run', query }), headers);
    expect(answer.json()['errors']).toBeUndefined();
    const { data } = answer.json<{ data: Record<string, { workout: { track: unknown[] } }> }>();
    expect(data[field]?.workout.track).toHaveLength(6000);
  });

  test.each<[what: string, body: () => string]>([
    ['of an operation that takes none', () => JSON.stringify({ query: '{ __typename }', variables: { x: filler } })],
    ['of spaces', () => `{"query":"{ __typename }"${' '.repeat(300_000)}}`],
    ['with a track that nothing takes', () => JSON.stringify({ query: '{ __typename }', variables: { points } })],
    ['of another operation', () => JSON.stringify({ ...both, operationName: 'A' })],
    ['without one', () => JSON.stringify({ variables: { points } })],
    ['of ten million lists', () => `{"query":"{ __typename }","variables":{"a":[${'[],'.repeat(1e7)}[]]}}`],
    ['of nothing but lists', () => `[${'[],'.repeat(1e7)}[]]`],
    ['of a document', () => JSON.stringify({ query: `{ __typename ${'#'.repeat(300_000)} }` })],
  ])('%s are refused', async (_what, body) => {
    const answer = await post(body());
    expect([answer.status, answer.json()]).toMatchObject([413, { errors: [{ extensions: { code: 'TOO_LARGE' } }] }]);
  });
  const filler = 'x'.repeat(300_000);
  const both = {
    query: `query A { __typename } mutation B($input: RecordWorkoutInput!) { recordWorkout(${input}`,
    variables: { input: { ...run, points } },
  };

  test.each([
    ['is nested deeply', `{"query":"{ __typename }","variables":{"a":${'['.repeat(1e6)}`],
    ['is no JSON', `{"query":"{ __typename }",${' '.repeat(300_000)}`],
  ])('a request that %s is refused', async (_what, body) => {
    const answer = await post(body);
    expect([answer.status, answer.json()]).toMatchObject([400, { errors: [{ extensions: { code: 'MALFORMED' } }] }]);
  });

  test('that are compressed must be small when decompressed', async () => {
    const packed = (text: string) => post(gzipSync(text), { ...type, 'Content-Encoding': 'gzip' });
    expect((await packed('{"query":"{ __typename }"}')).json()['data']).toEqual({ __typename: 'Query' });
    expect((await packed(JSON.stringify({ query: '{ __typename }', variables: { filler } }))).status).toBe(413);
    expect((await post('x', { ...type, 'Content-Encoding': 'gzip' })).status).toBe(400);
    expect((await post('x', { ...type, 'Content-Encoding': 'compress' })).status).toBe(415);
  });
});

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = { a: value };
  return value;
}
