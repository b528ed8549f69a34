import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { workoutById } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** Returns a workout, or null if there is none that the viewer may see (decisions R12). */
export async function findWorkout(context: Context, workoutId: number): Promise<WorkoutRow | null> {
  return (await context.database.one(workoutById, [viewerOf(context).id, workoutId])) ?? null;
}
