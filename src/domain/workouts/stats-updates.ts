import { columnOf, columnsOf } from '../../platform/database/columns.ts';
import type { ColumnName } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { Stats } from '../people/stats.entity.ts';
import { bestEffortColumns } from './best-effort-columns.ts';
import type { BestEffortColumn } from './best-effort-columns.ts';
import { Workout } from './workout.entity.ts';

/** A column of stats that is computed from workouts. */
type Figure = Exclude<ColumnName<Stats>, 'userId'>;

/** A column of workouts whose value is known before the insertion. */
type Source = Exclude<ColumnName<Workout>, 'id' | 'startSlot' | 'createdDate'>;

/** How a figure is computed: the sum, the largest or the smallest value of a column of the workouts, with its type in SQL. */
interface Computed {
  by: 'sum' | 'max' | 'min';
  of: Source;
  type: 'numeric' | 'int' | 'timestamptz';
}

const bestTimes = Object.fromEntries(
  Object.values(bestEffortColumns).map((of): [string, Computed] => [of, { by: 'min', of, type: 'int' }]),
) as Record<BestEffortColumn, Computed>;

/** How each figure is computed (decisions R9). The compiler requires a line for each that is no best time. */
const computed: Readonly<Record<Figure, Computed>> = {
  totalDistanceInMeters: { by: 'sum', of: 'distanceInMeters', type: 'numeric' },
  maxDistanceInMeters: { by: 'max', of: 'distanceInMeters', type: 'numeric' },
  maxDurationInSeconds: { by: 'max', of: 'durationInSeconds', type: 'int' },
  maxElevationGainInMeters: { by: 'max', of: 'elevationGainInMeters', type: 'numeric' },
  latestWorkoutDate: { by: 'max', of: 'runDate', type: 'timestamptz' },
  ...bestTimes,
};

const names = columnsOf(Stats, { without: ['userId'] });

/** The columns of the figures, behind an alias with its dot. */
export const figures = (alias = '') => names.map((name) => alias + columnOf(Stats, name)).join(', ');

/** The figures of the workouts `w` of the user of `s`. */
export const computedFigures = `select ${names
  .map((name) => {
    const { by, of } = computed[name];
    const value = `${by}(${columnOf(Workout, of)})`;
    return by === 'sum' ? `coalesce(${value}, 0)` : value;
  })
  .join(', ')} from workout w where w.user_id = s.id`;

/** The assignments that add a workout to the figures. @param at the parameters with its values, by their columns */
export function addedTo(at: Readonly<Record<Source, string>>): string {
  const functions = { max: 'greatest', min: 'least' };
  return names
    .map((name) => {
      const { by, of, type } = computed[name];
      const [column, value] = [columnOf(Stats, name), `${at[of]}::${type}`];
      return `${column} = ${by === 'sum' ? `${column} + coalesce(${value}, 0)` : `${functions[by]}(${column}, ${value})`}`;
    })
    .join(', ');
}

/**
 * Locks the stats row of user `$1` until the transaction ends. Every change of a user's workouts begins with this lock,
 * so that the changes run one after the other: duplicates are detected (decisions R2), and the sums stay correct (R9).
 */
export const lockStats = statement.write<{ id: number }>('lock_stats', 'select id from stats where id = $1 for update');

/** Computes the stats of user `$1` again from the existing workouts (decisions R9). */
export const rebuildStats = statement.write<{ id: number }>(
  'rebuild_stats',
  `update stats s set (${figures()}) = (${computedFigures}) where s.id = $1 returning s.id`,
);
