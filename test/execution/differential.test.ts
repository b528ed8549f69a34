/** Compiled and interpreted execution return the same answers to the same documents. */
import { describe, expect, test } from '@jest/globals';
import { execute, parse, validate } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { pino } from 'pino';
import { globalId } from '../../schema/global-id.ts';
import { openExecutor } from '../../schema/index.ts';
import { playgroundExamples } from '../../schema/examples/playground-examples.ts';
import { allScopes } from '../../src/domain/rules/scopes.ts';
import { makeContext } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { readConfig } from '../../src/platform/config.ts';
import { CallerBudgets, unlimited } from '../../src/domain/rules/rates.ts';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

/*
 * Compiled documents against graphql-js: the same answers and the same errors, with whatever variables. The executor
 * interprets a document when it sees it first and compiles it then; this compares the two without HTTP in between.
 */
const service = await testService();
const { ann, bob } = await cast(service);
const executor = await openExecutor('compiled', pino({ level: 'silent' }));
const { schema } = executor;
const made = await record(ann, { title: 'A', post_body: 'B' });
await as(ann).upload(makeGpx({ points: 5, elevation: (i) => 400 + i }));
await as(bob).post('/comment/', { post_id: made.post, comment: 'Well run' });
await as(bob).post('/conversation/', { message: 'Hello', recipients: [ann.id] });
const ids = {
  w: globalId('Workout', made.workout),
  p: globalId('Post', made.post),
  u: globalId('User', bob.id),
  gone: globalId('Workout', 99_999),
};

function context(viewer: number | null): Context {
  const who = viewer === null ? null : { id: viewer, keyId: 1, isStaff: false, scopes: allScopes };
  return makeContext(
    service.processContext,
    who as Context['viewer'],
    new CallerBudgets(unlimited, null, '127.0.0.1'),
    'test',
  );
}

/** What a client would see of a result. */
function shown({ data, errors }: ExecutionResult): unknown {
  const seen = (errors ?? []).map(({ message, path, locations, originalError }) => ({
    message,
    path,
    locations,
    code: (originalError as { code?: string } | undefined)?.code,
  }));
  // Where one error has emptied all the data, which others are still reported is a matter of time.
  return JSON.parse(JSON.stringify({ data: data ?? null, errors: data ? seen : seen.slice(0, 1) })) as unknown;
}

/** Whether nothing was executed, because of the variables. */
function isRefused(result: unknown): boolean {
  const { data, errors } = result as { data: unknown; errors: { path?: unknown }[] };
  return data === null && errors.length > 0 && errors[0]?.path === undefined;
}

/** A document both ways: interpreted by graphql-js, and compiled. Each run has a context of its own. */
function bothWays(source: string) {
  const document = parse(source);
  expect(validate(schema, document)).toEqual([]);
  const run = executor.compile(document);
  return async (variables: Mapping, viewer: number | null): Promise<[unknown, unknown]> => {
    const interpreted = await execute({ schema, document, contextValue: context(viewer), variableValues: variables });
    return [shown(interpreted), shown(await run(context(viewer), variables))];
  };
}

