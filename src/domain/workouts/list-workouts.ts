import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { workoutCountOfUser, workoutsOfUser, workoutsOfUserAfter } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** Which of a user's workouts are asked for; newest run first (decisions W12). */
interface WorkoutsRequest {
  userId: number;
  limit: number;
  offset: number;
  /** Only those after this one in the order. */
  after?: { runDate: string; id: number } | null;
}

/** A user's workouts as far as the viewer may see them. @throws Failure TOO_COSTLY when the request's lists are too long */
export function listWorkouts(context: Context, request: WorkoutsRequest): Promise<WorkoutRow[]> {
  const values = [viewerOf(context).id, request.userId, request.limit, request.offset];
  const { after } = request;
  return context.loaders.lines.read(request.limit, () =>
    after
      ? context.database.all(workoutsOfUserAfter, [...values, after.runDate, after.id])
      : context.database.all(workoutsOfUser, values),
  );
}

/** How many of a user's workouts the viewer may see. */
export async function countWorkouts(context: Context, userId: number): Promise<number> {
  return (await context.database.one(workoutCountOfUser, [viewerOf(context).id, userId]))?.count ?? 0;
}
