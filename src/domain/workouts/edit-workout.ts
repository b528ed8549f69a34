import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { privacyAfter } from '../rules/visibility.ts';
import type { Privacy } from '../rules/visibility.ts';
import { ownWorkout } from './own-workout.ts';
import type { RunType } from './run-types.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** The fields that can be changed without a new track. Fields that are left out remain as they are. */
interface WorkoutChanges {
  title?: string | null;
  postBody?: string | null;
  runType?: RunType | null;
  privacy?: Privacy | null;
}

/**
 * `$1` is the workout, `$2` the title, `$3` the text, `$4` the run type, and `$5` the privacy. Null leaves a column as
 * it is.
 */
const updateWorkout = statement<{ id: number; privacy: Privacy }>(
  'update_workout',
  `with w as (
     update workout set title = coalesce($2::text, title), post_body = coalesce($3::text, post_body),
       run_type = coalesce($4::text, run_type), ${privacyAfter('$5')}
     where id = $1 returning id, privacy
   ), p as (
     update post set body = coalesce($3::text, body), ${privacyAfter('$5')}
     where workout_id = $1
   ), r as (
     update route set ${privacyAfter('$5')} where workout_id = $1 and $5::text is not null and not own_privacy
   ) select id, privacy from w`,
);

/**
 * Changes title, text, type or privacy of one's own workout and its post; a route that was made from it follows its
 * privacy. As long as staff hide the post, it stays private, and has the new privacy afterwards.
 * @throws Failure NOT_FOUND, NOT_YOURS, INVALID
 */
export async function editWorkout(context: Context, workoutId: number, changes: WorkoutChanges): Promise<WorkoutRow> {
  const workout = await ownWorkout(context, workoutId);
  const title = changes.title == null ? null : checkText(changes.title, 'title', 'title', true);
  const postBody = changes.postBody == null ? null : checkText(changes.postBody, 'postBody', 'text');
  const { runType = null, privacy = null } = changes;
  const updated = await context.database.one(updateWorkout, [workout.id, title, postBody, runType, privacy]);
  if (!updated) throw new Failure('NOT_FOUND');
  return {
    ...workout,
    title: title ?? workout.title,
    postBody: postBody ?? workout.postBody,
    runType: runType ?? workout.runType,
    privacy: updated.privacy,
  };
}
