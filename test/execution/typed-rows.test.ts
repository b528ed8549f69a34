/**
 * The compiler checks the return values of resolvers: no resolver, type or payload uses `unknown`, and for each type
 * with a row a resolver implements `Resolves` (`schema/rows.ts`).
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { inputFields, outputFields } from '../../schema/fields.ts';
import { nodeTypes } from '../../schema/global-id.ts';

const files = globSync('schema/**/*.{resolver,mutations,type,payloads}.ts').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

test('resolvers, types and payloads are found', () => {
  expect(files.length).toBeGreaterThan(40);
});

test.each(files)('$path declares its results', ({ text }) => {
  // What a method returns, and what a property is.
  expect(text.match(/(?:\)|!): (?:Promise<)?(?:unknown|any|object)\b.*/g)).toBeNull();
});

describe('the compiler checks the resolver against the row of', () => {
  test.each(nodeTypes)('%s', (type) => {
    const held = files.filter(({ text }) => text.includes(`Resolves<${type}, RowOf<'${type}'>>`));
    expect(held).toHaveLength(1);
  });
});

describe('the compiler checks the fields of', () => {
  test('a payload, whose values are those of their types', () => {
    class Payload extends outputFields({ comment: ['Comment!', 'A.'], post: ['Post', 'B.'], ids: ['[ID!]!', 'C.'] }) {}
    const comment = { id: 1 };
    const right: Payload[] = [
      { comment, post: null, ids: ['a'] },
      { comment: Promise.resolve(comment), post: { id: 2, body: 'text' }, ids: [] },
    ];
    const wrong: Payload[] = [
      // @ts-expect-error -- a field is missing
      { comment, ids: [] },
      // @ts-expect-error -- there is no such field
      { comment, post: null, ids: [], other: 1 },
      // @ts-expect-error -- a comment is required
      { comment: null, post: null, ids: [] },
      // @ts-expect-error -- a row has an integer id
      { comment: { id: 'a' }, post: null, ids: [] },
      // @ts-expect-error -- a row of another type
      { comment: { id: 1, body: 'text' }, post: null, ids: [] },
      // @ts-expect-error -- ids are texts
      { comment, post: null, ids: [1] },
      // @ts-expect-error -- what is read later is of the type, too
      { comment: Promise.resolve(null), post: null, ids: [] },
    ];
    expect([right.length, wrong.length]).toEqual([2, 7]);
    // @ts-expect-error -- there is no such type
    expect(() => outputFields({ comment: ['Coment!', 'A.'] })).not.toThrow();
  });

  test('an input, which has what is required', () => {
    class Page extends inputFields({ offset: ['Int!', 'A.', 0] }) {}
    class Input extends inputFields(Page, { id: ['ID!', 'B.'], privacy: ['Privacy', 'C.'] }) {}
    const read = ({ offset, id, privacy }: Input): [number, string, string | null | undefined] => [offset, id, privacy];
    expect(read({ offset: 0, id: 'a', privacy: 'private' })).toEqual([0, 'a', 'private']);
    expect(read({ offset: 0, id: 'a' })).toEqual([0, 'a', undefined]);
    // @ts-expect-error -- the id is required
    expect(read({ offset: 0 })).toEqual([0, undefined, undefined]);
    // @ts-expect-error -- no such word
    expect(read({ offset: 0, id: 'a', privacy: 'secret' })).toEqual([0, 'a', 'secret']);
  });
});
