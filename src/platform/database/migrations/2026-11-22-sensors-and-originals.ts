import { Migration } from '@mikro-orm/migrations';

export class SensorsAndOriginals extends Migration {
  override up(): void {
    this.addSql(
      `create table "recording_file" ("key" varchar(40) not null, "created_date" timestamptz(6) not null default now(), "doomed_date" timestamptz(6) null, primary key ("key"))`,
    );
    this.addSql(`create index recording_file_doomed on recording_file (doomed_date) where doomed_date is not null`);
    this.addSql(
      `create table "originals_usage" ("user_id" bigint not null, "bytes" bigint not null, primary key ("user_id"))`,
    );
    this.addSql(
      `create table "workout_original" ("workout_id" bigint not null, "user_id" bigint not null, "size" int not null, "digest" bytea not null, "content" bytea null, "key" varchar(40) null, "taken_date" timestamptz(6) null, primary key ("workout_id"))`,
    );
    this.addSql(`create index workout_original_file on workout_original (key) where key is not null`);
    this.addSql(`create index workout_original_waiting on workout_original (taken_date) where key is null`);
    this.addSql(
      `create table "workout_sensors" ("workout_id" bigint not null, "packed" bytea not null, "figures" jsonb not null, primary key ("workout_id"))`,
    );
    this.addSql(
      `alter table "originals_usage" add constraint "originals_usage_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "workout_original" add constraint "workout_original_workout_id_foreign" foreign key ("workout_id") references "workout" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "workout_original" add constraint "workout_original_key_foreign" foreign key ("key") references "recording_file" ("key") on delete no action`,
    );
    this.addSql(
      `alter table "workout_original" add constraint "workout_original_place" check ((content is null) <> (key is null))`,
    );
    this.addSql(
      `alter table "workout_sensors" add constraint "workout_sensors_workout_id_foreign" foreign key ("workout_id") references "workout" ("id") on update cascade on delete cascade`,
    );
    // PostgreSQL would try to compress each value when it is inserted, which takes longer than inserting it.
    this.addSql('alter table workout_sensors alter column packed set storage external');
    this.addSql('alter table workout_original alter column content set storage external');
    // When an original is deleted, also with its workout or account, its size is given back to the quota, and its file is
    // added to the queue of files to remove, in the same transaction (src/domain/workouts/originals/sweep-originals.ts).
    this.addSql(`create function original_gone() returns trigger language plpgsql as $$
begin
  update originals_usage set bytes = bytes - old.size where user_id = old.user_id;
  update recording_file set doomed_date = now() where key = old.key;
  return null;
end $$`);
    this.addSql(`create trigger original_gone after delete on workout_original
      for each row execute function original_gone()`);
  }

  override down(): void {
    this.addSql(`alter table "workout_original" drop constraint "workout_original_key_foreign"`);
    this.addSql(`drop table if exists "recording_file" cascade`);
    this.addSql(`drop table if exists "originals_usage" cascade`);
    this.addSql(`drop table if exists "workout_original" cascade`);
    this.addSql(`drop table if exists "workout_sensors" cascade`);
    this.addSql('drop function original_gone');
  }
}
