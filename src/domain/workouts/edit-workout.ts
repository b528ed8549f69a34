import type { Context } from '../context.ts';
import { columnOf } from '../../platform/database/columns.ts';
import type { Transaction } from '@runners/postgres';
import { namedParameters } from '../../platform/database/insert.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, together } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { nullChecks } from '../rules/null-in-edits.ts';
import { privacyAfter } from '../rules/privacy-after.ts';
import type { Privacy } from '../rules/visibility.ts';
import { bestEffortColumns } from './best-effort-columns.ts';
import { checkDistance, checkDuration, checkRunDate } from './check-workout.ts';
import { editedFigures } from './edited-figures.ts';
import type { FigureChanges } from './edited-figures.ts';
import { startsWith } from './insert-workout.ts';
import { ownWorkout } from './own-workout.ts';
import type { RunType } from './run-types.ts';
import { lockStats, rebuildStats } from './stats-updates.ts';
import { twoPlaces } from '../rules/two-places.ts';
import { Workout } from './workout.entity.ts';
import { workoutById } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** The fields that can be changed without a new track. Fields that are left out remain as they are; null empties. */
interface WorkoutChanges {
  title?: string | null;
  postBody?: string | null;
  runType?: RunType | null;
  privacy?: Privacy | null;
  runDate?: string | null;
  durationInSeconds?: number | null;
  distanceInMeters?: number | null;
}

/** The changes of texts, kind and privacy; null leaves a column as it is. */
interface Described {
  title: string | null;
  postBody: string | null;
  runType: RunType | null;
  privacy: Privacy | null;
}

const described = ['id', 'title', 'postBody', 'runType', 'privacy'] as const;
const figures = ['runDate', 'durationInSeconds', 'distanceInMeters'] as const;
const efforts = Object.values(bestEffortColumns);
const { at, valuesOf } = namedParameters([...described, ...figures, ...efforts]);

/** @param more further assignments to the workout */
const updateOf = (name: string, more: string) =>
  statement.write<{ id: number; privacy: Privacy }>(
    name,
    `with w as (
     update workout set title = coalesce(${at.title}::text, title), post_body = coalesce(${at.postBody}::text, post_body),
       run_type = coalesce(${at.runType}::text, run_type), ${privacyAfter(at.privacy)}${more}
     where id = ${at.id} returning id, privacy
   ), p as (
     update post set body = coalesce(${at.postBody}::text, body), ${privacyAfter(at.privacy)}
     where workout_id = ${at.id}
   ), r as (
     update route set ${privacyAfter(at.privacy)} where workout_id = ${at.id} and ${at.privacy}::text is not null and not own_privacy
   ) select id, privacy from w`,
  );

/** Takes the values of `described`. Null leaves a column as it is. */
const updateWorkout = updateOf('update_workout', '');

/** Whether an edit changes the date alone, with which the best times stay. */
const isAsLong = `duration_in_seconds = ${at.durationInSeconds}::int
  and distance_in_meters is not distinct from ${at.distanceInMeters}::numeric`;

/** Takes the values of all parameters. A workout that moves to another second comes after those that began in it. */
const updateWorkoutFigures = updateOf(
  'update_workout_figures',
  `, start_slot = case when ${startsWith(at.runDate)} then start_slot
         else (select coalesce(max(o.start_slot) + 1, 0) from workout o where o.user_id = workout.user_id
           and ${startsWith(at.runDate, 'o.run_date')}) end,
       run_date = ${at.runDate}::timestamptz, duration_in_seconds = ${at.durationInSeconds}::int,
       distance_in_meters = ${at.distanceInMeters}::numeric,
       ${efforts.map((name) => `${columnOf(Workout, name)} = case when ${isAsLong} then ${columnOf(Workout, name)} else ${at[name]}::int end`).join(', ')}`,
);

