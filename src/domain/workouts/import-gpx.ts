import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, invalid, together } from '../../errors.ts';
import type { WorkoutFile } from '../tracks/workout-file.ts';
import { momentOf, readMoment } from '../rules/moment.ts';
import { measure } from '../tracks/measure-pool.ts';
import { extentOf, isBelievableDate, pointCount, startOf, timedPointCount } from '@runners/recordings';
import { checkText } from '../../platform/text.ts';
import { privacies } from '../rules/visibility.ts';
import type { Privacy } from '../rules/visibility.ts';
import { checkDistance, checkRunDate } from './check-workout.ts';
import { readGpxFile } from './read-gpx-file.ts';
import { runTypeOf } from './run-types.ts';
import type { RunType } from './run-types.ts';
import { findReuploadedDownload } from './reuploaded-download.ts';
import { measuredParts, storeWorkout } from './store-workout.ts';
import type { NewWorkout, StoredWorkout } from './store-workout.ts';

/** What a client says about the run of a file. It takes precedence over what the file says; null counts as left out. */
export interface GivenByClient {
  privacy?: Privacy | null;
  title?: string | null;
  postBody?: string | null;
  runType?: RunType | null;
}

/**
 * Stores the run of a GPX file (decisions R3–R7). A file that was downloaded here and is uploaded again is recognized
 * as the same workout, even if it is not valid as a new one because it has no points, no times, or a name that is too
 * long (decisions N5).
 * @throws Failure MALFORMED, INVALID, TOO_LARGE, WORKOUT_EXISTS, RATE_LIMITED, UNAVAILABLE
 */
export async function importGpx(context: Context, file: Buffer, given: GivenByClient = {}): Promise<StoredWorkout> {
  const { id: userId } = viewerOf(context);
  const texts = givenTexts(given);
  await context.budget.spend('upload');
  return runInTurn(context, 'uploads', () => importOne(context, userId, file, { ...given, ...texts }));
}

/** The texts of a client, checked. @throws Failure INVALID */
export function givenTexts({ title, postBody }: GivenByClient) {
  return together({
    title: () => (title == null ? null : checkText(title, 'title', 'title', true)),
    postBody: () => (postBody == null ? null : checkText(postBody, 'postBody', 'text')),
  });
}

async function importOne(context: Context, userId: number, file: Buffer, given: GivenByClient): Promise<StoredWorkout> {
  return storeGpx(context, userId, file, await readGpxFile(file), given);
}

/** Stores the run of a GPX file that was read. @param isComparedByWay as in `NewWorkout` @throws Failure as `importGpx` */
export async function storeGpx(
  context: Context,
  userId: number,
  bytes: Buffer,
  gpx: WorkoutFile,
  given: GivenByClient,
  isComparedByWay = false,
): Promise<StoredWorkout> {
  const { runDate, field } = runDateOf(gpx, isComparedByWay);
  checkRunDate(runDate, context.now(), field);
  let workout: NewWorkout;
  try {
    workout = await workoutOf(gpx, runDate, given);
  } catch (error: unknown) {
    throw (await findReuploadedDownload(context, userId, runDate, gpx)) ?? error;
  }
  return storeWorkout(context, { ...workout, isComparedByWay }, gpx.socialAccessToken, { bytes, format: 'gpx' });
}

/** @throws Failure MALFORMED, INVALID */
async function workoutOf(gpx: WorkoutFile, runDate: string, given: GivenByClient): Promise<NewWorkout> {
  const { track } = gpx;
  if (pointCount(track) < 2) throw new Failure('MALFORMED', 'gpx: a workout needs a track of at least two points.');
  if (timedPointCount(track) < 2) throw new Failure('MALFORMED', 'gpx: at least two track points must have a time.');
  const title = given.title ?? (checkText(gpx.name ?? '', 'trk/name', 'title') || 'Running');
  const postBody = given.postBody ?? checkText(gpx.description ?? '', 'metadata/desc', 'text');
  const privacy = given.privacy ?? privacyOf(gpx);
  const kind = runTypeOf(gpx.type);
  const measured = await measure(track);
  return {
    title,
    postBody,
    runDate,
    ...kind,
    runType: given.runType ?? kind.runType,
    durationInSeconds: measured.durationInSeconds ?? 0,
    distanceInMeters: checkDistance(measured.distanceInMeters, 'gpx'),
    privacy,
    source: 'gpx',
    track,
    ...measuredParts(measured),
  };
}

/**
 * If there are several values, the most private one applies. An unknown value is refused, so that no workout becomes
 * public by accident (decisions R3, N16).
 */
function privacyOf({ privacies: words }: WorkoutFile): Privacy {
  const known: readonly string[] = privacies;
  if (words.some((word) => !known.includes(word)))
    throw invalid('privacy', `must be one of ${privacies.join(', ')}`, 'UNKNOWN_VALUE');
  return privacies.findLast((privacy) => words.includes(privacy)) ?? 'public';
}

/**
 * When the run of a file was (decisions R3, P12): the time in its metadata unless that is of a clock that was not set, or else the first
 * time of its points that is trusted. If there is none either, the clock of the device was never set, and the first time
 * that it wrote stands for the date, so that the same file is recognized when it is sent again.
 * @param isWritten whether a time in the metadata that is later than the whole run is that at which the file was written (R22)
 */
function runDateOf(gpx: WorkoutFile, isWritten: boolean): { runDate: string; field: string } {
  const given = gpx.time === null || gpx.time === '' ? null : readMoment(gpx.time);
  if (given === null && gpx.time) throw invalid('metadata/time', 'must be an ISO 8601 date and time', 'MALFORMED');
  const end = (isWritten ? extentOf(gpx.track)?.lastMs : null) ?? Infinity;
  if (given !== null && isBelievableDate(Date.parse(given)) && Date.parse(given) <= end)
    return { runDate: given, field: 'metadata/time' };
  const unset = given === null ? gpx.track.time.find((time) => !Number.isNaN(time)) : Date.parse(given);
  const start = startOf(gpx.track) ?? Math.max(unset ?? 0, FIRST_DATE);
  return { runDate: momentOf(start), field: 'trkpt/time' };
}

/** The earliest date of a run, which stands for all earlier ones of clocks that were not set. Unix milliseconds. */
const FIRST_DATE = Date.UTC(1970, 0, 1);
