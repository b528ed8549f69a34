import type { SqlValue } from '@runners/postgres';
import type { Statement } from '../../platform/database/statement.ts';
import { limitAt, sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Privacy } from '../rules/visibility.ts';
import { visibleTo } from '../rules/visibility.ts';
import type { RunType } from './run-types.ts';
import { distanceKey } from './workout.entity.ts';
import { fromWorkouts, workoutColumns } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** Selects some of the workouts of a user. Conditions that are left out or null select all. */
export interface WorkoutFilter {
  /** Only runs that began at this moment or later. */
  from?: string | null;
  /** Only runs that began before this moment, so that consecutive ranges have no run in common. */
  to?: string | null;
  runType?: RunType | null;
  privacy?: Privacy | null;
  /** Whether there are recorded points. */
  hasRoute?: boolean | null;
}

/** The values by which workouts can be ordered. Each has an index of the workouts of a user, which is read in both directions. */
const orderKeys = {
  run_date: { value: 'w.run_date', type: 'timestamptz', lowest: '-infinity', highest: 'infinity' },
  distance: { value: distanceKey('w.'), type: 'numeric', lowest: '-2', highest: '1e12' },
} as const;
export type OrderKey = keyof typeof orderKeys;

/** A position in a list of workouts: the value by which it is ordered, and the id of the workout that has it. */
export interface WorkoutPageKey {
  key: string;
  id: number;
}

const began = 'w.run_date >= $3::timestamptz and w.run_date < $4::timestamptz';
/**
 * The condition in a form for which PostgreSQL uses no index. In a plan for any values it takes a range for narrow, and would read and
 * sort all runs of the user instead of the first ones in the order of another index.
 */
const beganUnindexed = `(${began}) is true`;

const filtered = (inTime: string) => `w.user_id = $2 and ${visibleTo('$1', 'w')} and ${inTime}
   and ($5::text is null or w.run_type = $5::text) and ($6::text is null or w.privacy = $6::text)
   and ($7::boolean is null or (w.points_hash is not null) = $7::boolean)`;

function found(orderKey: OrderKey, direction: 'asc' | 'desc'): Statement<WorkoutRow> {
  const { value, type } = orderKeys[orderKey];
  return statement.read<WorkoutRow>(
    `workouts_found_by_${orderKey}_${direction}`,
    sql`select ${workoutColumns} ${fromWorkouts} where ${filtered(orderKey === 'run_date' ? began : beganUnindexed)}
   and (${value}, w.id) > ($8::${type}, $9::bigint) and (${value}, w.id) < ($10::${type}, $11::bigint)
   order by ${value} ${direction}, w.id ${direction} limit ${limitAt(12)} offset $13`,
    visibleTo,
  );
}

/** Take the values of `filterValues`, `rangeValues`, the limit, and the offset. */
export const workoutsFound = {
  run_date: { asc: found('run_date', 'asc'), desc: found('run_date', 'desc') },
  distance: { asc: found('distance', 'asc'), desc: found('distance', 'desc') },
} as const;

/** Takes the values of `filterValues`. */
export const countOfWorkoutsFound = statement.read<{ count: number }>(
  'count_of_workouts_found',
  `select count(*) as count from workout w where ${filtered(began)}`,
  visibleTo,
);

/** The values of a filter: the viewer, the user, and the conditions. */
export function filterValues(viewerId: number, userId: number, filter: WorkoutFilter): SqlValue[] {
  const { from, to, runType, privacy, hasRoute } = filter;
  return [viewerId, userId, from ?? '-infinity', to ?? 'infinity', runType ?? null, privacy ?? null, hasRoute ?? null];
}

/** The values between which the keys of a page are. Null stands for an end of the list. */
export function rangeValues(
  orderKey: OrderKey,
  above: WorkoutPageKey | null,
  below: WorkoutPageKey | null,
): SqlValue[] {
  const { lowest, highest } = orderKeys[orderKey];
  return [above?.key ?? lowest, above?.id ?? 0, below?.key ?? highest, below?.id ?? 0];
}
