/** Charity events, their participants and sponsors. */
export const events = [
  `create table event (
    id bigserial primary key,
    name varchar(200) not null,
    event_logo text not null default '',
    home_url text not null,
    info_url text not null default '',
    start_date timestamp(6) not null,
    end_date timestamp(6) not null,
    amount_per_mile numeric(8,2) not null default 0,
    created_date timestamptz(6) not null default now()
  )`,

  `create table event_participant (
    id bigserial primary key,
    event_id bigint not null constraint event_participant_event_id_foreign references event on delete cascade,
    user_id bigint not null constraint event_participant_user_id_foreign references users on delete cascade,
    description text not null default '',
    user_goal_in_miles int,
    joined_date timestamptz(6) not null default now(),
    left_date timestamptz(6)
  )`,
  `create unique index event_participant_once on event_participant (event_id, user_id)`,
  `create index event_participant_of_user on event_participant (user_id, id desc)`,
  `create index event_participant_of_event on event_participant (event_id, id desc)`,

  `create table event_sponsor (
    id bigserial primary key,
    participant_id bigint not null
      constraint event_sponsor_participant_id_foreign references event_participant on delete cascade,
    user_id bigint not null constraint event_sponsor_user_id_foreign references users on delete cascade,
    name varchar(100) not null,
    amount_per_mile numeric(8,2) not null,
    created_date timestamptz(6) not null default now(),
    accepted_date timestamptz(6),
    post_id bigint constraint event_sponsor_post_id_foreign references post on delete set null
  )`,
  `create unique index event_sponsor_once on event_sponsor (participant_id, user_id)`,
  `create index event_sponsor_of_participant on event_sponsor (participant_id, id)`,
  `create index event_sponsor_user_id_index on event_sponsor (user_id)`,
  `create index event_sponsor_post_id_index on event_sponsor (post_id)`,
];
