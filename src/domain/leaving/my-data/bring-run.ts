import { checkText } from '../../../platform/text.ts';
import { MAX_BYTES } from '../../../platform/bodies/max-values.ts';
import { statement } from '../../../platform/database/statement.ts';
import { Failure, invalid, together } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { evenPaceEfforts, pointCount } from '@runners/recordings';
import type { BestEfforts, Track } from '@runners/recordings';
import { bestEffortColumns } from '../../workouts/best-effort-columns.ts';
import { checkDistance, checkDuration } from '../../workouts/check-workout.ts';
import { workoutChecks } from '../../workouts/record-workout.ts';
import { readAnyRecording, readGpxFile } from '../../workouts/read-gpx-file.ts';
import { remeasured } from '../../workouts/remeasured.ts';
import { storeWorkout } from '../../workouts/store-workout.ts';
import type { NewWorkout, OriginalFile } from '../../workouts/store-workout.ts';
import type { Archive } from './archive.ts';
import type { Item } from './plan.ts';
import type { RunRecord } from './records.ts';
import { sentenceOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** `$1` is the run, and `$2` when it was made known. A moment in the future is that of its import. */
export const datePublished = statement.write(
  'date_imported_run',
  `with w as (update workout set created_date = least($2::timestamptz, created_date) where id = $1 returning id, created_date)
   update post set created_date = w.created_date from w where post.workout_id = w.id`,
);

/**
 * Stores a run of an archive with its points, sensors and original file, and without a token of a social network. A run that is
 * there is recognized as any other upload (decisions R2). The rules for new runs apply, because anybody can write an archive.
 */
export async function bringRun(
  context: Context,
  archive: Archive,
  { run, gpx, original }: Extract<Item, { kind: 'run' }>,
): Promise<Outcome> {
  if (gpx === null && run.hasPoints)
    throw new Failure('INVALID', 'The archive does not have the GPX file with its points.');
  const track = gpx === null ? null : await trackOf(archive, gpx);
  const workout = await workoutOf(run, track, context.now());
  const file = original === null ? null : await originalFile(archive, original);
  try {
    const { workout: stored, originalKept } = await storeWorkout(
      context,
      workout,
      null,
      typeof file === 'string' ? null : file,
    );
    await context.database.all(datePublished, [stored.id, run.createdDate]);
    const lost = typeof file === 'string' ? file : originalKept === false ? 'there is no room for it.' : null;
    const refused =
      lost === null ? [] : [{ file: original ?? '', reason: sentenceOf(`The run came in without this file: ${lost}`) }];
    return { kind: 'added', workoutId: stored.id, refused };
  } catch (error) {
    const existing = error instanceof Failure && error.code === 'WORKOUT_EXISTS' ? error.details.existing : undefined;
    if (!existing) throw error;
    return { kind: 'duplicate', workoutId: existing.id };
  }
}

/** @throws Failure naming the file */
async function trackOf(archive: Archive, name: string): Promise<Track | null> {
  const file = await archive.read(name, MAX_BYTES);
  if (!file) throw new Failure('TOO_LARGE', `${name} has more than ${MAX_BYTES} bytes.`);
  try {
    const { track } = await readGpxFile(file);
    return pointCount(track) > 0 ? track : null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, `${name}: ${error.message}`);
  }
}

/** The bytes of a file that was uploaded as a run, or the end of a sentence about why it is not kept. */
async function originalFile(archive: Archive, name: string): Promise<OriginalFile | string> {
  const file = await archive.read(name, MAX_BYTES);
  if (!file) return `it has more than ${MAX_BYTES} bytes.`;
  try {
    const { format } = await readAnyRecording(file);
    return { bytes: file, format };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return `it is not a recording that can be read. ${error.message}`;
  }
}

/** @throws Failure INVALID */
async function workoutOf(run: RunRecord, track: Track | null, now: Date): Promise<NewWorkout> {
  const { measurable: _measurable, ...checks } = workoutChecks(run, now);
  const said = together({
    ...checks,
    title: () => checkText(run.title, 'title', 'title') || 'Running',
    sourceType: () => (run.sourceType === null ? null : checkText(run.sourceType, 'sourceType', 'name')),
    durationInSeconds: () => checkDuration(run.durationInSeconds),
  });
  const { id: _id, postId: _post, hasPoints: _points, createdDate: _created, ...columns } = run;
  const described = { ...columns, ...said, track };
  if (!track) {
    const bestEfforts = evenPaceEfforts(said.distanceInMeters ?? 0, said.durationInSeconds);
    return { ...described, bestEfforts, polyline: '' };
  }
  const unmeasured = { elevationGainInMeters: null, polyline: '', ...noEfforts };
  const { figures, sensors } = await remeasured({ ...described, ...unmeasured }, track);
  const { runDate, durationInSeconds, distanceInMeters, elevationGainInMeters, polyline } = figures;
  if (distanceInMeters !== null) checkDistance(distanceInMeters, 'points');
  if (!Number.isFinite(durationInSeconds)) throw invalid('points', 'must have believable times', 'OUT_OF_RANGE');
  const bestEfforts = Object.fromEntries(
    Object.entries(bestEffortColumns).map(([race, column]) => [race, figures[column]]),
  ) as BestEfforts;
  const measured = { runDate, durationInSeconds, distanceInMeters, elevationGainInMeters, polyline };
  return { ...described, ...measured, bestEfforts, sensors };
}

const noEfforts = Object.fromEntries(Object.values(bestEffortColumns).map((column) => [column, null])) as Record<
  (typeof bestEffortColumns)[keyof typeof bestEffortColumns],
  null
>;
