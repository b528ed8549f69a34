import { openDatabase } from '../domain/open-database.ts';
import { rebuild } from '../domain/rebuilding.ts';
import { readConfig } from '../platform/config.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { runCommand, Sentence } from './command.ts';

/** The number of ids that are printed of each kind. */
const printed = 20;

/**
 * `npm run rebuild`: computes stored figures and counters again, and reports which of them were wrong. The service can run on a
 * PostgreSQL server meanwhile (docs/operating.md#rebuilding-figures-and-counters).
 */
runCommand(async (words, configured) => {
  if (words.length > 0) throw new Sentence('usage: npm run rebuild');
  const database = await openDatabase(configured(readConfig(process.env)));
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    await rebuild(database, (what, ids) => {
      const some = ids.length === 0 ? '' : ` (${ids.slice(0, printed).join(', ')}${ids.length > printed ? ', …' : ''})`;
      process.stdout.write(`${what}: ${ids.length} corrected${some}\n`);
    });
  } finally {
    await database.close();
  }
});
