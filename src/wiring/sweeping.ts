import { sweepResets } from '../domain/accounts/request-password-reset.ts';
import { sweepKeys } from '../domain/accounts/api-keys.ts';
import { sweepDataImports } from '../domain/accounts/import-my-data.ts';
import { watchOldCredentials } from '../domain/accounts/old-credentials.ts';
import type { Surroundings } from '../domain/context.ts';
import { sweepKeptAnswers } from '../domain/idempotency/kept-answer.queries.ts';
import { sweepNotifications } from '../domain/notifications/sweep-notifications.ts';
import { foldUsage, sweepUsage } from '../retiring/ledger.ts';
import { endSuspensions } from '../domain/moderation/suspend-person.ts';
import { findOrphans, sweepPictures } from '../domain/pictures/sweep.ts';
import { storeOriginals } from '../domain/workouts/originals/store-originals.ts';
import { findOrphanedOriginals, sweepOriginals } from '../domain/workouts/originals/sweep-originals.ts';

/** Between two looks for files of what was deleted, in milliseconds. */
const usualInterval = 30 * 1000;
/** Between two searches for what nobody deletes: they read whole tables and folders. */
const searchInterval = 60 * 60 * 1000;

/** The pages of counted calls of a day that are put together before the next search. */
const mostPages = 200;

/** What is needed to find what has ended. */
interface Sweepable extends Pick<Surroundings, 'database' | 'now'> {
  outside: { mailer: Pick<Surroundings['outside']['mailer'], 'sweep'> };
}

/** Finds what has ended by itself: uploads that were cut off, reset links, keys, kept answers, notifications, mails in the folder. */
export async function sweepEnded(surroundings: Sweepable): Promise<void> {
  await findOrphans(surroundings);
  await findOrphanedOriginals(surroundings);
  await sweepResets(surroundings);
  await sweepKeys(surroundings);
  await sweepDataImports(surroundings);
  await sweepKeptAnswers(surroundings);
  await sweepNotifications(surroundings);
  await foldUsage(surroundings.database, 1);
  await sweepUsage(surroundings.database, surroundings.now());
  await surroundings.outside.mailer.sweep(surroundings.now());
}

/**
 * Sweeps and notes the uses of keys twice a minute, ends suspensions every three seconds, and searches every hour; `stop`
 * waits for a sweep under way.
 */
export function startSweeping(surroundings: Surroundings, interval = usualInterval): { stop(): Promise<void> } {
  let searched = 0;
  let running: Promise<void> | null = null;
  const sweep = async () => {
    try {
      await surroundings.keyUses.flush();
      if (Date.now() - searched >= searchInterval) {
        searched = Date.now();
        await sweepEnded(surroundings);
        await watchOldCredentials(surroundings);
      }
      await foldUsage(surroundings.database, mostPages);
      const swept = await sweepPictures(surroundings);
      if (swept > 0) surroundings.log.info({ swept }, 'files of pictures that are gone were removed');
      await sweepOriginals(surroundings);
      await storeOriginals(surroundings);
    } catch (error: unknown) {
      surroundings.log.warn({ err: error }, 'what is gone or has ended could not be removed');
    }
  };
  const ends = () =>
    endSuspensions(surroundings).catch((error: unknown) =>
      surroundings.log.warn({ err: error }, 'suspensions that have ended could not be removed'),
    );
  let ending: Promise<void> | null = null;
  const endTimer = setInterval(() => (ending ??= ends().finally(() => (ending = null))), interval / 10).unref();
  const timer = setInterval(() => (running ??= sweep().finally(() => (running = null))), interval).unref();
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(endTimer);
      await Promise.all([running, ending]);
      await surroundings.keyUses.flush();
    },
  };
}
