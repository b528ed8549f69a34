import { columnsOf } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { insertInto, namedParameters } from '../../platform/database/insert.ts';
import type { Insertable } from '../../platform/database/insert.ts';
import { statement } from '../../platform/database/statement.ts';
import type { SqlValue } from '@runners/postgres';
import type { Statement } from '../../platform/database/statement.ts';
import { spotOfUser } from '../rules/grid.ts';
import { Post } from '../feed/post.entity.ts';
import { recordingParameters, recordingParts } from './stored-recording.ts';
import type { RecordingValues } from './stored-recording.ts';
import { addedTo } from './stats-updates.ts';
import { WorkoutTrack } from './workout-track.entity.ts';
import { Workout } from './workout.entity.ts';

/** The result of the insertion: the new ids, or the id of the existing workout. */
interface Inserted {
  id: number | null;
  postId: number | null;
  existing: number | null;
  /** Whether the original file is kept, if one was sent. */
  originalKept?: boolean;
}

/** Columns whose values the database generates. */
const filled = ['id', 'startSlot', 'createdDate'] as const;

/** A workout as it is stored, with its packed points, or null if it has none. */
export type InsertedWorkout = Omit<Stored<Workout>, (typeof filled)[number]> & { points: Uint8Array | null };

const columns = columnsOf(Workout, { without: filled });
/** The parameters of all insertions; those of a recording come last, because some of them do not have these. */
const { at, valuesOf } = namedParameters([...columns, 'points', ...recordingParameters]);

/**
 * The values that insertions take. Those of `insertions.plain` have no `recording`.
 */
export function insertedValues(workout: Insertable<InsertedWorkout>, recording: RecordingValues | null): SqlValue[] {
  const values = valuesOf({ ...workout, ...recording });
  return recording ? values : values.slice(0, -recordingParameters.length);
}

/** The start second of a time, as in the unique index `workout_start`. */
const secondOf = (moment: string) => `date_trunc('second', ${moment} at time zone 'UTC')`;

/** A condition that a workout begins in the second of a time, which uses the index `workout_start`. */
export const startsWith = (moment: string, runDate = 'run_date') =>
  `${secondOf(runDate)} = ${secondOf(`${moment}::timestamptz`)}`;

/** The other workouts of the user with the same start second. */
const sameStart = `from workout where user_id = ${at.userId} and ${startsWith(at.runDate)}`;

const newWorkout = Object.fromEntries(columns.map((name) => [name, at[name]]));

/**
 * A statement that takes `insertedValues`.
 * @param duplicate query for the id of the existing workout
 * @param slot number among the workouts of the same start second
 * @param recorded whether it also stores sensors and the original file
 */
function insertion(name: string, duplicate: string, slot: string, recorded: boolean) {
  return statement.write<Inserted>(
    recorded ? `${name}_recorded` : name,
    `with duplicate as (${duplicate}), w as (
       ${insertInto(Workout, { ...newWorkout, startSlot: slot })}
       where not exists (select 1 from duplicate)
       on conflict do nothing
       returning id, user_id, post_body, privacy, created_date
     ), t as (
       ${insertInto(WorkoutTrack, { workoutId: 'id', points: `${at.points}::bytea` })}
       from w where ${at.points}::bytea is not null
     ), p as (
       ${insertInto(Post, {
         authorId: 'w.user_id',
         workoutId: 'w.id',
         body: 'w.post_body',
         privacy: 'w.privacy',
         createdDate: 'w.created_date',
         spot: spotOfUser(at.userId),
       })} from w
       returning id
     ), s as (
       update stats set ${addedTo(at)}
       where id = ${at.userId} and exists (select 1 from w)
       ${recorded ? 'returning id' : ''}
     ) ${recorded ? `, ${recordingParts(at, at.userId)}` : ''}
     select (select id from w) as id, (select id from p) as "postId", (select id from duplicate) as existing
       ${recorded ? ', exists (select 1 from o) as "originalKept"' : ''}`,
  );
}

/** The two insertions of a workout, which take `insertedValues`. */
interface Insertions {
  /**
   * Inserts a workout with its points, its post and its part of the stats, if the user has no workout with the same
   * start second. It is one statement with its own transaction. When the same upload is sent several times at once, the
   * unique index `workout_start` admits one.
   */
  firstOfSecond: Statement<Inserted>;
  /**
   * Inserts a workout beside others of the same start second, unless it is a duplicate (decisions R2): it has the same
   * points, or its distance is within 1 m and its duration within 1 s. It runs under `lockStats`, so that no other
   * workout is added between comparison and insertion.
   */
  another: Statement<Inserted>;
}

function insertionsOf(recorded: boolean): Insertions {
  return {
    firstOfSecond: insertion('insert_first_of_second', `select id ${sameStart} limit 1`, '0', recorded),
    another: insertion(
      'insert_another',
      `select id ${sameStart} and (points_hash = ${at.pointsHash}::bytea or (abs(duration_in_seconds - ${at.durationInSeconds}::int) <= 1
     and abs(coalesce(distance_in_meters, -1000) - coalesce(${at.distanceInMeters}::numeric, -1000)) <= 1)) order by id limit 1`,
      `(select coalesce(max(start_slot) + 1, 0) ${sameStart})`,
      recorded,
    ),
  };
}

/** The insertions of workouts without and with sensors or an original file. The former have fewer parts. */
export const insertions = { plain: insertionsOf(false), recorded: insertionsOf(true) } as const;
