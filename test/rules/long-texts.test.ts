/** Every statement of a request that reads long texts is known to, with its number of rows, so that answers are bounded in bytes. */
import { expect, test } from '@jest/globals';
import { EntitySchema, TextType } from '@mikro-orm/core';
import { entities } from '../../src/wiring/entities.ts';
import { columnOf, longTexts, selected } from '../../src/platform/database/columns.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { statementsOf } from '../support/all-statements.ts';

/** Without those of a tool, which answer no request, and those that are derived from others while the service runs. */
const statements = (await statementsOf('domain')).filter(({ name }) => !/^take_over_|_bounded$/.test(name));

const columnsNamed = (names: (entity: (typeof entities)[number]) => string[]) =>
  entities.flatMap((entity) => names(entity).map((name) => columnOf(entity as never, name as never)));
const long = columnsNamed((entity) => Object.keys(longTexts(entity as never)));

/**
 * Columns without a length that are short all the same: addresses of up to 2,000 characters, hashes, what is read as a part of `reports`, and
 * the names in the ledger of uses, which are cut or those of the schema.
 */
const short = ['event_logo', 'home_url', 'info_url', 'password_hash', 'text', 'client', 'version', 'element'];

test('each column of text without a length is one of the long columns', () => {
  const columns = columnsNamed((entity) =>
    Object.entries(EntitySchema.REGISTRY.get(entity)?.meta.properties ?? {}).flatMap(([name, { type, length }]) =>
      (type as unknown) === TextType && length === undefined ? name : [],
    ),
  );
  expect(columns.length).toBeGreaterThan(5);
  expect(columns.filter((column) => !long.includes(column) && !short.includes(column))).toEqual([]);
});

/** What a text selects of long columns, by their names in the row. Statements that copy the beginning of a text select no long one. */
const selectedText = new RegExp(String.raw`\b[a-z]+\.(${long.join('|')})(?: as "(\w+)")?(?=,|\s+from\b)`, 'g');
const found = (text: string) => [...text.matchAll(selectedText)].map(([, column, shown]) => shown ?? column ?? '');

test('each statement that reads long texts declares them', () => {
  const reading = statements.filter(
    ({ writes, name, text }) => !writes && !name.startsWith('reported_') && found(text).length > 0,
  );
  expect(reading.length).toBeGreaterThan(50);
  const odd = reading.filter(({ text, texts }) => found(text).some((column) => !(column in (texts?.columns ?? {}))));
  expect(odd.map(({ name }) => name)).toEqual([]);
});

test('each statement that lists long texts says how many rows it has', () => {
  // Without a limit that is a parameter, it reads objects by their ids, or one.
  const odd = statements.filter(
    ({ text, texts }) => texts?.limit === null && texts.ids === null && !/\bid = \$\d|\blimit 1\b/.test(text),
  );
  expect(odd.map(({ name }) => name)).toEqual([]);
});

test('what is known of long texts is not lost', () => {
  const [entity] = entities.filter(({ name }) => name === 'Comment');
  expect(() => selected(entity as never, 'c', ['comment'] as never[])).toThrow('Comment has long texts among comment');
  expect(() => `${sql`select 1`}`).toThrow('not made by sql');
});
