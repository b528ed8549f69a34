import { selectedTexts } from '../../platform/database/columns.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { isPresent, isShared } from '../rules/visibility.ts';
import { Workout } from './workout.entity.ts';

/** The values of a workout that are shared. */
export interface WorkoutToShare {
  title: string;
  postBody: string;
  durationInSeconds: number;
  distanceInMeters: number | null;
  /** The unit of the runner, `miles` or `kilometers`. */
  unit: string;
}

/** Workout `$1`, unless it is private: a workout that is shared with no one here is not shared elsewhere. */
export const workoutToShare = statement.read<WorkoutToShare>(
  'workout_to_share',
  sql`select ${selectedTexts(Workout, 'w', ['title', 'postBody', 'durationInSeconds', 'distanceInMeters'])}, r.distance as unit
   from workout w join preferences r on r.id = w.user_id where w.id = $1 and ${isShared('w')} and ${isPresent('w.user_id')}`,
  isShared,
);
