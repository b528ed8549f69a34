import { invalid } from '../../errors.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { countOfWorkoutsFound, filterValues, rangeValues, workoutsFound } from './found-workouts.queries.ts';
import type { OrderKey, WorkoutFilter, WorkoutPageKey } from './found-workouts.queries.ts';
import { workoutCountOfUser, workoutIdsOfUser, workoutsOfUser, workoutsOfUserAfter } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** The orders of a list of workouts: by which value, and in which direction. */
export const workoutOrders = {
  run_date_desc: { by: 'run_date', direction: 'desc' },
  run_date_asc: { by: 'run_date', direction: 'asc' },
  distance_desc: { by: 'distance', direction: 'desc' },
  distance_asc: { by: 'distance', direction: 'asc' },
} as const satisfies Record<string, { by: OrderKey; direction: 'asc' | 'desc' }>;
export type WorkoutOrder = keyof typeof workoutOrders;

/** Selects workouts of a user; by default all of them, with the newest run first (decisions W12). */
interface WorkoutsRequest {
  userId: number;
  limit: number;
  offset: number;
  filter?: WorkoutFilter | null;
  orderBy?: WorkoutOrder | null;
  /** Returns only the workouts that follow this one in the order. */
  after?: WorkoutPageKey | null;
  /** Returns only the workouts that precede this one in the order. */
  before?: WorkoutPageKey | null;
  /** Whether the workouts are counted from the end of the list. They are still returned in its order. */
  fromEnd?: boolean;
  /** Whether their posts are read with them; by default they are. */
  posts?: boolean;
}

/** Returns the workouts of a user that the viewer may see. @throws Failure INVALID; TOO_COSTLY (`AnswerTexts`) */
export async function listWorkouts(context: Context, request: WorkoutsRequest): Promise<WorkoutRow[]> {
  const { userId, limit, offset, filter, orderBy, after, before, fromEnd = false, posts = true } = request;
  const viewerId = viewerOf(context).id;
  if (isFiltered(filter) || before || fromEnd || (orderBy ?? 'run_date_desc') !== 'run_date_desc')
    return findWorkouts(context, viewerId, request);
  const values = [viewerId, userId, limit, offset];
  const rows = posts ? 'withPosts' : 'alone';
  return after
    ? context.database.all(workoutsOfUserAfter[rows], [...values, after.key, after.id])
    : context.database.all(workoutsOfUser[rows], values);
}

/** Returns the ids of the workouts of a user that the viewer may see, with the newest run first. */
export async function listWorkoutIds(
  context: Context,
  { userId, limit, offset }: Pick<WorkoutsRequest, 'userId' | 'limit' | 'offset'>,
): Promise<number[]> {
  const rows = await context.database.all(workoutIdsOfUser, [viewerOf(context).id, userId, limit, offset]);
  return rows.map(({ id }) => id);
}

async function findWorkouts(context: Context, viewerId: number, request: WorkoutsRequest): Promise<WorkoutRow[]> {
  const { userId, limit, offset, filter, orderBy, after = null, before = null, fromEnd = false } = request;
  const { by, direction } = workoutOrders[orderBy ?? 'run_date_desc'];
  const [above, below] = direction === 'asc' ? [after, before] : [before, after];
  const rows = await context.database.all(workoutsFound[by][fromEnd === (direction === 'asc') ? 'desc' : 'asc'], [
    ...filterValues(viewerId, userId, checkedFilter(filter)),
    ...rangeValues(by, above, below),
    limit,
    offset,
  ]);
  return fromEnd ? rows.toReversed() : rows;
}

/** Returns the number of workouts of a user that the viewer may see, and that a filter selects. @throws Failure INVALID */
export async function countWorkouts(context: Context, userId: number, filter?: WorkoutFilter | null): Promise<number> {
  const viewerId = viewerOf(context).id;
  const counted = isFiltered(filter)
    ? await context.database.one(countOfWorkoutsFound, filterValues(viewerId, userId, checkedFilter(filter)))
    : await context.database.one(workoutCountOfUser, [viewerId, userId]);
  return counted?.count ?? 0;
}

function isFiltered(filter: WorkoutFilter | null | undefined): boolean {
  return Object.values(filter ?? {}).some((condition) => condition != null);
}

/** @throws Failure INVALID when it ends before it begins */
function checkedFilter(filter: WorkoutFilter | null | undefined): WorkoutFilter {
  const { from, to } = filter ?? {};
  if (from != null && to != null && to < from) throw invalid('filter.to', 'must not be before `from`');
  return filter ?? {};
}
