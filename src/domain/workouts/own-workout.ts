import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { mustOwn } from '../rules/ownership.ts';
import { workoutById } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/**
 * Returns a workout that the viewer may change. @throws Failure NOT_FOUND when it is not visible, NOT_YOURS when it
 * belongs to another user
 */
export async function ownWorkout(context: Context, workoutId: number): Promise<WorkoutRow> {
  const viewer = viewerOf(context);
  const workout = await context.database.one(workoutById, [viewer.id, workoutId]);
  if (!workout) throw new Failure('NOT_FOUND');
  mustOwn(viewer.id, workout.userId);
  return workout;
}
