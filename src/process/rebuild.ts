import { parseArgs } from 'node:util';
import { openDatabase } from '../wiring/open-database.ts';
import { rebuild } from '../wiring/rebuilding.ts';
import { readConfig } from '../platform/config.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { closeWorkers } from '../platform/worker-pool.ts';
import { runCommand, Sentence } from './command.ts';
import { usageOf } from './command-usage.ts';
import { remakePictures } from '../domain/pictures/remake-pictures.ts';
import { makePictureStore } from '../platform/store/picture-store.ts';
import { rebuildTracks } from './rebuild-tracks.ts';

/** The number of ids that are printed of each kind. */
const printed = 20;

/**
 * `npx runners rebuild`: computes stored figures and counters again, and reports which of them were wrong. With `--tracks`, it
 * measures the stored runs again instead, and with `--pictures` it makes the files of pictures again that would differ today, from the
 * picture after `--after ID` on. With `--dry-run`, either only says what that would change. The service can run on a
 * PostgreSQL server meanwhile (docs/operating.md#rebuilding-figures-and-counters).
 */
runCommand(async (words, configured) => {
  const { tracks, pictures, isDry, after } = readWords(words);
  const config = configured(readConfig(process.env));
  const database = await openDatabase(config);
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    const say = (line: string) => process.stdout.write(`${line}\n`);
    if (tracks) return await rebuildTracks(database, isDry, say);
    if (pictures) {
      const integrations = { pictures: makePictureStore(config) };
      return await remakePictures({ database, integrations }, { isDry, after: Number(after) }, say);
    }
    await rebuild(database, (what, ids) => {
      process.stdout.write(`${what}: ${ids.length} corrected${shown(ids)}\n`);
    });
  } finally {
    await closeWorkers();
    await database.close();
  }
});

/** The first ids in brackets. */
function shown(ids: readonly number[]): string {
  return ids.length === 0 ? '' : ` (${ids.slice(0, printed).join(', ')}${ids.length > printed ? ', …' : ''})`;
}

/** @throws Sentence for other words than those of the command */
function readWords(words: string[]) {
  const option = { type: 'boolean', default: false } as const;
  const options = { tracks: option, pictures: option, 'dry-run': option, after: { type: 'string' } } as const;
  try {
    const { tracks, pictures, 'dry-run': isDry, after = '' } = parseArgs({ args: words, options }).values;
    const isAlone = !tracks && !pictures && !isDry;
    if ((isAlone || tracks !== pictures) && (pictures ? /^\d{0,15}$/ : /^$/).test(after))
      return { tracks, pictures, isDry, after };
  } catch {
    // The usage is printed below.
  }
  throw new Sentence(usageOf('rebuild'));
}
