import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { ownWorkout } from './own-workout.ts';
import { lockStats, rebuildStats } from './stats-updates.ts';

const removeWorkout = statement<{ id: number }>('remove_workout', 'delete from workout where id = $1 returning id');

/** Deletes one's own workout with its points and post. @throws Failure NOT_FOUND, NOT_YOURS */
export async function deleteWorkout(context: Context, workoutId: number): Promise<void> {
  const workout = await ownWorkout(context, workoutId);
  await context.database.transaction(async (tx) => {
    await tx.one(lockStats, [workout.userId]);
    const gone = await tx.one(removeWorkout, [workout.id]);
    if (!gone) throw new Failure('NOT_FOUND');
    await tx.one(rebuildStats, [workout.userId]);
  });
}
