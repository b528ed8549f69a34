/** A database that is closed leaves nothing behind on which its process would wait. */
import { expect, test } from '@jest/globals';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { statement } from '../../src/platform/database/statement.ts';
import { readConfig } from '../../src/platform/config.ts';

const server = process.env['TEST_DATABASE_URL'];
if (!server) process.stderr.write('closing a database: skipped, TEST_DATABASE_URL is not set\n');

const one = statement.read<{ one: number }>('test_one', 'select 1 as one', { all: 'it reads nothing' });

(server ? test : test.skip)('a database from which nothing but statements were read keeps no connection', async () => {
  const database = await openDatabase(
    readConfig({ DATABASE_URL: server, SECRET_KEY: 'only for tests, never elsewhere' }),
  );
  expect(await database.unhurried.one(one, [])).toEqual({ one: 1 });
  expect(database.pool().open).toBeGreaterThan(0);
  await database.close();
  expect(database.pool().open).toBe(0);
});
