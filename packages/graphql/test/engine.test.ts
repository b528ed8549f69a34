/** Compiled and interpreted execution give the same answers, and a document is compiled when it comes again. */
import { describe, expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { makeEngine } from '../execute/engine.ts';
import { errorBehaviorNamed } from '../execute/on-error.ts';
import { loadFast } from '../index.ts';
import { around, bound, schema } from './books.ts';
import type { Reader } from './books.ts';

const { makeCompile } = await loadFast();
const bounds = () => ({ seen: bound(10_000), queries: bound(10_000) });
const compiled = makeEngine<Reader>(schema, around, bounds(), makeCompile);
const interpreted = makeEngine<Reader>(schema, around, bounds(), null);

const documents: [what: string, document: string, variables?: Record<string, unknown>][] = [
  ['nothing but the type', '{ __typename }'],
  ['a row', '{ me { name born motto books { name pages } } }'],
  ['aliases and merged fields', '{ a: me { x: name } b: me { name } me { born } me { motto } }'],
  ['names that objects have', '{ __proto__: me { name } constructor: me { toString: name __proto__: born } }'],
  ['a list with promises and nulls', '{ authors { name motto } }'],
  [
    'fragments',
    '{ me { ...A } } fragment A on Author { name ...B } fragment B on Author { books { author { name } } }',
  ],
  ['several types', '{ named { __typename name ... on Book { pages author { name } } ... on Author { born } } }'],
  ['skip', 'query ($yes: Boolean!) { me { name @skip(if: $yes) born @include(if: $yes) } }', { yes: true }],
  ['include', 'query ($yes: Boolean!) { me { name @skip(if: $yes) born @include(if: $yes) } }', { yes: false }],
  ['an input', 'query ($by: Search!) { search(by: $by) }', { by: { words: ['a', 'b', 'c'] } }],
  [
    'a part of an input',
    'query ($w: [String!]!, $n: Int) { search(by: { words: $w, first: $n }) }',
    { w: ['a'], n: 1 },
  ],
  ['a part that is left out', 'query ($w: [String!]!, $n: Int) { search(by: { words: $w, first: $n }) }', { w: ['a'] }],
  ['one value for a list', 'query ($by: Search!) { search(by: $by) }', { by: { words: 'a' } }],
  ['an unknown part', 'query ($by: Search!) { search(by: $by) }', { by: { words: [], more: 1 } }],
  ['a missing variable', 'query ($by: Search!) { search(by: $by) }'],
  ['an error', '{ fails me { name } }'],
  ['an error where null may not be', '{ me { name } failsLater }'],
  ['a null where none may be', '{ me { name } missing }'],
  ['a null in a list', '{ other: authors { name books { name pages } } }'],
  ['long texts', '{ long me { name } }'],
  ['too many long texts', '{ a: long b: long }'],
  ['the schema', '{ __schema { queryType { name } } __type(name: "Book") { fields { name } } }'],
];

/** What a client sees. Where an error has emptied everything, which others are still reported is a matter of time. */
function shown({ data, errors = [] }: ExecutionResult): unknown {
  const seen = errors.map(({ message, path, locations }) => ({ message, path, locations }));
  const sorted = seen.toSorted((one, other) => String(one.path).localeCompare(String(other.path)));
  return JSON.parse(JSON.stringify({ data: data ?? null, errors: data ? sorted : seen.slice(0, 1) }));
}

describe.each(['PROPAGATE', 'NULL', 'HALT'] as const)('with %s', (onError) => {
  test.each(documents)('%s', async (_what, text, variables = {}) => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    for (const name of ['Ann', 'Bob']) {
      const run = (engine: typeof compiled) =>
        engine.execute(document, null, { name, calls: [] }, variables, undefined, undefined, onError);
      const plain = shown(await run(interpreted));
      for (let again = 0; again < 3; again++) expect(shown(await run(compiled))).toEqual(plain);
    }
  });
});

test('a query is kept by its text when it has come twice, within the bounds', async () => {
  const [text, reader] = ['{ me { name } }', { name: 'Ann', calls: [] }];
  const own = bounds();
  const engine = makeEngine<Reader>(schema, around, own, makeCompile);
  await engine.execute(parse(text), null, reader, {}, 'hash');
  expect(engine.repeated(text, null)).toBeUndefined();
  await engine.execute(parse(text), null, reader, {}, 'hash');
  expect(await engine.repeated(text, null)?.run(reader, {})).toEqual({ data: { me: { name: 'Ann' } } });
  expect([own.seen.held(), own.queries.held()]).toEqual([text.length, text.length]);
  expect(engine.repeated(text, 'Other')).toBeUndefined();
});

test('mutations run one after the other', async () => {
  const run = compiled.compile(parse('mutation ($a: String) { a: note(text: $a) b: note(text: "quick") }'));
  const reader: Reader = { name: 'Ann', calls: [] };
  expect(await run(reader, { a: 'slow' })).toEqual({ data: { a: 'slow', b: 'quick' } });
  expect(reader.calls).toEqual(['slow', 'quick']);
});

test('a resolver of a property is only called for rows without it', async () => {
  const run = compiled.compile(parse('{ me { motto } }'));
  const [ann, bob]: Reader[] = [
    { name: 'Ann', calls: [] },
    { name: 'Bob', calls: [] },
  ];
  expect(await run(ann!, {})).toEqual({ data: { me: { motto: 'the motto of Ann' } } });
  expect(await run(bob!, {})).toEqual({ data: { me: { motto: 'Onward' } } });
  expect([ann!.calls, bob!.calls]).toEqual([['motto'], []]);
});

test('a document that does not match the schema is refused when it is compiled', () => {
  expect(() => compiled.compile(parse('{ nothing }'))).toThrow('Query has no field nothing');
});

test.each([
  [undefined, 'PROPAGATE'],
  [null, 'PROPAGATE'],
  ['NULL', 'NULL'],
  ['HALT', 'HALT'],
  ['null', undefined],
  [1, undefined],
])('onError: %j is %s', (named, behavior) => {
  expect(errorBehaviorNamed(named)).toBe(behavior);
});
