/** A database that is closed leaves nothing behind on which its process would wait. */
import { expect, test } from '@jest/globals';
import { openPostgresDatabase } from '../open/open-postgres-database.ts';
import { driver, given, read, server } from './given.ts';

if (!server) process.stderr.write('closing a database: skipped, TEST_DATABASE_URL is not set\n');

const one = read<{ one: number }>('test_one', 'select 1 as one');

(server ? test : test.skip)('a database from which nothing but statements were read keeps no connection', async () => {
  const database = await openPostgresDatabase({ databaseUrl: server, databasePool: 10, dataDir: '', driver }, given);
  expect(await database.unhurried.one(one, [])).toEqual({ one: 1 });
  expect(database.pool().open).toBeGreaterThan(0);
  await database.close();
  expect(database.pool().open).toBe(0);
});
