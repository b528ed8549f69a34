import { Migration } from '@mikro-orm/migrations';

export class First extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "users" ("id" bigserial primary key, "username" varchar(40) not null, "email" varchar(254) not null, "password_hash" text null, "first_name" varchar(100) not null, "last_name" varchar(100) not null, "date_joined" timestamptz(6) not null default now(), "is_featured" boolean not null default false, "is_staff" boolean not null default false, "image_key" varchar(100) null);`);
    this.addSql(`alter table "users" add constraint "users_username_unique" unique ("username");`);
    this.addSql(`create unique index users_email_unique on users (lower(email));`);
    this.addSql(`create index users_featured on users (id) where is_featured;`);

    this.addSql(`create table "stats" ("id" bigint not null, "total_distance_in_meters" numeric(14,2) not null default 0, "max_distance_in_meters" numeric(12,2) null, "max_duration_in_seconds" int null, "max_elevation_gain_in_meters" numeric(8,2) null, "latest_workout_date" timestamptz(6) null, "best_mile_duration_in_seconds" int null, "best_5k_duration_in_seconds" int null, "best_10k_duration_in_seconds" int null, "best_half_marathon_duration_in_seconds" int null, "best_marathon_duration_in_seconds" int null, primary key ("id"));`);

    this.addSql(`create table "profile" ("id" bigint not null, "birth_date" date null, "gender" varchar(1) not null default '', "weight" numeric(6,2) null, "weight_unit" varchar(10) not null default 'pounds', "location_name" varchar(200) not null default '', "location_lat" double precision null, "location_lng" double precision null, primary key ("id"));`);

    this.addSql(`create table "preferences" ("id" bigint not null, "weekly_email_report" boolean not null default false, "monthly_email_report" boolean not null default false, "annually_email_report" boolean not null default false, "distance" varchar(10) not null default 'miles', "elevation" varchar(10) not null default 'feet', "timezone" varchar(64) not null default 'UTC', primary key ("id"));`);

    this.addSql(`create table "password_reset" ("token_hash" bytea not null, "user_id" bigint not null, "expires_date" timestamptz(6) not null, primary key ("token_hash"));`);
    this.addSql(`create index "password_reset_user_id_index" on "password_reset" ("user_id");`);

    this.addSql(`create table "friendship" ("id" bigserial primary key, "user1_id" bigint not null, "user2_id" bigint not null, "created_date" timestamptz(6) not null default now(), "accepted_date" timestamptz(6) null);`);
    this.addSql(`create index "friendship_user2_id_index" on "friendship" ("user2_id");`);
    this.addSql(`create unique index friendship_of_pair on friendship (least(user1_id, user2_id), greatest(user1_id, user2_id));`);
    this.addSql(`create index "friendship_user1" on "friendship" ("user1_id");`);

    this.addSql(`create table "friend_edge" ("user_id" bigint not null, "friend_id" bigint not null, primary key ("user_id", "friend_id"));`);
    this.addSql(`create index "friend_edge_friend_id_index" on "friend_edge" ("friend_id");`);

    this.addSql(`create table "api_key" ("id" bigserial primary key, "user_id" bigint not null, "key_hash" bytea not null, "label" varchar(200) not null default '', "created_date" timestamptz(6) not null default now());`);
    this.addSql(`create index "api_key_user_id_index" on "api_key" ("user_id");`);
    this.addSql(`alter table "api_key" add constraint "api_key_key_hash_unique" unique ("key_hash");`);

    this.addSql(`create table "workout" ("id" bigserial primary key, "user_id" bigint not null, "title" varchar(200) not null, "post_body" text not null default '', "run_date" timestamptz(6) not null, "run_type" varchar(12) not null, "source_type" varchar(100) null, "duration_in_seconds" int not null, "distance_in_meters" numeric(12,2) null, "elevation_gain_in_meters" numeric(8,2) null, "privacy" varchar(7) not null, "source" varchar(12) not null, "points_hash" bytea null, "polyline" text not null default '', "best_mile_duration_in_seconds" int null, "best_5k_duration_in_seconds" int null, "best_10k_duration_in_seconds" int null, "best_half_marathon_duration_in_seconds" int null, "best_marathon_duration_in_seconds" int null, "created_date" timestamptz(6) not null default now());`);
    this.addSql(`create index workout_of_user on workout (user_id, run_date desc, id desc);`);

    this.addSql(`create table "post" ("id" bigserial primary key, "author_id" bigint not null, "workout_id" bigint null, "body" text not null default '', "privacy" varchar(7) not null, "created_date" timestamptz(6) not null default now(), "comment_count" int not null default 0, "likers" bigint[] not null default '{}', "post_type" varchar(40) null, "extra" jsonb null, "cell" int null);`);
    this.addSql(`alter table "post" add constraint "post_workout_id_unique" unique ("workout_id");`);
    this.addSql(`create index post_by_author on post (author_id, id desc);`);
    this.addSql(`create index post_for_friends on post (author_id, id desc) where privacy in ('public', 'friends');`);
    this.addSql(`create index post_public on post (author_id, id desc) where privacy = 'public';`);
    this.addSql(`create index post_local on post (cell, id desc) where privacy = 'public' and cell is not null;`);

    this.addSql(`create table "workout_track" ("workout_id" bigint not null, "points" bytea not null, primary key ("workout_id"));`);

    this.addSql(`alter table "stats" add constraint "stats_id_foreign" foreign key ("id") references "users" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "profile" add constraint "profile_id_foreign" foreign key ("id") references "users" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "preferences" add constraint "preferences_id_foreign" foreign key ("id") references "users" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "password_reset" add constraint "password_reset_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "friendship" add constraint "friendship_user1_id_foreign" foreign key ("user1_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "friendship" add constraint "friendship_user2_id_foreign" foreign key ("user2_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "friend_edge" add constraint "friend_edge_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "friend_edge" add constraint "friend_edge_friend_id_foreign" foreign key ("friend_id") references "users" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "api_key" add constraint "api_key_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "workout" add constraint "workout_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "post" add constraint "post_author_id_foreign" foreign key ("author_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "post" add constraint "post_workout_id_foreign" foreign key ("workout_id") references "workout" ("id") on delete cascade;`);

    this.addSql(`alter table "workout_track" add constraint "workout_track_workout_id_foreign" foreign key ("workout_id") references "workout" ("id") on update cascade on delete cascade;`);

    // Index-only scans of the feed need the visibility map kept fresh (docs/performance.md#lists-that-stay-flat).
    this.addSql(`alter table "post" set (autovacuum_vacuum_insert_scale_factor = 0.02);`);
    this.addSql(`alter table "friend_edge" set (autovacuum_vacuum_insert_scale_factor = 0.02);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "stats" drop constraint "stats_id_foreign";`);
    this.addSql(`alter table "profile" drop constraint "profile_id_foreign";`);
    this.addSql(`alter table "preferences" drop constraint "preferences_id_foreign";`);
    this.addSql(`alter table "password_reset" drop constraint "password_reset_user_id_foreign";`);
    this.addSql(`alter table "friendship" drop constraint "friendship_user1_id_foreign";`);
    this.addSql(`alter table "friendship" drop constraint "friendship_user2_id_foreign";`);
    this.addSql(`alter table "friend_edge" drop constraint "friend_edge_user_id_foreign";`);
    this.addSql(`alter table "friend_edge" drop constraint "friend_edge_friend_id_foreign";`);
    this.addSql(`alter table "api_key" drop constraint "api_key_user_id_foreign";`);
    this.addSql(`alter table "workout" drop constraint "workout_user_id_foreign";`);
    this.addSql(`alter table "post" drop constraint "post_author_id_foreign";`);
    this.addSql(`alter table "post" drop constraint "post_workout_id_foreign";`);
    this.addSql(`alter table "workout_track" drop constraint "workout_track_workout_id_foreign";`);

    this.addSql(`drop table if exists "users" cascade;`);
    this.addSql(`drop table if exists "stats" cascade;`);
    this.addSql(`drop table if exists "profile" cascade;`);
    this.addSql(`drop table if exists "preferences" cascade;`);
    this.addSql(`drop table if exists "password_reset" cascade;`);
    this.addSql(`drop table if exists "friendship" cascade;`);
    this.addSql(`drop table if exists "friend_edge" cascade;`);
    this.addSql(`drop table if exists "api_key" cascade;`);
    this.addSql(`drop table if exists "workout" cascade;`);
    this.addSql(`drop table if exists "post" cascade;`);
    this.addSql(`drop table if exists "workout_track" cascade;`);
  }

}
