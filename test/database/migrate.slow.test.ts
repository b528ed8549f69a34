/** When the service starts on a database of another version, it refuses with one sentence. */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { runSql } from '../support/run-sql.ts';
import { newFolder, startProcess } from '../support/started-process.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { isMigrated, migrate } from '../../src/platform/database/migrate.ts';

const [folder, removeFolder] = await newFolder();
const upgraded = join(folder, 'upgraded');
afterAll(removeFolder);

const refused =
  'DATA_DIR: the database has the migration 2020-01-01-elsewhere, which this version of the service does not know, and lacks ' +
  '2026-11-21-initial; start the version that made it, or restore a backup from before it (docs/operating.md#upgrading)';

test('a database with unknown migrations is not changed', async () => {
  const database = await openDatabase(readConfig({ DATA_DIR: folder }));
  expect(await isMigrated(database)).toBe(false);
  await runSql(database, `insert into migrations (name) values ('2020-01-01-elsewhere')`);
  await expect(migrate(database)).rejects.toThrow(refused);
  await database.close();

  const started = startProcess(folder);
  expect(await started.ended).toBe(1);
  expect(started.stderr()).toBe(`${refused}\n`);
});

test('a database that a later version has upgraded is used, until that has removed what this version needs', async () => {
  const database = await openDatabase(readConfig({ DATA_DIR: upgraded }));
  await migrate(database);
  await runSql(database, `insert into migrations (name) values ('2099-01-01-more')`);
  await migrate(database);
  const name = '2099-02-01-less-contract';
  await runSql(database, `insert into migrations (name) values ('${name}')`);
  await expect(migrate(database)).rejects.toThrow(`${name}, which removes what this version`);
  await database.close();
});
