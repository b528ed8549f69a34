import { statement } from '../../../platform/database/statement.ts';
import type { PreferencesRow } from '../preferences.queries.ts';
import type { ReportKind } from './period.ts';
import { isPresent } from '../../rules/visibility.ts';

/** Somebody whose report is due, and how they want it. */
export interface DueReport {
  id: number;
  email: string;
  firstName: string;
  distance: PreferencesRow['distance'];
  elevation: PreferencesRow['elevation'];
  timezone: string;
  /** Whether this transaction is the one that makes it. */
  claimed: boolean;
}

/** The column that asks for each kind. */
const columns: Record<ReportKind, string> = {
  weekly: 'weekly_email_report',
  monthly: 'monthly_email_report',
  annual: 'annually_email_report',
};

/** The time zones of those who want reports of a kind. */
const zonesOf = (kind: ReportKind) =>
  statement<{ timezone: string }>(
    `report_zones_${kind}`,
    `select distinct timezone from preferences where ${columns[kind]}`,
    { all: 'time zones alone, for the jobs that send reports' },
  );

/**
 * `$1` time zones, `$2` first day of the last period in each, `$3` limit: takes up to so many due reports. The row of
 * `report` decides who makes one, however many processes look; those at work on the same people pass each other by. Whoever
 * is just deleting their account is left out.
 */
const claimOf = (kind: ReportKind) =>
  statement<DueReport>(
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
 * `$1` user, `$2` kinds, `$3` first day of the last period of each: reports begin with the period that is running. Set
 * when a preference is switched on, lest the mail about last month comes in the middle of this one.
 */
export const beginReports = statement<{ starts: string }>(
  'begin_reports',
  `insert into report (user_id, kind, starts)
   select $1::bigint, k.kind, k.starts from unnest($2::text[], $3::date[]) k(kind, starts)
   on conflict (user_id, kind) do update set starts = greatest(report.starts, excluded.starts) returning starts`,
);

/** A user's figures of one period; meters and seconds. */
export interface Figures {
  id: number;
  workouts: number;
  distanceInMeters: number;
  durationInSeconds: number;
  longestInMeters: number | null;
  elevationGainInMeters: number;
  mile: number | null;
  fiveK: number | null;
  tenK: number | null;
  halfMarathon: number | null;
  marathon: number | null;
}

/** `$1` users, `$2` from, `$3` to for each: one row a user. */
export const figuresOfUsers = statement<Figures>(
  'report_figures',
  `select a.id, count(w.id)::int as workouts, coalesce(sum(w.distance_in_meters), 0) as "distanceInMeters",
     coalesce(sum(w.duration_in_seconds), 0) as "durationInSeconds", max(w.distance_in_meters) as "longestInMeters",
     coalesce(sum(w.elevation_gain_in_meters), 0) as "elevationGainInMeters",
     min(w.best_mile_duration_in_seconds) as mile, min(w.best_5k_duration_in_seconds) as "fiveK",
     min(w.best_10k_duration_in_seconds) as "tenK", min(w.best_half_marathon_duration_in_seconds) as "halfMarathon",
     min(w.best_marathon_duration_in_seconds) as marathon
   from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) a(id, start, stop)
   left join workout w on w.user_id = a.id and w.run_date >= a.start and w.run_date < a.stop
   group by a.id`,
  { all: "each runner's own figures, for the mail to that runner" },
);

/** `$1` user: whether each kind is switched on, with the row held until the transaction ends. */
export const lockPreferences = statement<Record<ReportKind, boolean> & { timezone: string }>(
  'lock_preferences',
  `select weekly_email_report as weekly, monthly_email_report as monthly, annually_email_report as annual, timezone
   from preferences where id = $1 for no key update`,
  { owner: 'id = $1' },
);

/** `$1` user. */
const turnOffOf = (kind: ReportKind) =>
  statement<{ id: number }>(
    `turn_off_reports_${kind}`,
    `update preferences set ${columns[kind]} = false where id = $1 returning id`,
  );

export const turnOffReports = everyKind(turnOffOf);
