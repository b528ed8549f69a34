/** The changes of the schema that `npm run check` refuses unless they are listed. */
import { expect, test } from '@jest/globals';
import { unlistedChanges } from './breaking.ts';

const before = {
  schema: 'type Query { a: Int! b: Int! c(x: Int): E } enum E { ONE TWO }',
  page: '| date | change | reason |\n|---|---|---|\n',
};
const row = (change: string, reason = 'It was wrong.') => `| 2026-01-02 | ${change} | ${reason} |\n`;
const nullable = 'type Query { a: Int b: Int c(x: Int): E } enum E { ONE TWO }';

test.each<[what: string, schema: string, page: string, unlisted: string[]]>([
  ['adds something', 'type Query { a: Int! b: Int! c(x: Int, y: Int): E d: Int } enum E { ONE TWO THREE }', '', []],
  [
    'removes a field',
    'type Query { a: Int! b: Int! }',
    '',
    ["Type 'E' was removed.", "Field 'c' was removed from object type 'Query'."],
  ],
  [
    'removes a value',
    'type Query { a: Int! b: Int! c(x: Int): E } enum E { ONE }',
    '',
    ["Enum value 'TWO' was removed from enum 'E'. Removing an enum value will cause existing queries"],
  ],
  [
    'requires an argument',
    'type Query { a: Int! b: Int! c(x: Int!): E } enum E { ONE TWO }',
    '',
    ["Type for argument 'x' on field 'Query.c' changed from 'Int' to 'Int!'."],
  ],
  [
    'makes fields nullable, one of them listed',
    nullable,
    row("Field 'Query.a' changed type from 'Int!' to 'Int'"),
    ["Field 'Query.b' changed type from 'Int!' to 'Int'. Clients whose types say otherwise may fail."],
  ],
  [
    'makes fields nullable that are listed together',
    nullable,
    row("`Field 'Query.*' changed type from '*!' to '*'`"),
    [],
  ],
  ['lists them without a reason', nullable, row("Field 'Query.*' changed type from '*!' to '*'", ''), ['', '']],
])('a version that %s', async (_what, schema, page, unlisted) => {
  const found = await unlistedChanges(before, { schema, page: before.page + page });
  expect(found).toEqual(unlisted.map((text) => expect.stringContaining(text)));
});

test('a row allows no later change', async () => {
  const page = row("Field 'Query.a' changed type from 'Int!' to 'Int'") + row("Field 'Query.b' *");
  expect(await unlistedChanges({ ...before, page }, { schema: nullable, page })).toHaveLength(2);
});
