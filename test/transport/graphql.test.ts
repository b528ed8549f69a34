/** GraphQL over HTTP follows its specification, with the specified errors, connections and nodes. */
import { describe, expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import type { IntrospectionQuery } from 'graphql';
import { serverAudits } from 'graphql-http';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, nobody } from '../support/cast.ts';
import type { Answer, GraphqlAnswer } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const posts: number[] = [];
const workouts: number[] = [];
for (let i = 0; i < 11; i++) {
  const recorded = await record(ann, { privacy: i === 4 ? 'friends' : 'public' });
  posts.unshift(recorded.post);
  workouts.unshift(recorded.workout);
}

describe('GraphQL over HTTP', () => {
  test.each(
    serverAudits({ url: `${service.url}/graphql` }).map((audit): [string, typeof audit.fn] => [
      `${audit.id} ${audit.name}`,
      audit.fn,
    ]),
  )('%s', async (_name, audit) => {
    const result = await audit();
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok');
  });

  test('shows the schema to everyone', async () => {
    const { data, errors } = await nobody(service).graphql<IntrospectionQuery>(getIntrospectionQuery());
    expect(errors).toEqual([]);
    const shown = printSchema(buildClientSchema(data as IntrospectionQuery));
    for (const type of ['type Workout implements Node', 'type Post implements Node', 'enum RunType', 'scalar DateTime'])
      expect(shown).toContain(type);
  });

  test('accepts a key as ApiKey and as Bearer', async () => {
    const key = ann.authorization.split(':')[1] ?? '';
    for (const Authorization of [ann.authorization, `Bearer ${key}`]) {
      const answer = await post({ query: '{ me { databaseId } }' }, { Authorization });
      expect(answer.json()['data']).toEqual({ me: { databaseId: ann.id } });
    }
  });

  test.each([
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['nothing', ''],
    ['no query', '{}'],
    ['a query that is none', '{"query":5}'],
    ['a query of nothing', '{"query":""}'],
    ['a syntax error', '{"query":"{ me { "}'],
    ['variables that are none', '{"query":"{ __typename }","variables":[1]}'],
    ['an unknown field', '{"query":"{ nothing }"}'],
  ])('refuses %s with 4xx or an error, without a stack trace', async (_what, body) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await as(ann).sendTo('POST', '/graphql', { headers, body });
    expect([200, 400]).toContain(answer.status);
    expect(answer.text).toMatch(/"errors"|must|Invalid|body/);
    expect(answer.text).not.toMatch(/stacktrace|node_modules|\.js:\d/);
  });
});

