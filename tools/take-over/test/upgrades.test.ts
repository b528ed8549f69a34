/** After an upgrade of a release, its database knows what was taken over as it was loaded. */
import { expect, test } from '@jest/globals';
import { readConfig } from '../../../src/platform/config.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { kinds } from '../load/kinds.ts';
import type { LoadedFile } from '../load/kinds.ts';
import { ledger } from '../load/ledger.ts';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { releases, restoredRelease } from '../../../test/upgrades/releases.ts';

test.each(releases)('of release %s', async (release) => {
  const { environment, remove } = await restoredRelease(release);
  const database = await openDatabase(readConfig(environment));
  await migrate(database);
  let count = 0;
  for (const name of Object.keys(kinds) as LoadedFile[])
    for await (const ids of ledger.ids(database, name)) {
      const known = await ledger.find(database, name, ids);
      expect([name, [...(await ledger.asLoaded(database, name, known))].sort()]).toEqual([name, ids.sort()]);
      count += ids.length;
    }
  expect(count).toBeGreaterThan(0);
  await database.close();
  await remove();
});
