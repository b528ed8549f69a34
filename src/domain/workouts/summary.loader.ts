import DataLoader from 'dataloader';
import type { Queries } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { visibleTo } from '../rules/visibility.ts';
import { dividedInto } from './summary-periods.ts';
import type { CalendarPeriod, Days } from './summary-periods.ts';

/** Sums over the runs of some days. A distance or elevation gain that is not known counts as 0. */
export interface PeriodSums extends Days {
  workoutCount: number;
  distanceInMeters: number;
  durationInSeconds: number;
  elevationGainInMeters: number;
}

/** The sums of a user over some days, and over each period in them. */
export interface SummaryOfWorkouts {
  total: PeriodSums;
  periods: PeriodSums[];
}

interface SummaryOf extends Days {
  userId: number;
  by: CalendarPeriod;
}

/** Loads summaries. Those of one tick that differ only in their users are loaded by one statement. */
export type SummaryLoader = DataLoader<SummaryOf, SummaryOfWorkouts, string>;

interface SumsRow extends Omit<PeriodSums, 'from' | 'to'> {
  userId: number;
  /** The first day of the period, which may be before the first day of the summary. */
  starts: string;
}

/**
 * `$1` is the viewer, `$2` are ids of users, `$3` and `$4` are the first and the last day, and `$5` is `day`, `week`, `month` or
 * `year`. A run belongs to the day on which it began in the time zone of the runner. No zone differs from UTC by more than a
 * day, so that the runs are found with the index of a user's workouts.
 */
const sumsOfWorkouts = statement.read<SumsRow>(
  'sums_of_workouts',
  `select w.user_id as "userId", date_trunc($5::text, l.began)::date::text as starts, count(*) as "workoutCount",
     coalesce(sum(w.distance_in_meters), 0) as "distanceInMeters",
     sum(w.duration_in_seconds) as "durationInSeconds",
     coalesce(sum(w.elevation_gain_in_meters), 0) as "elevationGainInMeters"
   from workout w left join preferences pr on pr.id = w.user_id
     cross join lateral (select local_time(w.run_date, coalesce(pr.timezone, 'UTC')) as began offset 0) l
   where w.user_id = any($2::bigint[]) and ${visibleTo('$1', 'w')}
     and w.run_date >= ($3::date - 2)::timestamp at time zone 'UTC'
     and w.run_date < ($4::date + 3)::timestamp at time zone 'UTC'
     and l.began >= $3::date and l.began < $4::date + 1
   group by w.user_id, date_trunc($5::text, l.began)`,
  visibleTo,
);

export function summaryLoader(database: Queries, viewerId: number): SummaryLoader {
  const nameOf = ({ from, to, by }: SummaryOf) => `${from} ${to} ${by}`;
  return new DataLoader<SummaryOf, SummaryOfWorkouts, string>(
    async (keys) => {
      const alike = Map.groupBy(keys, nameOf);
      const found = await Promise.all(
        [...alike].map(async ([name, group]) => {
          const { from, to, by } = group[0] as SummaryOf;
          const ids = group.map(({ userId }) => userId);
          const rows = await database.all(sumsOfWorkouts, [viewerId, ids, from, to, by]);
          return [name, Map.groupBy(rows, ({ userId }) => userId)] as const;
        }),
      );
      const rowsOf = new Map(found);
      return keys.map((key) => summaryOf(key, rowsOf.get(nameOf(key))?.get(key.userId) ?? []));
    },
    { cacheKeyFn: (key) => `${key.userId} ${nameOf(key)}` },
  );
}

function summaryOf({ from, to, by }: SummaryOf, rows: SumsRow[]): SummaryOfWorkouts {
  const sums = rows.toSorted((one, other) => (one.starts < other.starts ? -1 : 1));
  let next = 0;
  const periods = dividedInto({ from, to }, by).map((days) => {
    const row = sums[next];
    // The first period begins where the days begin, and the others as in the database.
    if (!row || row.starts > days.to) return { ...none, ...days };
    next += 1;
    const { userId: _user, starts: _starts, ...figures } = row;
    return { ...figures, ...days };
  });
  return { total: periods.reduce(added, { ...none, from, to }), periods };
}

const none = { workoutCount: 0, distanceInMeters: 0, durationInSeconds: 0, elevationGainInMeters: 0 };

function added(one: PeriodSums, other: PeriodSums): PeriodSums {
  return {
    ...one,
    workoutCount: one.workoutCount + other.workoutCount,
    distanceInMeters: cents(one.distanceInMeters + other.distanceInMeters),
    durationInSeconds: one.durationInSeconds + other.durationInSeconds,
    elevationGainInMeters: cents(one.elevationGainInMeters + other.elevationGainInMeters),
  };
}

/** Removes what floating-point sums of two decimal places are off by. */
function cents(meters: number): number {
  return Math.round(meters * 100) / 100;
}
