import { Migration } from '@mikro-orm/migrations';

/** The events that new posts and pictures and changed profiles write: of all transactions, or of those that do not ask for silence. */
const functions = (begin: string, end: string) => [
  `create or replace function live_post_added() returns trigger language plpgsql as $$ begin ${begin}
     insert into live_event (kind, subject_id, user_id, cell) select 'post', id, author_id, cell from after order by id;
   ${end} return null; end $$`,
  `create or replace function live_picture_added() returns trigger language plpgsql as $$ begin ${begin}
     insert into live_event (kind, subject_id, user_id)
     select 'post-changed', p.id, p.author_id from post p where p.id in (select post_id from after) order by p.id;
   ${end} return null; end $$`,
  ...['live_user_changed', 'live_profile_changed'].map(
    (name) => `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${begin}
     insert into live_event (kind, subject_id, user_id) values ('user', 0, new.id);
   ${end} return null; end $$`,
  ),
];

/** Imports of archives, and the setting `runners.silent` of a transaction whose posts, pictures and profiles are no live events. */
export class DataImports extends Migration {
  override up(): void {
    this.addSql(
      `create table "data_import" ("id" varchar(32) not null, "user_id" bigint not null, "state" varchar(8) not null default 'prepared', "expires_date" timestamptz(6) not null, "attempts" int not null default 0, "upload" int null, "bytes" int null, "digest" bytea null, "started_date" timestamptz(6) null, "finished_date" timestamptz(6) null, "total" int null, "done" int not null default 0, "added" int not null default 0, "duplicates" int not null default 0, "refused_count" int not null default 0, "refused" jsonb not null default '[]', "reason" varchar(500) null, "workout_id" bigint null, "stuck" int not null default 0, primary key ("id"))`,
    );
    this.addSql(`alter table "data_import" add constraint "data_import_user_id_unique" unique ("user_id")`);
    this.addSql(
      `create table "data_import_part" ("import_id" varchar(32) not null, "attempt" int not null, "place" int not null, "content" bytea not null, primary key ("import_id", "attempt", "place"))`,
    );
    this.addSql(
      `alter table "data_import" add constraint "data_import_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "data_import_part" add constraint "data_import_part_import_id_foreign" foreign key ("import_id") references "data_import" ("id") on delete cascade`,
    );
    const isHeard = `if current_setting('runners.silent', true) is distinct from 'on' then`;
    for (const text of functions(isHeard, 'end if;')) this.addSql(text);
  }

  override down(): void {
    for (const text of functions('', '')) this.addSql(text);
    this.addSql(`alter table "data_import_part" drop constraint "data_import_part_import_id_foreign"`);
    this.addSql(`drop table if exists "data_import" cascade`);
    this.addSql(`drop table if exists "data_import_part" cascade`);
  }
}
