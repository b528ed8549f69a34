/**
 * After an upgrade of a release, its database knows what was taken over as it was loaded, and the bundle of that release is what it has. A bundle
 * that was written for a release is taken over by this version as well.
 */
import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../src/platform/config.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { kinds } from '../load/kinds.ts';
import type { LoadedFile } from '../load/kinds.ts';
import { ledger } from '../load/ledger.ts';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { testService } from '../../../test/support/service.ts';
import { bundleOf, releases, releasesWithBundle, restoredRelease } from '../../../test/upgrades/releases.ts';
import { checked } from './bundle-maker.ts';
import { loaded, verified } from './loading.ts';

const service = await testService();
/** The figures of the examples are not those of their runs. */
const differs = [expect.objectContaining({ file: 'stats', id: 12 })];

test.each(releases)('of release %s', async (release) => {
  const { environment, remove } = await restoredRelease(release);
  const database = await openDatabase(readConfig(environment));
  await migrate(database);
  let count = 0;
  for (const name of Object.keys(kinds) as LoadedFile[])
    for await (const ids of ledger.ids(database, name)) {
      const known = await ledger.find(database, name, ids);
      expect([name, [...(await ledger.asLoaded(database, name, known)).keys()].sort()]).toEqual([name, ids.sort()]);
      count += ids.length;
    }
  expect(count).toBeGreaterThan(0);
  await database.close();
  await remove();
});

describe.each(releasesWithBundle)('the bundle of release %s', (release) => {
  test('is taken over by this version, and found as it is', async () => {
    expect((await checked(bundleOf(release), undefined, {})).result.faults).toBe(0);
    expect((await loaded(service, bundleOf(release))).told.filter(({ what }) => what === 'refused')).toEqual([]);
    const { counts, differing } = await verified(service, bundleOf(release));
    expect(differing).toEqual(differs);
    for (const [name, of] of Object.entries(counts))
      expect([name, of]).toMatchObject([name, { missing: 0, refused: 0 }]);
  });

  test('is what the upgraded database has', async () => {
    const { environment, remove } = await restoredRelease(release);
    const database = await openDatabase(readConfig(environment));
    await migrate(database);
    const { counts, differing } = await verified({ database }, bundleOf(release));
    expect(differing).toEqual(differs);
    expect(counts['users']).toMatchObject({ read: 3, same: 3 });
    await database.close();
    await remove();
  });
});
