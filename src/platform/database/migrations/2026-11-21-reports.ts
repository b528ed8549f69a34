import { Migration } from '@mikro-orm/migrations';

export class Reports extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "report" ("user_id" bigint not null, "kind" varchar(7) not null, "starts" date not null, primary key ("user_id", "kind"));`);
    this.addSql(`alter table "report" add constraint "report_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "report" cascade;`);
  }

}