const anything: unknown[] = [null, 0, -1, 2, 1.5, 2 ** 31, 1e300, '', 'x', '2', true, [], [1], {}, { a: 1 }];
/** Documents, and what each variable is tried with besides being left out. */
const documents: [what: string, source: string, variables: Record<string, unknown[]>][] = [
  ['a nullable number', 'query ($n: Int) { feed(first: $n) { nodes { id } } }', { n: anything }],
  ['a nullable number with a default', 'query ($n: Int = 2) { feed(first: $n) { nodes { id } } }', { n: anything }],
  ['a required number', 'query ($n: Int!) { workouts(first: $n) { nodes { id } } }', { n: anything }],
  ['an id', 'query ($id: ID!) { node(id: $id) { id __typename } }', { id: [...anything, ids.w, ids.gone] }],
  [
    'a list of ids',
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }',
    { ids: [...anything, ids.w, [ids.w, null], [ids.w, [ids.p]], [ids.w, ids.gone, ids.u]] },
  ],
  ['an id in a list', 'query ($id: ID!) { nodes(ids: [$id, "x"]) { id } }', { id: [...anything, ids.w] }],
  ['an enum', 'query ($t: FeedType!) { feed(type: $t) { feedType } }', { t: [...anything, 'LOCAL', 'local'] }],
  [
    'an enum with a default',
    'query ($t: FeedType! = LOCAL) { feed(type: $t) { feedType } }',
    { t: [...anything, 'PROFILE'] },
  ],
  [
    'a nullable enum',
    'query ($s: FriendshipStatus) { friendships(status: $s) { nodes { status } } }',
    { s: [...anything, 'ACCEPTED'] },
  ],
  ['a text', 'query ($q: String!) { searchUsers(q: $q) { nodes { firstName } } }', { q: [...anything, 'Bob'] }],
  ['a cursor', 'query ($c: String) { friendships(after: $c) { edges { cursor } } }', { c: anything }],
  [
    'a fraction',
    'query ($x: Float, $y: Float = 8.5) { searchRoutes(latitude: $x, longitude: $y) { nodes { id } } }',
    { x: [...anything, 47.5], y: [null, 'x', 8] },
  ],
  ['a switch', 'query ($b: Boolean!) { me { id firstName @skip(if: $b) lastName @include(if: $b) } }', { b: anything }],
  [
    'a switch with a default',
    'query ($b: Boolean! = true) { me { id ... @include(if: $b) { firstName } ...A @skip(if: $b) } } fragment A on User { lastName }',
    { b: anything },
  ],
  ['a switch over all', 'query ($b: Boolean!) { me @skip(if: $b) { id } }', { b: [true, false] }],
  [
    'both switches',
    'query ($a: Boolean!, $b: Boolean!) { me { id @skip(if: $a) @include(if: $b) firstName @include(if: $b) @skip(if: $a) } }',
    { a: [true, false], b: [true, false] },
  ],
  [
    'an input',
    'mutation ($i: EditWorkoutInput!) { editWorkout(input: $i) { workout { title } } }',
    {
      i: [
        ...anything,
        { id: ids.w, title: 'C' },
        { id: ids.w, title: null },
        { id: ids.w, privacy: 'NONE' },
        { id: ids.w, nothing: 1 },
        { id: ids.gone, title: 'C' },
        { title: 'C' },
      ],
    },
  ],
  [
    'parts of an input',
    'mutation ($id: ID!, $title: String, $r: RunType) { editWorkout(input: { id: $id, title: $title, runType: $r }) { workout { title runType } } }',
    { id: [ids.w, 'x'], title: ['D', null, 5], r: ['RACE', null, 'x'] },
  ],
  [
    'a moment',
    'mutation ($d: DateTime!) { recordWorkout(input: { title: "x", runDate: $d, runType: RACE }) { workout { id } } }',
    { d: [...anything, '2024-02-30T00:00:00Z'] },
  ],
  [
    'points',
    'mutation ($t: Track) { recordWorkout(input: { title: "", runDate: "2024-01-01T00:00:00Z", runType: RACE, points: $t }) { workout { id } } }',
    { t: [...anything, [{ lat: 99, lng: 0 }], [{ lat: 1, lng: 1, time: 'x' }]] },
  ],
  ['a file', 'mutation ($g: Gpx!) { importGpx(input: { gpx: $g }) { workout { id } } }', { g: [...anything, '<gpx'] }],
  [
    'a clock',
    'mutation ($c: WallClock!) { createEvent(input: { name: "x", homeUrl: "x", startDate: $c, endDate: $c }) { event { id } } }',
    { c: [...anything, '2024-01-01T00:00:00Z', '2024-01-01T00:00:00'] },
  ],
  [
    'fragments on an interface',
    'query ($id: ID!) { node(id: $id) { ...N ... on Workout { title user { ...N firstName } } ... on Post { body author { ...N } } ... on User { firstName } } } fragment N on Node { id databaseId __typename }',
    { id: [ids.w, ids.p, ids.u, ids.gone, 'x'] },
  ],
  [
    'fragments on a union',
    '{ feed { nodes { extra { __typename ... on EventPostExtra { eventName } ... on RegisteredForEvent { homeUrl } ... on EventParticipantGotSponsor { sponsorName amountPerMile } } } } }',
    {},
  ],
  ['aliases that merge', '{ a: me { x: id } a: me { y: firstName x: id profile { id } profile { gender } } }', {}],
  [
    'type names',
    '{ __typename me { __typename profile { __typename } } feed(first: 1) { __typename nodes { __typename } pageInfo { __typename } } }',
    {},
  ],
  [
    'the schema',
    '{ __schema { directives { name args { name defaultValue } } } __type(name: "FeedType") { name enumValues(includeDeprecated: true) { name description } } }',
    {},
  ],
  [
    'null that spreads',
    'query ($n: Int!) { me { id friends(first: $n) { nodes { id } } } feed(first: 1) { nodes { id } } }',
    { n: [1, -1] },
  ],
  [
    'null that stops at a nullable parent',
    'query ($n: Int!, $id: ID!) { user(id: $id) { id friends(first: $n) { nodes { id } } } post(id: $id) { id } me { id } }',
    { n: [1, -1], id: [ids.u, ids.p] },
  ],
  [
    'null in a list',
    'query ($n: Int!, $ids: [ID!]!) { nodes(ids: $ids) { id ... on User { friends(first: $n) { nodes { id } } } ... on Post { comments(first: $n) { totalCount } } } me { id } }',
    { n: [1, -1], ids: [[ids.u, ids.w, ids.p]] },
  ],
  [
    'everything of a feed',
    `{ feed { feedType pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id databaseId body createdDate commentCount likers privacy viewerLikes
    author { id firstName email username friendship { status } stats { totalDistanceInMeters } } comments(last: 1) { totalCount nodes { comment user { firstName } } }
    workout { id title runDate runType track gpx polyline elevationGainInMeters distanceInMeters } } } } }`,
    {},
  ],
  [
    'conversations',
    '{ conversations { totalCount nodes { hasUnreadMessages recipients { firstName } startedBy { id } lastMessage { message user { firstName } } messages { nodes { message } } } } }',
    {},
  ],
];

