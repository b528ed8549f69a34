import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { ownWorkout } from './own-workout.ts';
import { lockStats, rebuildStats } from './stats-updates.ts';
import { Workout } from './workout.entity.ts';

/** Deletes a workout of the viewer with its points and post. Returns the id of the post, if there was one. @throws Failure NOT_FOUND, NOT_YOURS */
export async function deleteWorkout(context: Context, workoutId: number): Promise<number | null> {
  const workout = await ownWorkout(context, workoutId);
  await context.database.transaction(async (tx) => {
    await tx.one(lockStats, [workout.userId]);
    const removed = await (await tx.em()).nativeDelete(Workout, workout.id);
    if (removed === 0) throw new Failure('NOT_FOUND');
    await tx.one(rebuildStats, [workout.userId]);
  });
  return workout.postId ?? null;
}
