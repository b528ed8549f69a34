/**
 * The compiler checks the return values of resolvers: no resolver, type or payload uses `unknown`, and for each type
 * with a row a resolver implements `Resolves` (`schema/rows.ts`).
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { nodeTypes } from '../../schema/global-id.ts';

const files = globSync('schema/**/*.{resolver,type,payloads}.ts').map((path) => ({
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
