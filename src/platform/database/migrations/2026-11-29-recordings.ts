import { Migration } from '@mikro-orm/migrations';

export class Recordings extends Migration {
  override up(): void {
    this.addSql(
      `create table "recording_upload" ("id" varchar(32) not null, "user_id" bigint not null, "expires_date" timestamptz(6) not null, "attempts" int not null default 0, "content" bytea null, "bytes" int null, primary key ("id"))`,
    );
    this.addSql(`create index "recording_upload_user_id_index" on "recording_upload" ("user_id")`);
    this.addSql(`create index "recording_upload_expires_date_index" on "recording_upload" ("expires_date")`);
    this.addSql(`alter table "workout_original" add "format" varchar(3) not null default 'gpx'`);
    this.addSql(
      `alter table "recording_upload" add constraint "recording_upload_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "recording_upload" cascade`);
    this.addSql(`alter table "workout_original" drop column "format"`);
  }
}
