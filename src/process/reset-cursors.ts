import { openDatabase } from '../wiring/open-database.ts';
import { resetLog } from '../domain/live/reset-log.ts';
import { readConfig } from '../platform/config.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { runCommand, Sentence } from './command.ts';
import { usageOf } from './command-usage.ts';

/**
 * `npx runners reset-cursors`: after a restore that PostgreSQL cannot tell from a restart (a snapshot of a disk, a copy of the
 * files), live cursors of events that were lost expire (docs/operating.md#restoring-a-snapshot).
 */
runCommand(async (words, configured) => {
  if (words.length > 0) throw new Sentence(usageOf('reset-cursors'));
  const database = await openDatabase(configured(readConfig(process.env)));
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    process.stdout.write(`Cursors of live events after position ${await resetLog(database)} have expired.\n`);
  } finally {
    await database.close();
  }
});
