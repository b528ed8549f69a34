/** The scalars that clients are told of are those of the schema. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
const schema = await read('schema/schema.graphql');
const scalars = [...schema.matchAll(/^scalar (\w+)/gm)].map(([, name]) => name);

test.each([
  ['examples/clients/codegen.ts', /scalars: \{(.*?)\n {4}\}/s, /^ {6}(\w+):/gm],
  ['examples/clients/relay.config.json', /"customScalarTypes": \{(.*?)\n {2}\}/s, /^ {4}"(\w+)":/gm],
  ['examples/clients/tada.ts', /scalars: \{(.*?)\n {2}\}/s, /^ {4}(\w+):/gm],
])('%s has all of them', async (file, block, line) => {
  const [, lines = ''] = block.exec(await read(file)) ?? [];
  expect([...lines.matchAll(line)].map(([, name]) => name)).toEqual(scalars);
});
