import { sweepResets } from '../domain/accounts/request-password-reset.ts';
import { sweepKeys } from '../domain/accounts/api-keys.ts';
import { sweepDataImports } from '../domain/accounts/import-my-data.ts';
import { watchOldCredentials } from '../domain/accounts/old-credentials.ts';
import type { ProcessContext } from '../domain/context.ts';
import { sweepKeptAnswers } from '../domain/idempotency/kept-answer.queries.ts';
import { sweepNotifications } from '../domain/notifications/sweep-notifications.ts';
import { sweepUsage } from '../retiring/ledger.ts';
import { endSuspensions } from '../domain/moderation/suspend-person.ts';
import { findOrphans, sweepPictures } from '../domain/pictures/sweep.ts';
import { storeOriginals } from '../domain/workouts/originals/store-originals.ts';
import { sweepRecordingUploads } from '../domain/workouts/recordings/upload-recording.ts';
import { findOrphanedOriginals, sweepOriginals } from '../domain/workouts/originals/sweep-originals.ts';

/** Between two looks for files of what was deleted, in milliseconds. */
const usualInterval = 30 * 1000;
/** Between two searches for what nobody deletes: they read whole tables and folders. */
const searchInterval = 60 * 60 * 1000;

/** What is needed to find what has ended. */
interface Sweepable extends Pick<ProcessContext, 'database' | 'now'> {
  integrations: { mailer: Pick<ProcessContext['integrations']['mailer'], 'sweep'> };
}

/** Finds what has ended by itself: uploads that were cut off, reset links, keys, kept answers, notifications, mails in the folder. */
export async function sweepEnded(processContext: Sweepable): Promise<void> {
  await findOrphans(processContext);
  await findOrphanedOriginals(processContext);
  await sweepResets(processContext);
  await sweepKeys(processContext);
  await sweepDataImports(processContext);
  await sweepRecordingUploads(processContext);
  await sweepKeptAnswers(processContext);
  await sweepNotifications(processContext);
  await sweepUsage(processContext.database, processContext.now());
  await processContext.integrations.mailer.sweep(processContext.now());
}

/**
 * Sweeps and notes the uses of keys twice a minute, ends suspensions every three seconds, and searches every hour; `stop`
 * waits for a sweep under way.
 */
export function startSweeping(processContext: ProcessContext, interval = usualInterval): { stop(): Promise<void> } {
  let searched = 0;
  let running: Promise<void> | null = null;
  const sweep = async () => {
    try {
      await processContext.keyUses.flush();
      if (Date.now() - searched >= searchInterval) {
        searched = Date.now();
        await sweepEnded(processContext);
        await watchOldCredentials(processContext.database);
      }
      const swept = await sweepPictures(processContext);
      if (swept > 0) processContext.log.info({ swept }, 'files of pictures that are gone were removed');
      await sweepOriginals(processContext);
      await storeOriginals(processContext);
    } catch (error: unknown) {
      processContext.log.warn({ err: error }, 'sweep failed');
    }
  };
  const ends = () =>
    endSuspensions(processContext).catch((error: unknown) =>
      processContext.log.warn({ err: error }, 'could not remove suspensions that have ended'),
    );
  let ending: Promise<void> | null = null;
  const endTimer = setInterval(() => (ending ??= ends().finally(() => (ending = null))), interval / 10).unref();
  const timer = setInterval(() => (running ??= sweep().finally(() => (running = null))), interval).unref();
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(endTimer);
      await Promise.all([running, ending]);
      await processContext.keyUses.flush();
    },
  };
}
