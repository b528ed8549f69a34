import { Migration } from '@mikro-orm/migrations';

/** A person has one reset link; the addresses that an account was signed in from. */
export class Proofs extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`delete from "password_reset" r where exists (select 1 from "password_reset" o where o."user_id" = r."user_id" and (o."expires_date", o."token_hash") > (r."expires_date", r."token_hash"));`);
    this.addSql(`drop index "password_reset_user_id_index";`);
    this.addSql(`alter table "password_reset" add constraint "password_reset_user_id_unique" unique ("user_id");`);
    this.addSql(`create table "known_address" ("user_id" bigint not null, "digest" bytea not null, "seen_date" timestamptz(6) not null default now(), primary key ("user_id", "digest"));`);
    this.addSql(`alter table "known_address" add constraint "known_address_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "known_address" cascade;`);
    this.addSql(`alter table "password_reset" drop constraint "password_reset_user_id_unique";`);
    this.addSql(`create index "password_reset_user_id_index" on "password_reset" ("user_id");`);
  }

}
