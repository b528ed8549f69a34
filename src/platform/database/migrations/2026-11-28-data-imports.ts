import { Migration } from '@mikro-orm/migrations';

/** Imports of archives of one's own data. */
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
  }

  override down(): void {
    this.addSql(`alter table "data_import_part" drop constraint "data_import_part_import_id_foreign"`);
    this.addSql(`drop table if exists "data_import" cascade`);
    this.addSql(`drop table if exists "data_import_part" cascade`);
  }
}
