import { parseArgs } from 'node:util';
import { openDatabase } from '../wiring/open-database.ts';
import { rebuild } from '../wiring/rebuilding.ts';
import { readConfig } from '../platform/config.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { closeMeasureWorkers } from '../domain/tracks/measure-pool.ts';
import { runCommand, Sentence } from './command.ts';
import { rebuildTracks } from './rebuild-tracks.ts';

/** The number of ids that are printed of each kind. */
const printed = 20;

/**
 * `npx runners rebuild`: computes stored figures and counters again, and reports which of them were wrong. With `--tracks`, it
 * measures the stored runs again instead, and with `--dry-run` it only says what that would change. The service can run on a
 * PostgreSQL server meanwhile (docs/operating.md#rebuilding-figures-and-counters).
 */
runCommand(async (words, configured) => {
  const { tracks, 'dry-run': isDry } = readWords(words);
  const database = await openDatabase(configured(readConfig(process.env)));
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    if (tracks) return await rebuildTracks(database, isDry, (line) => process.stdout.write(`${line}\n`));
    await rebuild(database, (what, ids) => {
      const some = ids.length === 0 ? '' : ` (${ids.slice(0, printed).join(', ')}${ids.length > printed ? ', …' : ''})`;
      process.stdout.write(`${what}: ${ids.length} corrected${some}\n`);
    });
  } finally {
    await closeMeasureWorkers();
    await database.close();
  }
});

/** @throws Sentence for other words than those of the command */
function readWords(words: string[]): { tracks: boolean; 'dry-run': boolean } {
  const option = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({ args: words, options: { tracks: option, 'dry-run': option } });
    if (values.tracks || !values['dry-run']) return values;
  } catch {
    // The usage is printed below.
  }
  throw new Sentence('usage: npx runners rebuild [--tracks [--dry-run]]');
}
