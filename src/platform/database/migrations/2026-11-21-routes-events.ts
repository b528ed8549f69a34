import { Migration } from '@mikro-orm/migrations';

export class RoutesEvents extends Migration {

  override up(): void | Promise<void> {
    // Routes nearest to a place first, from an index (src/domain/routes/place-on-earth.ts).
    this.addSql(`create extension if not exists cube;`);
    // The moment at which a clock on the wall of a zone shows a time. A zone that this server does not know counts as UTC;
    // an offset such as +03:00 means what people mean by it, not POSIX's opposite.
    this.addSql(`create function local_moment(wall timestamp, zone text) returns timestamptz language plpgsql stable parallel safe as $$
begin
  return case when zone ~ '^[+-]' then wall at time zone zone::interval else wall at time zone zone end;
exception when others then
  return wall at time zone 'UTC';
end $$;`);
    this.addSql(`create table "event" ("id" bigserial primary key, "name" varchar(200) not null, "event_logo" text not null default '', "home_url" text not null, "info_url" text not null default '', "start_date" timestamp(6) not null, "end_date" timestamp(6) not null, "amount_per_mile" numeric(8,2) not null default 0, "created_date" timestamptz(6) not null default now());`);

    this.addSql(`create table "event_participant" ("id" bigserial primary key, "event_id" bigint not null, "user_id" bigint not null, "description" text not null default '', "user_goal_in_miles" int null, "joined_date" timestamptz(6) not null default now(), "left_date" timestamptz(6) null);`);
    this.addSql(`create unique index event_participant_once on event_participant (event_id, user_id);`);
    this.addSql(`create index event_participant_of_user on event_participant (user_id, id desc);`);
    this.addSql(`create index event_participant_of_event on event_participant (event_id, id desc);`);

    this.addSql(`create table "event_sponsor" ("id" bigserial primary key, "participant_id" bigint not null, "user_id" bigint not null, "name" varchar(100) not null, "amount_per_mile" numeric(8,2) not null, "created_date" timestamptz(6) not null default now());`);
    this.addSql(`create index "event_sponsor_user_id_index" on "event_sponsor" ("user_id");`);
    this.addSql(`create unique index event_sponsor_once on event_sponsor (participant_id, user_id, lower(name));`);
    this.addSql(`create index "event_sponsor_of_participant" on "event_sponsor" ("participant_id", "id");`);

    this.addSql(`create table "route" ("id" bigserial primary key, "owner_id" bigint not null, "workout_id" bigint null, "name" varchar(200) not null, "distance_in_meters" numeric(12,2) not null, "privacy" varchar(7) not null, "source" varchar(12) not null, "polyline" text not null, "start_lat" double precision not null, "start_lng" double precision not null, "created_date" timestamptz(6) not null default now());`);
    this.addSql(`alter table "route" add constraint "route_workout_id_unique" unique ("workout_id");`);
    this.addSql(`create index route_of_owner on route (owner_id, id desc);`);
    this.addSql(`create index route_nearby on route using gist (cube(array[6371008.8 * cos(radians(start_lat)) * cos(radians(start_lng)), 6371008.8 * cos(radians(start_lat)) * sin(radians(start_lng)), 6371008.8 * sin(radians(start_lat))]));`);
    this.addSql(`create index route_nearby_length on route using gist (cube(array[6371008.8 * cos(radians(start_lat)) * cos(radians(start_lng)), 6371008.8 * cos(radians(start_lat)) * sin(radians(start_lng)), 6371008.8 * sin(radians(start_lat)), 1e-9::float8 * (distance_in_meters)::float8]));`);

    this.addSql(`create table "route_favorite" ("user_id" bigint not null, "route_id" bigint not null, "is_favorite" boolean not null default true, primary key ("user_id", "route_id"));`);
    this.addSql(`create index "route_favorite_route_id_index" on "route_favorite" ("route_id");`);
    this.addSql(`create index route_favorites on route_favorite (user_id, route_id desc) where is_favorite;`);

    this.addSql(`alter table "event_participant" add constraint "event_participant_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;`);
    this.addSql(`alter table "event_participant" add constraint "event_participant_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "event_sponsor" add constraint "event_sponsor_participant_id_foreign" foreign key ("participant_id") references "event_participant" ("id") on delete cascade;`);
    this.addSql(`alter table "event_sponsor" add constraint "event_sponsor_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "route" add constraint "route_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "route" add constraint "route_workout_id_foreign" foreign key ("workout_id") references "workout" ("id") on delete set null;`);

    this.addSql(`alter table "route_favorite" add constraint "route_favorite_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "route_favorite" add constraint "route_favorite_route_id_foreign" foreign key ("route_id") references "route" ("id") on update cascade on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "event_participant" drop constraint "event_participant_event_id_foreign";`);
    this.addSql(`alter table "event_sponsor" drop constraint "event_sponsor_participant_id_foreign";`);
    this.addSql(`alter table "route_favorite" drop constraint "route_favorite_route_id_foreign";`);

    this.addSql(`drop function local_moment(timestamp, text);`);
    this.addSql(`drop table if exists "event" cascade;`);
    this.addSql(`drop table if exists "event_participant" cascade;`);
    this.addSql(`drop table if exists "event_sponsor" cascade;`);
    this.addSql(`drop table if exists "route" cascade;`);
    this.addSql(`drop table if exists "route_favorite" cascade;`);
  }

}
