import { columnsOf, selectedTexts } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import type { Insertable } from '../../platform/database/insert.ts';
import { idsAt, limitAt, sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { hasAccount, visibleTo } from '../rules/visibility.ts';
import { bestEffortColumns } from './best-effort-columns.ts';
import { Workout } from './workout.entity.ts';

/** Columns that are not read with a workout. They are used for the order, the duplicates and the stats, or have a statement of their own. */
const unread = [
  'hiddenPrivacy',
  'pointsHash',
  'startSlot',
  'createdDate',
  'laps',
  ...Object.values(bestEffortColumns),
] as const;

/** The columns of a workout that are read: all except `unread`. */
export const readColumns = columnsOf(Workout, { without: unread });

/** A workout as it is read, from which the type `Workout` of GraphQL is made. */
export interface WorkoutRow extends Omit<Stored<Workout>, (typeof unread)[number]> {
  /** Null when the post was deleted and the workout remains. It is loaded for a workout that was read without its post. */
  postId?: number | null;
}

/** A workout that was just stored, in the form in which it is read. Nullable values that are missing become null. */
export function readRow({ id, postId, ...stored }: Insertable<Omit<WorkoutRow, 'id'>> & { id: number }): WorkoutRow {
  const columns: Partial<WorkoutRow> = stored;
  const row = Object.fromEntries(readColumns.map((name) => [name, columns[name] ?? null]));
  return { ...row, id, postId: postId ?? null } as WorkoutRow;
}

/** The columns of a workout `w` with its post `p`. */
export const workoutColumns = sql`${selectedTexts(Workout, 'w', readColumns)}, p.id as "postId"`;

export const fromWorkouts = 'from workout w left join post p on p.workout_id = w.id';
const visible = visibleTo('$1', 'w');
/** `visible` for the workouts of one user, `$2`: friendship, block and suspension are looked up once, and not for each row. */
const visibleOfUser = visibleTo('$1', 'w', '$2');
const newestFirst = 'order by w.run_date desc, w.id desc';

/** `$1` is the viewer, and `$2` the id of the workout. */
export const workoutById = statement.read<WorkoutRow>(
  'workout_by_id',
  sql`select ${workoutColumns} ${fromWorkouts} where w.id = $2 and ${visible}`,
  visibleTo,
);

/** `$1` is the viewer, and `$2` are ids of workouts. */
export const workoutsByIds = statement.read<WorkoutRow>(
  'workouts_by_ids',
  sql`select ${workoutColumns} ${fromWorkouts} where w.id = any(${idsAt(2)}) and ${visible} and ${hasAccount('$1')}`,
  visibleTo,
  hasAccount,
);

/** The posts of workouts `$2` that the viewer `$1` sees. */
export const postsOfWorkouts = statement.read<{ id: number; postId: number }>(
  'posts_of_workouts',
  `select w.id, p.id as "postId" from workout w join post p on p.workout_id = w.id
   where w.id = any($2::bigint[]) and ${visible} and ${hasAccount('$1')}`,
  visibleTo,
  hasAccount,
);

/** @param condition of a workout `w` besides those of the list */
function pagesOfUser(name: string, condition = '') {
  const rows = sql`where w.user_id = $2 and ${visibleOfUser} ${condition} ${newestFirst} limit ${limitAt(3)} offset $4`;
  return {
    withPosts: statement.read<WorkoutRow>(name, sql`select ${workoutColumns} ${fromWorkouts} ${rows}`, visibleTo),
    // Looking the posts up takes as long as everything else of a page (docs/performance.md#lists-of-workouts).
    alone: statement.read<WorkoutRow>(
      `${name}_alone`,
      sql`select ${selectedTexts(Workout, 'w', readColumns)} from workout w ${rows}`,
      visibleTo,
    ),
  };
}

/** `$1` is the viewer, `$2` the user, `$3` the limit, and `$4` the offset. */
export const workoutsOfUser = pagesOfUser('workouts_of_user');

/** A page of workouts after the cursor of `$5` run date and `$6` id. */
export const workoutsOfUserAfter = pagesOfUser(
  'workouts_of_user_after',
  'and (w.run_date, w.id) < ($5::timestamptz, $6::bigint)',
);

/** Takes the values of `workoutsOfUser`. */
export const workoutIdsOfUser = statement.read<{ id: number }>(
  'workout_ids_of_user',
  `select w.id from workout w where w.user_id = $2 and ${visibleOfUser} ${newestFirst} limit $3 offset $4`,
  visibleTo,
);

/** `$1` is the viewer, and `$2` the user. */
export const workoutCountOfUser = statement.read<{ count: number }>(
  'workout_count_of_user',
  `select count(*) as count from workout w where w.user_id = $2 and ${visibleOfUser}`,
  visibleTo,
);
