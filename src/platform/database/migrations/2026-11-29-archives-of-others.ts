import { Migration } from '@mikro-orm/migrations';

/** Imports of archives of other services, and what became of each thing in an archive. */
export class ArchivesOfOthers extends Migration {
  override up(): void {
    this.addSql(
      `create table "data_import_result" ("import_id" varchar(32) not null, "place" int not null, "file" varchar(300) not null, "outcome" varchar(9) not null, "reason" varchar(1000) null, "workout_id" bigint null, primary key ("import_id", "place"))`,
    );
    this.addSql(
      `alter table "data_import" add "run_privacy" varchar(7) not null default 'private', add "only_runs" boolean not null default false`,
    );
    this.addSql(
      `alter table "data_import_result" add constraint "data_import_result_import_id_foreign" foreign key ("import_id") references "data_import" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "data_import_result" cascade`);
    this.addSql(`alter table "data_import" drop column "run_privacy", drop column "only_runs"`);
  }
}
