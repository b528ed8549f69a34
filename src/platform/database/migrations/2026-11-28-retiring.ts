import { Migration } from '@mikro-orm/migrations';

export class Retiring extends Migration {
  override up(): void {
    this.addSql(
      `create table "retirement_pause" ("id" smallint not null, "since_date" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(
      `create table "usage_page" ("id" bigserial primary key, "day" date not null, "hour" smallint null, "content" bytea not null)`,
    );
    this.addSql(`create index "usage_page_day_index" on "usage_page" ("day")`);
    this.addSql(
      `create table "usage_writer" ("id" uuid not null, "pages" int not null, "written_date" timestamptz(6) not null default now(), primary key ("id"))`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "retirement_pause" cascade`);
    this.addSql(`drop table if exists "usage_page" cascade`);
    this.addSql(`drop table if exists "usage_writer" cascade`);
  }
}
