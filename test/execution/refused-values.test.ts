/** What is said of a value that is refused follows from its type and position, and not from words in the value. */
import { expect, test } from '@jest/globals';
import type { Mapping } from '../support/client.ts';
import { as, newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const mia = await newPerson(service, 'Mia', 'Words');
const paging = 'query ($n: Int) { workouts(first: $n) { nodes { id } } }';
const recording = 'mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { id } } }';
const editing = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { profile { gender } } }';
const making = 'mutation ($input: EditEventInput!) { editEvent(input: $input) { event { id } } }';
const picturing = 'mutation ($input: SetProfilePictureInput!) { setProfilePicture(input: $input) { user { id } } }';
const workout = { title: 'Run', runDate: '2024-01-01T00:00:00Z', runType: 'RACE', durationInSeconds: 60 };
const odd = 'title" of required type';
const { title: _title, ...untitled } = workout;

test.each<[query: string, variables: Mapping, said: Record<string, [code: string, sentence: string]>]>([
  [paging, { n: 'OneOf' }, { first: ['WRONG_TYPE', 'must be a whole number'] }],
  [paging, { n: ', found null.' }, { first: ['WRONG_TYPE', 'must be a whole number'] }],
  [paging, { n: 2 ** 31 }, { first: ['OUT_OF_RANGE', 'must be a whole number between -2147483648 and 2147483647'] }],
  [recording, { input: { ...workout, runType: 'Exactly OneOf' } }, { runType: ['UNKNOWN_VALUE', 'must be one of '] }],
  [editing, { input: { gender: 'a "RunType" enum' } }, { gender: ['UNKNOWN_VALUE', 'must be one of M, F, O'] }],
  [
    recording,
    { input: { ...untitled, [odd]: 1, titel: 2 } },
    {
      title: ['REQUIRED', 'is required'],
      [odd]: ['UNKNOWN_FIELD', 'is not a field of RecordWorkoutInput'],
      titel: ['UNKNOWN_FIELD', 'is not a field of RecordWorkoutInput. Did you mean "title"?'],
    },
  ],
  [making, { input: { id: 'x', startDate: 'x' } }, { startDate: ['WRONG_TYPE', 'must be a date and time without a'] }],
  [picturing, { input: {} }, { input: ['NOT_TOGETHER', 'must have exactly one field'] }],
  [picturing, { input: { picture: null } }, { picture: ['REQUIRED', 'must not be null'] }],
])('%s with %j', async (query, variables, said) => {
  const { errors } = await as(mia).graphql(query, variables);
  const { fields, fieldCodes } = (errors[0]?.extensions ?? {}) as { fields?: Mapping; fieldCodes?: Mapping };
  const sentences = Object.entries(said).map(([path, [, sentence]]) => [path, expect.stringContaining(sentence)]);
  expect(fieldCodes).toMatchObject(Object.fromEntries(Object.entries(said).map(([path, [code]]) => [path, code])));
  expect(fields).toMatchObject(Object.fromEntries(sentences));
});

/** A value as it is written in a document. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${name}: ${literalOf(one)}`);
  return `{ ${fields.join(', ')} }`;
}

test.each<[field: string, argument: string, type: string, value: unknown, paths: string[]]>([
  ['likePost', 'input', 'LikePostInput!', { id: 'x', bogus: 1 }, ['bogus']],
  ['likePost', 'input', 'LikePostInput!', { bogus: 1, other: { a: 1 } }, ['id', 'bogus', 'other']],
  ['likePost', 'input', 'LikePostInput!', {}, ['id']],
  ['likePost', 'input', 'LikePostInput!', { id: null }, ['id']],
  ['likePost', 'input', 'LikePostInput!', { id: { a: 1 } }, ['id']],
  ['workouts', 'filter', 'WorkoutFilter', { fro: 1 }, ['filter.fro']],
  [
    'workouts',
    'filter',
    'WorkoutFilter',
    { from: 'soon', fro: 1, run: [1] },
    ['filter.from', 'filter.fro', 'filter.run'],
  ],
  ['workouts', 'first', 'Int', 2 ** 31, ['first']],
  ['workouts', 'first', 'Int', 'x', ['first']],
  [
    'recordWorkout',
    'input',
    'RecordWorkoutInput!',
    { ...untitled, trackPoints: [{ lat: 47, lng: 8, foo: 3 }], runType: 'X', durationInSeconds: 2 ** 31 },
    ['title', 'runType', 'trackPoints.0.foo', 'durationInSeconds'],
  ],
  ['setProfilePicture', 'input', 'SetProfilePictureInput!', {}, ['input']],
])(
  '%s with %s as %s: %j has the same fields as a literal and as a variable',
  async (field, argument, type, value, paths) => {
    const kind = field === 'workouts' ? 'query' : 'mutation';
    const selected = '{ __typename }';
    const fieldsOf = async (query: string, variables?: Mapping) =>
      (await as(mia).graphql(query, variables)).errors[0]?.extensions;
    const given = await fieldsOf(`${kind} ($v: ${type}) { ${field}(${argument}: $v) ${selected} }`, { v: value });
    const literal = await fieldsOf(`${kind} { ${field}(${argument}: ${literalOf(value)}) ${selected} }`);
    expect(literal?.['fields']).toEqual(given?.['fields']);
    expect(literal?.['fieldCodes']).toEqual(given?.['fieldCodes']);
    if (paths.length > 0) expect(Object.keys(given?.['fields'] as Mapping).toSorted()).toEqual(paths.toSorted());
  },
);

test.each([
  ['{ me { "more than" } }', 'GRAPHQL_PARSE_FAILED'],
  [`{ me { ${'firstName '.repeat(3000)} } }`, 'TOO_MANY_TOKENS'],
  [`{ me { ${'firstName '.repeat(2995)} "more than"`, 'GRAPHQL_PARSE_FAILED'],
  [`{ me { ${'firstName '.repeat(2997)} "more than"`, 'TOO_MANY_TOKENS'],
])('the parser refuses %.40s… with %s', async (query, code) => {
  expect((await as(mia).graphql(query)).errors).toMatchObject([{ extensions: { code } }]);
});
