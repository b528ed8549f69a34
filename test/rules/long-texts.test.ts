/** Every statement of a request that reads long texts is known to, with its number of rows, so that answers are bounded in bytes. */
import { expect, test } from '@jest/globals';
import { EntitySchema, TextType } from '@mikro-orm/core';
import { entities } from '../../src/wiring/entities.ts';
import { columnOf } from '../../src/platform/database/columns.ts';
import { longColumns } from '../../src/platform/database/long-texts.ts';
import { statementsOf } from '../support/all-statements.ts';

const statements = await statementsOf('domain');

/**
 * Columns without a length that are short all the same: addresses of up to 2,000 characters, hashes, what is read as a part of `reports`, and
 * the names in the ledger of uses, which are cut or those of the schema.
 */
const short = ['event_logo', 'home_url', 'info_url', 'password_hash', 'text', 'client', 'version', 'element'];

test('each column of text without a length is one of the long columns', () => {
  const columns = entities.flatMap((entity) =>
    Object.entries(EntitySchema.REGISTRY.get(entity)?.meta.properties ?? {}).flatMap(([name, { type, length }]) =>
      (type as unknown) === TextType && length === undefined ? columnOf(entity as never, name as never) : [],
    ),
  );
  expect(columns.length).toBeGreaterThan(5);
  expect(columns.filter((column) => !(column in longColumns) && !short.includes(column))).toEqual([]);
});

test('each statement that lists long texts says how many rows it has', () => {
  const reading = statements.filter(({ texts }) => texts);
  expect(reading.length).toBeGreaterThan(50);
  // Without a limit that is a parameter, it reads objects by their ids, or one.
  const odd = reading.filter(
    ({ text, texts }) => texts?.limit === null && texts.ids === null && !/\bid = \$\d|\blimit 1\b/.test(text),
  );
  expect(odd.map(({ name }) => name)).toEqual([]);
});
