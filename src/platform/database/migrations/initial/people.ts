const tenths = (degrees: string) => `least(9, floor((${degrees} - floor(${degrees})) * 10)::int)`;
/**
 * The square of the grid that contains the place of a profile, as `gridSpot` in `src/domain/rules/grid.ts` computes it.
 */
const spot = `(((floor(location_lat)::int + 90) * 361 + floor(location_lng)::int + 180) * 100
  + ${tenths('location_lat')} * 10 + ${tenths('location_lng')})`;

/** The tables with one row for each account. */
export const people = [
  `create table profile (
    id bigint primary key constraint profile_id_foreign references users on update cascade on delete cascade,
    birth_date date,
    gender varchar(1) not null default '',
    weight numeric(6,2),
    weight_unit varchar(10) not null default 'pounds',
    location_name varchar(200) not null default '',
    location_lat double precision,
    location_lng double precision
  )`,
  `create index profile_of_spot on profile (${spot}, location_lat, location_lng, id)`,

  `create table preferences (
    id bigint primary key constraint preferences_id_foreign references users on update cascade on delete cascade,
    weekly_email_report boolean not null default false,
    monthly_email_report boolean not null default false,
    annually_email_report boolean not null default false,
    distance varchar(10) not null default 'miles',
    elevation varchar(10) not null default 'feet',
    timezone varchar(64) not null default 'UTC'
  )`,

  `create table stats (
    id bigint primary key constraint stats_id_foreign references users on update cascade on delete cascade,
    total_distance_in_meters numeric(14,2) not null default 0,
    max_distance_in_meters numeric(12,2),
    max_duration_in_seconds int,
    max_elevation_gain_in_meters numeric(8,2),
    latest_workout_date timestamptz(6),
    best_mile_duration_in_seconds int,
    best_5k_duration_in_seconds int,
    best_10k_duration_in_seconds int,
    best_half_marathon_duration_in_seconds int,
    best_marathon_duration_in_seconds int
  )`,

  `create table report (
    user_id bigint not null constraint report_user_id_foreign references users on delete cascade,
    kind varchar(7) not null,
    starts date not null,
    primary key (user_id, kind)
  )`,
];