/** Each variable left out and with each value, the others at their first. */
function combinations(values: Record<string, unknown[]>): Mapping[] {
  const names = Object.keys(values);
  const first = Object.fromEntries(names.map((name) => [name, values[name]?.at(-1)]));
  return names.length === 0
    ? [{}]
    : names.flatMap((name) => {
        const { [name]: _, ...others } = first;
        return [others, ...(values[name] ?? []).map((value) => ({ ...others, [name]: value }))];
      });
}

/** Left out where it may not be null but has a default: what the compiled form then does is held elsewhere. */
const isLeftToDefault = (source: string, variables: Mapping) =>
  [...source.matchAll(/\$(\w+): \w+! = /g)].some(([, name = '']) => !(name in variables));

describe('compiled and interpreted documents have the same answers', () => {
  test.each(documents)('%s', async (_what, source, values) => {
    const both = bothWays(source);
    for (const variables of combinations(values)) {
      if (isLeftToDefault(source, variables)) continue;
      for (const viewer of [ann.id, null]) {
        const [interpreted, compiled] = await both(variables, viewer);
        // graphql-js names the first of the variables that are not valid, and compiled documents name all.
        if (isRefused(interpreted)) expect(compiled).toMatchObject({ data: null, errors: [{ code: 'INVALID' }] });
        else expect({ variables, viewer, result: compiled }).toEqual({ variables, viewer, result: interpreted });
      }
    }
  });

  const ids = { publicPost: 1, friendsPost: 1, privatePost: 1, friendsNews: 1, picture: 1, conversation: 1 };
  const demo = { password: 'password', ids };
  test.each(
    playgroundExamples(demo, new Date())
      .filter(({ query }) => !query.includes('mutation'))
      .map(({ query, variables }) => [query, variables] as const),
  )('the example %#', async (query, variables) => {
    const both = bothWays(query);
    for (const viewer of [ann.id, null]) {
      const [interpreted, compiled] = await both(JSON.parse(variables ?? '{}') as Mapping, viewer);
      expect(compiled).toEqual(interpreted);
    }
  });
});

test.each([
  ['compiled', true],
  ['interpreted', false],
] as const)('EXECUTION=%s: a document that comes again', async (execution, isCompiled) => {
  const { execution: configured } = readConfig({ EXECUTION: execution });
  const own = await openExecutor(configured, pino({ level: 'silent' }));
  const source = '{ me { id firstName friends(first: 2) { nodes { id } } } }';
  const results: unknown[] = [];
  for (let n = 0; n < 3; n++)
    results.push(shown(await own.execute(parse(source), null, context(ann.id), {}, 'its hash')));
  results.push(shown(await own.compile(parse(source))(context(ann.id), {})));
  expect(results[0]).toMatchObject({ data: { me: { firstName: 'Ann' } }, errors: [] });
  expect(results).toEqual(results.map(() => results[0]));
  expect(own.repeated(source, null) !== undefined).toBe(isCompiled);
});

test('EXECUTION has two values', () => {
  expect(readConfig({}).execution).toBe('compiled');
  expect(() => readConfig({ EXECUTION: 'fast' })).toThrow(/^EXECUTION: /);
});
