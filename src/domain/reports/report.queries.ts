import { columnOf } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import type { BestEfforts } from '@runners/recordings';
import { bestEffortColumns } from '../workouts/best-effort-columns.ts';
import { Workout } from '../workouts/workout.entity.ts';
import type { PreferencesRow } from '../people/preferences.queries.ts';
import type { ReportKind } from './period.ts';
import { isPresent } from '../rules/visibility.ts';

/** A user whose report is due, with the settings for it. */
export interface DueReport {
  id: number;
  email: string;
  firstName: string;
  distance: PreferencesRow['distance'];
  elevation: PreferencesRow['elevation'];
  timezone: string;
  /** Whether this transaction has to create the report. */
  claimed: boolean;
}

/** The column of the preference for each kind. */
const columns: Record<ReportKind, string> = {
  weekly: 'weekly_email_report',
  monthly: 'monthly_email_report',
  annual: 'annually_email_report',
};

/** The time zones of users who receive reports of a kind. */
const zonesOf = (kind: ReportKind) =>
  statement.read<{ timezone: string }>(
    `report_zones_${kind}`,
    `select distinct timezone from preferences where ${columns[kind]}`,
    { all: 'time zones alone, for the jobs that send reports' },
  );

/**
 * `$1` are time zones, `$2` is the first day of the last period in each, and `$3` the limit. The statement claims up to
 * that many due reports. The row of `report` decides which process creates a report; concurrent processes skip each
 * other's users. Users who are deleting their accounts are left out.
 */
const claimOf = (kind: ReportKind) =>
  statement.write<DueReport>(
    `claim_reports_${kind}`,
    `with due as (
       select u.id, u.email, u.first_name, f.distance, f.elevation, f.timezone, z.starts
       from unnest($1::text[], $2::date[]) z(zone, starts)
       join preferences f on f.timezone = z.zone join users u on u.id = f.id
       left join report r on r.user_id = f.id and r.kind = '${kind}'
       where f.${columns[kind]} and (r.starts is null or r.starts < z.starts) and ${isPresent('u.id')}
       order by u.id limit $3 for no key update of f skip locked for key share of u skip locked
     ), claimed as (
       insert into report (user_id, kind, starts) select id, '${kind}', starts from due order by id
       on conflict (user_id, kind) do update set starts = excluded.starts where report.starts < excluded.starts
       returning user_id
     )
     select d.id, d.email, d.first_name as "firstName", d.distance, d.elevation, d.timezone,
       exists (select 1 from claimed c where c.user_id = d.id) as claimed
     from due d order by d.id`,
  );

const everyKind = <Made>(make: (kind: ReportKind) => Made): Record<ReportKind, Made> => ({
  weekly: make('weekly'),
  monthly: make('monthly'),
  annual: make('annual'),
});

export const reportZones = everyKind(zonesOf);
export const claimReports = everyKind(claimOf);

/**
 * `$1` is the user, `$2` are the kinds, and `$3` is the first day of the last period of each. It is executed when a
 * preference is turned on, so that reports begin with the current period, and no mail about the last month is sent in
 * the middle of this one.
 */
export const beginReports = statement.write<{ starts: string }>(
  'begin_reports',
  `insert into report (user_id, kind, starts)
   select $1::bigint, k.kind, k.starts from unnest($2::text[], $3::date[]) k(kind, starts)
   on conflict (user_id, kind) do update set starts = greatest(report.starts, excluded.starts) returning starts`,
);

/** The figures of a user for one period, in meters and seconds. */
export interface Figures extends BestEfforts {
  id: number;
  workouts: number;
  distanceInMeters: number;
  durationInSeconds: number;
  longestInMeters: number | null;
  elevationGainInMeters: number;
}

const bestTimes = Object.entries(bestEffortColumns).map(
  ([distance, name]) => `min(w.${columnOf(Workout, name)}) as "${distance}"`,
);

/** `$1` are users, `$2` is the beginning and `$3` the end for each. Each user has one row. */
export const figuresOfUsers = statement.read<Figures>(
  'report_figures',
  `select a.id, count(w.id)::int as workouts, coalesce(sum(w.distance_in_meters), 0) as "distanceInMeters",
     coalesce(sum(w.duration_in_seconds), 0) as "durationInSeconds", max(w.distance_in_meters) as "longestInMeters",
     coalesce(sum(w.elevation_gain_in_meters), 0) as "elevationGainInMeters",
     ${bestTimes.join(', ')}
   from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) a(id, start, stop)
   left join workout w on w.user_id = a.id and w.run_date >= a.start and w.run_date < a.stop
   group by a.id`,
  { all: "each runner's own figures, for the mail to that runner" },
);

/** `$1` is the user. The result is whether each kind is turned on. The row is locked until the transaction ends. */
export const lockPreferences = statement.write<Record<ReportKind, boolean> & { timezone: string }>(
  'lock_preferences',
  `select weekly_email_report as weekly, monthly_email_report as monthly, annually_email_report as annual, timezone
   from preferences where id = $1 for no key update`,
  { owner: 'id = $1' },
);

/** `$1` is the user. */
const turnOffOf = (kind: ReportKind) =>
  statement.write<{ id: number }>(
    `turn_off_reports_${kind}`,
    `update preferences set ${columns[kind]} = false where id = $1 returning id`,
  );

export const turnOffReports = everyKind(turnOffOf);
