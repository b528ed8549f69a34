/** Workouts and their tracks. */
export const workouts = [
  `create table workout (
    id bigserial primary key,
    user_id bigint not null constraint workout_user_id_foreign references users on delete cascade,
    title varchar(200) not null,
    post_body text not null default '',
    run_date timestamptz(6) not null,
    run_type varchar(12) not null,
    source_type varchar(100),
    duration_in_seconds int not null,
    distance_in_meters numeric(12,2),
    elevation_gain_in_meters numeric(8,2),
    privacy varchar(7) not null,
    source varchar(12) not null,
    points_hash bytea,
    polyline text not null default '',
    best_mile_duration_in_seconds int,
    best_5k_duration_in_seconds int,
    best_10k_duration_in_seconds int,
    best_half_marathon_duration_in_seconds int,
    best_marathon_duration_in_seconds int,
    created_date timestamptz(6) not null default now(),
    start_slot smallint not null default 0
  )`,
  `create index workout_of_user on workout (user_id, run_date desc, id desc)`,
  // Two uploads of the same run are one workout. Other workouts that start in the same second take the next slot
  // (decisions R2).
  `create unique index workout_start on workout (user_id, date_trunc('second', run_date at time zone 'UTC'), start_slot)`,

  `create table workout_track (
    workout_id bigint primary key
      constraint workout_track_workout_id_foreign references workout on update cascade on delete cascade,
    points bytea not null
  )`,
];
