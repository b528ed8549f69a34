import { parseArgs } from 'node:util';
import { openDatabase } from '../wiring/open-database.ts';
import { rebuild } from '../wiring/rebuilding.ts';
import { readConfig } from '../platform/config.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { closeMeasureWorkers } from '../domain/tracks/measure-pool.ts';
import { runCommand, Sentence } from './command.ts';
import { stripAgain } from '../domain/pictures/remake-pictures.ts';
import { makePictureStore } from '../platform/store/picture-store.ts';
import { rebuildTracks } from './rebuild-tracks.ts';

/** The number of ids that are printed of each kind. */
const printed = 20;

/**
 * `npx runners rebuild`: computes stored figures and counters again, and reports which of them were wrong. With `--tracks`, it
 * measures the stored runs again instead, and with `--pictures` it strips the originals of pictures again for others than their owners
 * (decisions P18). With `--dry-run`, either only says what that would change. The service can run on a
 * PostgreSQL server meanwhile (docs/operating.md#rebuilding-figures-and-counters).
 */
runCommand(async (words, configured) => {
  const { tracks, pictures, 'dry-run': isDry } = readWords(words);
  const config = configured(readConfig(process.env));
  const database = await openDatabase(config);
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    if (tracks) return await rebuildTracks(database, isDry, (line) => process.stdout.write(`${line}\n`));
    if (pictures) {
      const changed: number[] = [];
      const integrations = { pictures: makePictureStore(config) };
      const count = await stripAgain({ database, integrations }, isDry, (id) => void changed.push(id));
      const what = `of ${count} pictures ${isDry ? 'would be' : 'were'} stripped again`;
      return void process.stdout.write(`${changed.length} ${what}${shown(changed)}\n`);
    }
    await rebuild(database, (what, ids) => {
      process.stdout.write(`${what}: ${ids.length} corrected${shown(ids)}\n`);
    });
  } finally {
    await closeMeasureWorkers();
    await database.close();
  }
});

/** The first ids in brackets. */
function shown(ids: readonly number[]): string {
  return ids.length === 0 ? '' : ` (${ids.slice(0, printed).join(', ')}${ids.length > printed ? ', …' : ''})`;
}

/** @throws Sentence for other words than those of the command */
function readWords(words: string[]): { tracks: boolean; pictures: boolean; 'dry-run': boolean } {
  const option = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({ args: words, options: { tracks: option, pictures: option, 'dry-run': option } });
    const isOne = values.tracks !== values.pictures;
    if (isOne || !(values.tracks || values['dry-run'])) return values;
  } catch {
    // The usage is printed below.
  }
  throw new Sentence('usage: npx runners rebuild [--tracks|--pictures [--dry-run]]');
}
