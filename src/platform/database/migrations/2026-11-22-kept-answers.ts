import { Migration } from '@mikro-orm/migrations';

export class KeptAnswers extends Migration {
  override up(): void {
    this.addSql(
      `create table "kept_answer" ("id" varchar(43) not null, "user_id" bigint null, "content" bytea not null, "answer" bytea null, "created_date" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(`create index "kept_answer_user_id_index" on "kept_answer" ("user_id")`);
    this.addSql(`create index "kept_answer_created_date_index" on "kept_answer" ("created_date")`);
    this.addSql(
      `alter table "kept_answer" add constraint "kept_answer_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "kept_answer" cascade`);
  }
}
