/** The table of REST rows is that of the contract, and each row has a test file. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { validate } from 'graphql';
import { table } from '../../rest-compat/table.ts';
import { executableSchema } from '../../schema/index.ts';
import { interfaceRows } from './interface-rows.ts';

const rows = Object.keys(table);
const schema = executableSchema();
const tests = new URL('../../../test/', import.meta.url);
/** The source of each test file, with the heading that says what it covers. */
const sources = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, tests), 'utf8'));
const headingOf = (source: string) => source.slice(0, source.indexOf('*/'));

/** A label without the names of its parameters: what makes two of them the same row. */
const path = (label: string) => label.replaceAll(/[[{]\w+[\]}]/g, '*');

describe('the table of REST rows', () => {
  test('has all of the 54 rows of the interface on its list, none of them twice', () => {
    expect(interfaceRows).toHaveLength(54);
    expect(new Set(interfaceRows).size).toBe(interfaceRows.length);
    expect(rows).toEqual(expect.arrayContaining([...interfaceRows]));
  });

  test('has no two rows for one method and path, except those that differ in the format of their body', () => {
    const places = Object.keys(table).map((label) => path(label.replace(/ \(\w+\)$/, '')));
    const twice = places.filter((place, i) => places.indexOf(place) !== i);
    expect(twice).toEqual(['POST /workout/']);
  });

  test.each(Object.entries(table))('%s selects fields of the schema', (_label, { document }) => {
    expect(validate(schema, document)).toEqual([]);
  });

  test.each(rows)('%s is covered by a test file, whose heading names it', (label) => {
    const covering = sources.filter((source) => headingOf(source).includes(`\`${label}\``));
    expect(covering).not.toEqual([]);
    for (const source of covering) expect(source).toContain(`'${label}'`);
  });
});
