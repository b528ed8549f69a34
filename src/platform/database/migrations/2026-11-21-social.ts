import { Migration } from '@mikro-orm/migrations';

export class Social extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "social_account" ("id" bigserial primary key, "user_id" bigint not null, "network" varchar(40) not null, "social_id" varchar(100) not null, "created_date" timestamptz(6) not null default now());`);
    this.addSql(`create index "social_account_user_id_index" on "social_account" ("user_id");`);
    this.addSql(`alter table "social_account" add constraint "social_account_of_person" unique ("network", "social_id");`);

    this.addSql(`alter table "social_account" add constraint "social_account_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "social_account" cascade;`);
  }

}
