import { statement } from '../../platform/database/statement.ts';
import { visibleTo } from '../rules/visibility.ts';
import type { RunType } from './run-types.ts';

const belowWorkout = { all: 'of workouts that the reader was shown' };

/** The packed points of the workouts `$1`. Their visibility has been checked with the workouts. */
export const tracksByWorkoutIds = statement.read<{ workoutId: number; points: Uint8Array }>(
  'tracks_by_workout_ids',
  'select workout_id as "workoutId", points from workout_track where workout_id = any($1::bigint[])',
  belowWorkout,
);

/** The size in bytes of the points of the workouts `$1`, computed without reading them. */
export const trackSizesByWorkoutIds = statement.read<{ workoutId: number; bytes: number }>(
  'track_sizes_by_workout_ids',
  `select workout_id as "workoutId", octet_length(points) as bytes
   from workout_track where workout_id = any($1::bigint[])`,
  belowWorkout,
);

/** A workout of a GPX file. It has no id if the viewer may not see it, or may no longer see it. */
export type TrackInTurn =
  | { id: null }
  | { id: number; title: string; runType: RunType; runDate: string; points: Uint8Array | null };

/** The number of bytes of points that are read at once. A longer track is read alone. */
const bytesAtOnce = 400_000;

/**
 * The part of the workouts `$2` that viewer `$1` may see, in their order: the first one, and those after it that are
 * short.
 */
export const tracksInTurn = statement.read<TrackInTurn>(
  'tracks_in_turn',
  `select w.id, w.title, w.run_type as "runType", w.run_date as "runDate", t.points
   from (
     select i.id, i.index, sum(coalesce(octet_length(s.points), 0)) over (order by i.index) as upto
     from unnest($2::bigint[]) with ordinality i(id, index) left join workout_track s on s.workout_id = i.id
   ) sized
   left join workout w on w.id = sized.id and ${visibleTo('$1', 'w')}
   left join workout_track t on t.workout_id = w.id
   where sized.index = 1 or sized.upto <= ${bytesAtOnce}
   order by sized.index`,
  visibleTo,
);

/**
 * What changes with the GPX file of the workouts `$2`, as far as viewer `$1` may see them: which transactions have written them
 * and their tracks.
 */
export const trackVersions = statement.read<{ versions: string | null }>(
  'track_versions',
  `select string_agg(concat_ws(' ', w.id, w.xmin, t.xmin), ',' order by i.index) as versions
   from unnest($2::bigint[]) with ordinality i(id, index)
   join workout w on w.id = i.id and ${visibleTo('$1', 'w')}
   left join workout_track t on t.workout_id = w.id`,
  visibleTo,
);

const seen = `w.id = $2 and ${visibleTo('$1', 'w')}`;

/** `$1` is the viewer, and `$2` the workout. The result is its owner. */
export const runnerOfWorkout = statement.read<{ name: string }>(
  'runner_of_workout',
  `select u.first_name || ' ' || u.last_name as name from workout w join users u on u.id = w.user_id where ${seen}`,
  visibleTo,
);

/** `$1` is the viewer, and `$2` the workout. */
export const trackOfWorkout = statement.read<{ points: Uint8Array }>(
  'track_of_workout',
  `select t.points from workout w join workout_track t on t.workout_id = w.id where ${seen}`,
  visibleTo,
);
