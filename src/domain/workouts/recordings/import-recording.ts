import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Failure, invalid } from '../../../errors.ts';
import type { FailureCode } from '../../../errors.ts';
import { MAX_BYTES } from '../../../platform/bodies/max-values.ts';
import { beginningOf, lengths, storableLine } from '../../../platform/text.ts';
import { runInTurn, viewerOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import type { RecordingContent } from '../../tracks/workout-file.ts';
import { isGzip } from '@runners/recordings';
import { givenTexts, storeGpx } from '../import-gpx.ts';
import type { GivenByClient } from '../import-gpx.ts';
import { readAnyRecording } from '../read-gpx-file.ts';
import { mayBeRun } from '../run-types.ts';
import { storeWorkout } from '../store-workout.ts';
import type { StoredWorkout } from '../store-workout.ts';
import { workoutOfActivity } from './activity-workout.ts';
import { checkSent, readSent } from './upload-recording.ts';
import type { SentRecording } from './upload-recording.ts';

/** What a client says about a recording. It takes precedence over what the file says; null counts as left out. */
export interface GivenWithRecording extends GivenByClient {
  /** Whether what is no run is refused. */
  onlyRuns?: boolean | null;
}

/** What came of one activity of a recording: the workout that it became, or why it did not come in. */
export type ImportedActivity = StoredWorkout | { failure: Failure };

/**
 * Stores the activities of a recording in any format (decisions R22): each is a workout of its own. The file is kept with the first one.
 * @param sent its bytes, also in a gzip file; those of an upload are read when it is their turn
 * @returns what came of each, with at least one that was stored
 * @throws Failure MALFORMED, NOT_FOUND, TOO_LARGE, RATE_LIMITED, UNAVAILABLE; the failure of an activity if none was stored, and WORKOUT_EXISTS before others
 */
export async function importRecording(
  context: Context,
  sent: SentRecording,
  given: GivenWithRecording = {},
): Promise<ImportedActivity[]> {
  viewerOf(context);
  checkSent(sent);
  const texts = givenTexts(given);
  await context.budget.spend('upload');
  return runInTurn(context, 'uploads', async () =>
    importActivities(context, await readSent(context, sent), { ...given, ...texts }),
  );
}

/**
 * As `importRecording`, by whoever has waited for its turn and has checked the texts.
 * @param service what another service, of whose archive the file is, says about its sport; it is then not shared in a social network
 */
export async function importActivities(
  context: Context,
  file: Buffer,
  given: GivenWithRecording,
  service: { sport: string | null } | null = null,
): Promise<ImportedActivity[]> {
  const bytes = await unpacked(file);
  const outcomes: ImportedActivity[] = [];
  let stored = 0;
  const read = await readAnyRecording(bytes);
  for (const store of stores(context, bytes, service ? ofService(read, service.sport) : read, given)) {
    const outcome = await store(stored === 0).catch((error: unknown) => {
      if (!(error instanceof Failure) || !ofActivity.includes(error.code)) throw error;
      return { failure: error };
    });
    if ('workout' in outcome) stored++;
    outcomes.push(outcome);
  }
  if (stored > 0) return outcomes;
  const failures = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome.failure] : []));
  throw failures.find(({ code }) => code === 'WORKOUT_EXISTS') ?? failures[0];
}

/** The content of a file of another service, with the sport that it says. */
function ofService(content: RecordingContent, sport: string | null): RecordingContent {
  if (content.format === 'gpx') {
    const { gpx } = content;
    return { ...content, gpx: { ...gpx, type: sport ?? gpx.type, socialAccessToken: null } };
  }
  return { ...content, activities: content.activities.map((one) => ({ ...one, sport: sport ?? one.sport })) };
}

/** The failures that concern one activity of a file, and not the others. */
const ofActivity: readonly FailureCode[] = ['INVALID', 'MALFORMED', 'WORKOUT_EXISTS'];

/** What stores each activity of a recording, with its file or without. */
function stores(
  context: Context,
  bytes: Buffer,
  content: RecordingContent,
  given: GivenWithRecording,
): ((isKept: boolean) => Promise<StoredWorkout>)[] {
  const { format } = content;
  if (format === 'gpx')
    return [
      async () => {
        checkIsRun(content.gpx.type, given);
        return storeGpx(context, viewerOf(context).id, bytes, content.gpx, given, true);
      },
    ];
  return content.activities.map((activity) => async (isKept) => {
    checkIsRun(activity.sport, given);
    const workout = await workoutOfActivity(activity, format, given, context.now());
    return storeWorkout(context, { ...workout, isComparedByWay: true }, null, isKept ? { bytes, format } : null);
  });
}

/** @throws Failure INVALID when only runs are wanted, and this is none */
function checkIsRun(sport: string | null, { onlyRuns, runType }: GivenWithRecording): void {
  if (!onlyRuns || runType != null || mayBeRun(sport)) return;
  const word = beginningOf(storableLine(sport ?? ''), lengths.name);
  throw invalid('onlyRuns', `is set, and the recording is of ${word}, which is no run`, 'NOT_POSSIBLE');
}

const unzip = promisify(gunzip);

/** The bytes of a file as its program wrote them. @throws Failure MALFORMED, TOO_LARGE */
async function unpacked(file: Buffer): Promise<Buffer> {
  if (!isGzip(file)) return file;
  try {
    return await unzip(file, { maxOutputLength: MAX_BYTES });
  } catch (error: unknown) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new Failure('TOO_LARGE', `The gzip file grows beyond ${MAX_BYTES} bytes.`);
    throw new Failure('MALFORMED', `The gzip file cannot be unpacked: ${message}.`);
  }
}
