/** When the service starts on a database of another version, it refuses with one sentence. */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { runSql } from '../support/run-sql.ts';
import { newFolder, startProcess } from '../support/started-process.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { isMigrated, migrate } from '../../src/platform/database/migrate.ts';
import { migrationNames } from '../../src/platform/database/migration-names.ts';
import { version } from '../../src/platform/version.ts';

const [folder, removeFolder] = await newFolder();
const [upgraded, other] = [join(folder, 'upgraded'), join(folder, 'other')];
afterAll(removeFolder);

const unknown = (lacks: string) =>
  `the database has the migration 2020-01-01-elsewhere, which this version of the service (${version}) does not know, and lacks ${lacks}`;
const refused =
  `DATA_DIR: ${unknown('2026-11-21-initial')}: a version before 1.0.0 has made it; keep it with the build that made it, name an empty ` +
  'database, and take the data over as those of another service (docs/operating.md#databases-from-before-100)';

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

test('a database of another version is refused with the version that has upgraded it', async () => {
  const database = await openDatabase(readConfig({ DATA_DIR: other }));
  await migrate(database);
  await runSql(database, `update migrations set name = '2020-01-01-elsewhere' where name = '${migrationNames.at(-1)}'`);
  const which = unknown(migrationNames.at(-1) ?? '').replace('base', `base, which version ${version} has upgraded,`);
  const advice = 'or restore a backup from before it (docs/operating.md#upgrading)';
  await expect(migrate(database)).rejects.toThrow(`DATA_DIR: ${which}; start version ${version}, ${advice}`);
  await database.execute({ text: 'comment on table migrations is null' });
  await expect(migrate(database)).rejects.toThrow(`; start the version that made it, ${advice}`);
  await database.close();
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
