import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { workoutCountOfUser, workoutsOfUser, workoutsOfUserAfter } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** Selects workouts of a user, with the newest run first (decisions W12). */
interface WorkoutsRequest {
  userId: number;
  limit: number;
  offset: number;
  /** Returns only the workouts that follow this one in the order. */
  after?: { runDate: string; id: number } | null;
}

/**
 * Returns the workouts of a user that the viewer may see. @throws Failure TOO_COSTLY when the lists of the request are
 * too long
 */
export function listWorkouts(context: Context, request: WorkoutsRequest): Promise<WorkoutRow[]> {
  const values = [viewerOf(context).id, request.userId, request.limit, request.offset];
  const { after } = request;
  return context.loaders.lines.read(request.limit, () =>
    after
      ? context.database.all(workoutsOfUserAfter, [...values, after.runDate, after.id])
      : context.database.all(workoutsOfUser, values),
  );
}

/** Returns the number of workouts of a user that the viewer may see. */
export async function countWorkouts(context: Context, userId: number): Promise<number> {
  return (await context.database.one(workoutCountOfUser, [viewerOf(context).id, userId]))?.count ?? 0;
}
