import { pruneEvents } from '../domain/live/pruning.ts';
import { openDatabase } from '../wiring/open-database.ts';
import { sweepPictures } from '../domain/pictures/sweep.ts';
import { sweepEnded } from '../wiring/sweeping.ts';
import { sweepOriginals } from '../domain/workouts/originals/sweep-originals.ts';
import { readConfig } from '../platform/config.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { sweepMails } from '../platform/mail/mail.ts';
import { makePictureStore, makeRecordingStore } from '../platform/store/picture-store.ts';
import { runCommand, Sentence } from './command.ts';
import { usageOf } from './command-usage.ts';

/**
 * `npx runners prune`: removes at once what the service removes from time to time: old live events, keys, reset links, kept answers
 * and notifications that have ended, and the files of deleted pictures and recordings.
 */
runCommand(async (words, configured) => {
  if (words.length > 0) throw new Sentence(usageOf('prune'));
  const config = configured(readConfig(process.env));
  const database = await openDatabase(config);
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    const now = () => new Date();
    const integrations = {
      pictures: makePictureStore(config),
      recordings: makeRecordingStore(config),
      mailer: { sweep: (at: Date) => sweepMails(config, at) },
    };
    await pruneEvents(database.unhurried, config.liveEventDays);
    await sweepEnded({ database, now, integrations });
    const swept = await sweepPictures({ database, integrations });
    const originals = await sweepOriginals({ database, integrations });
    process.stdout.write(
      `What has ended is removed, with the files of ${swept} pictures and of ${originals} recordings.\n`,
    );
  } finally {
    await database.close();
  }
});
