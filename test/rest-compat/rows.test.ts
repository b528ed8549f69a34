import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { validate } from 'graphql';
import { table } from '../../rest-compat/table.ts';
import { makeSchema } from '../../schema/index.ts';
import { decidedRows, interfaceRows } from './interface-rows.ts';

const rows = [...Object.entries(interfaceRows), ...Object.entries(decidedRows)];
const schema = makeSchema();
const sources = new URL('../../../test/', import.meta.url);

/** A label without the names of its parameters: what makes two of them the same row. */
const path = (label: string) => label.replaceAll(/[[{]\w+[\]}]/g, '*');

describe('the table of REST rows', () => {
  test('has all of the 54 rows of the interface on its list, none of them twice', () => {
    expect(Object.keys(interfaceRows)).toHaveLength(54);
    const labels = rows.map(([label]) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('has exactly these rows', () => {
    expect(Object.keys(table).sort()).toEqual(rows.map(([label]) => label).sort());
  });

  test('has no two rows for one method and path but those that differ in the format of their body', () => {
    const places = Object.keys(table).map((label) => path(label.replace(/ \(\w+\)$/, '')));
    const twice = places.filter((place, i) => places.indexOf(place) !== i);
    expect(twice).toEqual(['POST /workout/']);
  });

  test.each(Object.entries(table))('%s asks the schema for what it has', (_label, { document }) => {
    expect(validate(schema, document)).toEqual([]);
  });

  test.each(rows)('%s is tested in %s', async (label, file) => {
    expect(await readFile(new URL(file, sources), 'utf8')).toContain(`'${label}'`);
  });
});