function post(body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return nobody(service).sendTo('POST', '/graphql', {
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('errors', () => {
  test('have a code, the path, and the invalid fields', async () => {
    const input = { title: '', runDate: '2024-01-01T00:00:00Z', runType: 'RACE', durationInSeconds: 1 };
    const { data, errors } = await as(ann).graphql(
      'mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { id } } }',
      { input },
    );
    expect(data).toEqual({ recordWorkout: null });
    expect(errors).toMatchObject([
      {
        message: 'title: must not be empty',
        locations: [{ line: 1, column: 42 }],
        path: ['recordWorkout'],
        extensions: { code: 'INVALID', fields: { title: 'must not be empty' }, fieldCodes: { title: 'REQUIRED' } },
      },
    ]);
  });

  const cases: [document: string, variables: Record<string, unknown>, code: string][] = [
    ['{ workouts(first: 1001) { nodes { id } } }', {}, 'INVALID'],
    ['{ workouts(first: -1) { nodes { id } } }', {}, 'INVALID'],
    ['{ workouts(offset: -1) { nodes { id } } }', {}, 'INVALID'],
    ['{ workouts(after: "nonsense") { nodes { id } } }', {}, 'INVALID'],
    ['{ feed(first: 101) { nodes { id } } }', {}, 'INVALID'],
    ['{ feed(last: 3) { nodes { id } } }', {}, 'INVALID'],
    ['{ feed(after: "nonsense") { nodes { id } } }', {}, 'INVALID'],
    ['{ feed(before: "!") { nodes { id } } }', {}, 'INVALID'],
    ['mutation { signIn(input: { email: "x", password: "y" }) { apiKey } }', {}, 'WRONG_PASSWORD'],
    ['mutation { requestPasswordReset(input: { email: "x" }) { done } }', {}, 'EMAIL_UNKNOWN'],
    [
      `mutation { updateUser(input: { id: "${globalId('User', bob.id)}", firstName: "x" }) { user { id } } }`,
      {},
      'NOT_YOURS',
    ],
    [
      `mutation { updateUser(input: { id: "${globalId('User', 99_999)}", firstName: "x" }) { user { id } } }`,
      {},
      'NOT_FOUND',
    ],
    ['{ workouts(first: "x") { nodes { id } } }', {}, 'INVALID'],
    ['query ($first: Int!) { workouts(first: $first) { nodes { id } } }', { first: 'x' }, 'INVALID'],
    ['query ($first: Int!) { workouts(first: $first) { nodes { id } } }', {}, 'INVALID'],
    ['{ me { ', {}, 'GRAPHQL_PARSE_FAILED'],
  ];
  test.each(cases)('%s with %j is %s', async (document, variables, code) => {
    const { errors } = await as(ann).graphql(document, variables);
    expect(errors[0]?.extensions.code).toBe(code);
  });

  test('are not returned for a missing object, which is null', async () => {
    const document =
      'query ($w: ID!, $p: ID!, $u: ID!) { workout(id: $w) { id } post(id: $p) { id } user(id: $u) { id } node(id: $w) { id } none: node(id: "nonsense") { id } }';
    const variables = { w: globalId('Workout', 99_999), p: globalId('Post', 99_999), u: globalId('User', 99_999) };
    expect(await as(ann).graphql(document, variables)).toMatchObject({
      data: { workout: null, post: null, user: null, node: null, none: null },
      errors: [],
    });
  });
});

describe('connections', () => {
  interface Page<Node> {
    nodes: Node[];
    edges: { cursor: string; node: Node }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  }
  const parts =
    'nodes { databaseId } edges { cursor node { databaseId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  type Item = { databaseId: number };

  test.each([1, 2, 5, 11, 20])('of workouts return all by cursor, %i at a time', async (first) => {
    const all: number[] = [];
    let after: string | null = null;
    for (let page = 0; ; page++) {
      const read: GraphqlAnswer<{ workouts: Page<Item> & { totalCount: number } }> = await as(bob).graphql(
        `query ($u: ID!, $first: Int!, $after: String) { workouts(userId: $u, first: $first, after: $after) { totalCount ${parts} } }`,
        { u: globalId('User', ann.id), first, after },
      );
      expect(read.errors).toEqual([]);
      if (!read.data) break;
      const { nodes, edges, pageInfo, totalCount } = read.data.workouts;
      expect(totalCount).toBe(11);
      expect(edges.map(({ node }) => node)).toEqual(nodes);
      expect(pageInfo.hasPreviousPage).toBe(page > 0);
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]?.cursor, edges.at(-1)?.cursor]);
      all.push(...nodes.map(({ databaseId }) => databaseId));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(all).toEqual(workouts);
  });

  test.each([1, 2, 5, 11, 20])('of the feed return all by cursor in both directions, %i at a time', async (size) => {
    const read = async (args: object) => {
      const { data, errors } = await as(bob).graphql<{ feed: Page<Item> }>(
        `query ($u: ID!, $first: Int, $after: String, $last: Int, $before: String)
         { feed(type: PROFILE, userId: $u, first: $first, after: $after, last: $last, before: $before) { feedType ${parts} } }`,
        { u: globalId('User', ann.id), ...args },
      );
      expect(errors).toEqual([]);
      return data?.feed as Page<Item>;
    };
    const down: number[] = [];
    let page = await read({ first: size });
    for (;;) {
      down.push(...page.nodes.map(({ databaseId }) => databaseId));
      if (!page.pageInfo.hasNextPage) break;
      page = await read({ first: size, after: page.pageInfo.endCursor });
    }
    expect(down).toEqual(posts);
    const up = page.nodes.map(({ databaseId }) => databaseId);
    while (page.pageInfo.hasPreviousPage) {
      page = await read({ last: size, before: page.pageInfo.startCursor });
      up.unshift(...page.nodes.map(({ databaseId }) => databaseId));
    }
    expect(up).toEqual(posts);
  });

  test('of workouts return all by offset', async () => {
    const all: number[] = [];
    for (let offset = 0; offset < 12; offset += 3) {
      const { data } = await as(ann).graphql<{ workouts: Page<Item> }>(
        'query ($offset: Int!) { workouts(first: 3, offset: $offset) { nodes { databaseId } } }',
        { offset },
      );
      all.push(...(data?.workouts.nodes ?? []).map(({ databaseId }) => databaseId));
    }
    expect(all).toEqual(workouts);
  });
});

describe('nodes', () => {
  test('are found again by the id they show', async () => {
    const { data } = await as(ann).graphql<{ me: Record<string, { id: string } & string> }>(
      '{ me { id preferences { id } profile { id } stats { id } } }',
    );
    const me = data?.me ?? {};
    const ids = {
      User: me['id'],
      Preferences: me['preferences']?.id,
      Profile: me['profile']?.id,
      Stats: me['stats']?.id,
      Workout: globalId('Workout', workouts[0] ?? 0),
      Post: globalId('Post', posts[0] ?? 0),
    };
    for (const [type, id] of Object.entries(ids)) {
      const found = await as(ann).graphql('query ($id: ID!) { node(id: $id) { __typename id databaseId } }', { id });
      expect(found.data?.['node']).toEqual({ __typename: type, id, databaseId: expect.any(Number) });
    }
  });

  test('have the same fields as the REST interface', async () => {
    const { data } = await as(ann).graphql(
      `query ($id: ID!) { node(id: $id) { ... on Workout { databaseId title runDate runType durationInSeconds distanceInMeters privacy source user { databaseId } post { databaseId } } } }`,
      { id: globalId('Workout', workouts[0] ?? 0) },
    );
    const rest = (await as(ann).get(`/workout/${workouts[0]}/`)).json();
    expect(data?.['node']).toEqual({
      databaseId: rest['id'],
      title: rest['title'],
      runDate: `${String(rest['run_date'])}Z`,
      runType: String(rest['run_type']).toUpperCase(),
      durationInSeconds: rest['duration_in_seconds'],
      distanceInMeters: Number(rest['distance_in_meters']),
      privacy: String(rest['privacy']).toUpperCase(),
      source: rest['source'],
      user: { databaseId: ann.id },
      post: { databaseId: posts[0] },
    });
  });

  test('of other users do not show the e-mail address and user name', async () => {
    const { data } = await as(bob).graphql(
      'query ($id: ID!) { user(id: $id) { email username firstName } post: feed(type: PROFILE, userId: $id, first: 1) { nodes { author { email username } workout { user { email } } } } }',
      {
        id: globalId('User', ann.id),
      },
    );
    expect(data).toEqual({
      user: { email: null, username: null, firstName: 'Ann' },
      post: { nodes: [{ author: { email: null, username: null }, workout: { user: { email: null } } }] },
    });
  });
});