/** The checks of the changes by their fields. */
const workoutChangeChecks = (changes: WorkoutChanges, now: Date) => {
  const { title, postBody, runDate, durationInSeconds, distanceInMeters } = changes;
  return {
    title: () => (title == null ? null : checkText(title, 'title', 'title', true)),
    postBody: () => (postBody === undefined ? null : checkText(postBody ?? '', 'postBody', 'text')),
    runDate: () => (runDate == null ? undefined : checkRunDate(runDate, now)),
    durationInSeconds: () => (durationInSeconds == null ? undefined : checkDuration(durationInSeconds)),
    distanceInMeters: () => (distanceInMeters == null ? distanceInMeters : twoPlaces(checkDistance(distanceInMeters))),
    ...nullChecks(changes, ['title', 'runType', 'privacy', 'runDate', 'durationInSeconds']),
  };
};

/**
 * Changes one's own workout and its post; a route that was made from it follows its privacy. As long as staff hide the post, it
 * stays private, and has the new privacy afterwards. Run date, duration and distance can be changed where no points decide
 * them; stats, miles of events and duplicates follow.
 * @throws Failure NOT_FOUND, NOT_YOURS, INVALID, WORKOUT_EXISTS
 */
export async function editWorkout(context: Context, workoutId: number, changes: WorkoutChanges): Promise<WorkoutRow> {
  const workout = await ownWorkout(context, workoutId);
  const { texts, given } = checked(changes, context.now());
  if (Object.keys(given).length > 0) {
    const edit = (tx: Transaction) => editFigures(tx, workout, texts, given);
    return context.database.transaction(edit).catch((error: { code?: unknown }) => {
      // Another workout of the same second was stored at the same time. Now it is there to be compared with.
      if (error.code !== uniqueViolation) throw error;
      return context.database.transaction(edit);
    });
  }
  const updated = await context.database.one(updateWorkout, describedValues(workout.id, texts));
  return edited(workout, texts, updated);
}

/** The code of PostgreSQL for a row that a unique index does not admit. */
const uniqueViolation = '23505';

/** @throws Failure INVALID */
function checked(changes: WorkoutChanges, now: Date): { texts: Described; given: FigureChanges } {
  const { runType = null, privacy = null } = changes;
  const { title, postBody, ...values } = together(workoutChangeChecks(changes, now));
  const given: FigureChanges = {};
  if (values.runDate !== undefined) given.runDate = values.runDate;
  if (values.durationInSeconds !== undefined) given.durationInSeconds = values.durationInSeconds;
  if (values.distanceInMeters !== undefined) given.distanceInMeters = values.distanceInMeters;
  return { texts: { title, postBody, runType, privacy }, given };
}

/** Changes the figures as well, if they differ from those of the workout as it now is. */
async function editFigures(
  tx: Transaction,
  { id, userId }: WorkoutRow,
  texts: Described,
  given: FigureChanges,
): Promise<WorkoutRow> {
  await tx.one(lockStats, [userId]);
  const current = await tx.one(workoutById, [userId, id]);
  if (!current) throw new Failure('NOT_FOUND');
  const next = await editedFigures(tx, current, given);
  if (!next) return edited(current, texts, await tx.one(updateWorkout, describedValues(id, texts)));
  const updated = await tx.one(updateWorkoutFigures, valuesOf({ id, ...texts, ...next.figures, ...next.efforts }));
  await tx.one(rebuildStats, [userId]);
  return { ...edited(current, texts, updated), ...next.figures };
}

function describedValues(id: number, { title, postBody, runType, privacy }: Described) {
  return [id, title, postBody, runType, privacy];
}

/** The workout as it is after the edit. @throws Failure NOT_FOUND when it was deleted at the same time */
function edited(workout: WorkoutRow, texts: Described, updated: { privacy: Privacy } | undefined): WorkoutRow {
  if (!updated) throw new Failure('NOT_FOUND');
  return {
    ...workout,
    title: texts.title ?? workout.title,
    postBody: texts.postBody ?? workout.postBody,
    runType: texts.runType ?? workout.runType,
    privacy: updated.privacy,
  };
}
