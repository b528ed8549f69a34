import { columnOf, columnsOf, selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';
import { Stats } from './stats.entity.ts';

/** Figures that are 0 without a workout. */
const zero = ['maxDistanceInMeters', 'maxDurationInSeconds', 'maxElevationGainInMeters'] as const;
/** The figure that is read in whole meters. */
const whole = 'totalDistanceInMeters';

/** The figures of a user as they are read (decisions R9). */
export interface StatsRow
  extends Omit<Stored<Stats>, 'userId' | (typeof zero)[number]>, Record<(typeof zero)[number], number> {
  id: number;
  avgWeeklyDistanceInMeters: number;
}

const asRead = columnsOf(Stats, { without: ['userId', whole, ...zero] });

const ofNobody = Object.fromEntries([
  ...asRead.map((name) => [name, null]),
  ...[whole, ...zero, 'avgWeeklyDistanceInMeters'].map((name) => [name, 0]),
]) as Omit<StatsRow, 'id'>;
/** The figures of somebody whom the viewer meets, in a comment for example, but may not see: those of a new account. */
export const statsOfNobody = (id: number): StatsRow => ({ id, ...ofNobody });

/**
 * `$1` is the viewer, `$2` are ids of users, and `$3` is the current time. The weekly average is the sum of the last 28
 * days divided by the number of weeks begun since the first workout in them, 1 to 4 (R9). It depends on the current
 * time, so it is computed here, with the index of a user's workouts.
 */
export const statsByIds = statement.read<StatsRow>(
  'stats_by_ids',
  `select s.id, trunc(s.${columnOf(Stats, whole)}) as "${whole}",
     ${zero.map((name) => `coalesce(s.${columnOf(Stats, name)}, 0) as "${name}"`).join(', ')},
     ${selected(Stats, 's', asRead)},
     coalesce((
       select trunc(sum(w.distance_in_meters)
         / greatest(1, least(4, ceil(extract(epoch from ($3::timestamptz - min(w.run_date))) / 604800))))
       from workout w where w.user_id = s.id and w.run_date > $3::timestamptz - interval '28 days'
         and w.run_date <= $3::timestamptz
     ), 0) as "avgWeeklyDistanceInMeters"
   from stats s where s.id = any($2::bigint[]) and ${userVisibleTo('$1', 's.id')}`,
  userVisibleTo,
  { all: 'the figures count all runs (decisions R17)' },
);
