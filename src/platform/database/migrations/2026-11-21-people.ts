import { Migration } from '@mikro-orm/migrations';

export class People extends Migration {

  override up(): void | Promise<void> {
    // Search by parts of names and small typos (src/domain/people/search-name.ts).
    this.addSql(`create extension if not exists pg_trgm;`);
    this.addSql(`create table "invitation" ("id" bigserial primary key, "inviter_id" bigint not null, "email" varchar(254) not null, "name" varchar(100) not null default '', "created_date" timestamptz(6) not null default now(), "mailed_date" timestamptz(6) not null default now());`);
    this.addSql(`create unique index invitation_of_pair on invitation (inviter_id, lower(email));`);
    this.addSql(`create index invitation_email on invitation (lower(email));`);

    this.addSql(`create table "conversation" ("id" bigserial primary key, "started_by_id" bigint null, "created_date" timestamptz(6) not null default now(), "last_message_id" bigint not null default '0', "past_users_involved" text[] not null default '{}');`);
    this.addSql(`create index "conversation_started_by_id_index" on "conversation" ("started_by_id");`);

    this.addSql(`create table "seat" ("conversation_id" bigint not null, "user_id" bigint not null, "placement" varchar(8) not null default 'inbox', "read_up_to" bigint not null default '0', "unread" int not null default 0, "last_message_id" bigint not null default '0', primary key ("conversation_id", "user_id"));`);
    this.addSql(`create index seat_of_user on seat (user_id, placement, last_message_id desc);`);

    this.addSql(`create table "message" ("id" bigserial primary key, "conversation_id" bigint not null, "user_id" bigint null, "user_deleted_name" varchar(201) not null default '', "message" text not null, "created_date" timestamptz(6) not null default now());`);
    this.addSql(`create index "message_user_id_index" on "message" ("user_id");`);
    this.addSql(`create index "message_of_conversation" on "message" ("conversation_id", "id");`);

    this.addSql(`create table "block" ("user_id" bigint not null, "blocked_id" bigint not null, "created_date" timestamptz(6) not null default now(), primary key ("user_id", "blocked_id"));`);
    this.addSql(`create index "block_blocked_id_index" on "block" ("blocked_id");`);

    this.addSql(`create table "comment" ("id" bigserial primary key, "post_id" bigint not null, "user_id" bigint not null, "comment" text not null, "submit_date" timestamptz(6) not null default now(), "likers" bigint[] not null default '{}');`);
    this.addSql(`create index "comment_user_id_index" on "comment" ("user_id");`);
    this.addSql(`create index "comment_of_post" on "comment" ("post_id", "id");`);

    this.addSql(`alter table "users" add "search_name" varchar(400) not null default '';`);
    this.addSql(`create index users_search_name on users using gin (search_name gin_trgm_ops);`);

    this.addSql(`alter table "invitation" add constraint "invitation_inviter_id_foreign" foreign key ("inviter_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "conversation" add constraint "conversation_started_by_id_foreign" foreign key ("started_by_id") references "users" ("id") on delete set null;`);

    this.addSql(`alter table "seat" add constraint "seat_conversation_id_foreign" foreign key ("conversation_id") references "conversation" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "seat" add constraint "seat_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "message" add constraint "message_conversation_id_foreign" foreign key ("conversation_id") references "conversation" ("id") on delete cascade;`);
    this.addSql(`alter table "message" add constraint "message_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null;`);

    this.addSql(`alter table "block" add constraint "block_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "block" add constraint "block_blocked_id_foreign" foreign key ("blocked_id") references "users" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "comment" add constraint "comment_post_id_foreign" foreign key ("post_id") references "post" ("id") on delete cascade;`);
    this.addSql(`alter table "comment" add constraint "comment_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "seat" drop constraint "seat_conversation_id_foreign";`);
    this.addSql(`alter table "message" drop constraint "message_conversation_id_foreign";`);

    this.addSql(`drop table if exists "invitation" cascade;`);
    this.addSql(`drop table if exists "conversation" cascade;`);
    this.addSql(`drop table if exists "seat" cascade;`);
    this.addSql(`drop table if exists "message" cascade;`);
    this.addSql(`drop table if exists "block" cascade;`);
    this.addSql(`drop table if exists "comment" cascade;`);

    this.addSql(`drop index "users_search_name";`);
    this.addSql(`alter table "users" drop column "search_name";`);
  }

}
