import { Migration } from '@mikro-orm/migrations';

export class Pictures extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "picture_file" ("key" varchar(40) not null, "created_date" timestamptz(6) not null default now(), "doomed_date" timestamptz(6) null, primary key ("key"));`);

    this.addSql(`create table "picture" ("id" bigserial primary key, "post_id" bigint not null, "key" varchar(40) not null, "position" int not null default 0, "digest" bytea not null, "format" varchar(4) not null, "width" int not null, "height" int not null, "created_date" timestamptz(6) not null default now());`);
    this.addSql(`alter table "picture" add constraint "picture_key_unique" unique ("key");`);
    this.addSql(`create unique index picture_of_post on picture (post_id, digest);`);

    this.addSql(`create table "picture_upload" ("id" varchar(32) not null, "user_id" bigint not null, "post_id" bigint null, "expires_date" timestamptz(6) not null, "key" varchar(40) null, "digest" bytea null, "format" varchar(4) null, "width" int null, "height" int null, "picture_id" bigint null, "completed_date" timestamptz(6) null, primary key ("id"));`);
    this.addSql(`create index "picture_upload_user_id_index" on "picture_upload" ("user_id");`);
    this.addSql(`create index "picture_upload_post_id_index" on "picture_upload" ("post_id");`);
    this.addSql(`create index "picture_upload_expires_date_index" on "picture_upload" ("expires_date");`);
    this.addSql(`create index "picture_upload_key_index" on "picture_upload" ("key");`);
    this.addSql(`create index "picture_upload_picture_id_index" on "picture_upload" ("picture_id");`);

    this.addSql(`create index users_image_key on users (image_key) where image_key is not null;`);

    this.addSql(`alter table "picture" add constraint "picture_post_id_foreign" foreign key ("post_id") references "post" ("id") on delete cascade;`);
    this.addSql(`alter table "picture" add constraint "picture_key_foreign" foreign key ("key") references "picture_file" ("key");`);

    this.addSql(`alter table "picture_upload" add constraint "picture_upload_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "picture_upload" add constraint "picture_upload_post_id_foreign" foreign key ("post_id") references "post" ("id") on delete cascade;`);
    this.addSql(`alter table "picture_upload" add constraint "picture_upload_key_foreign" foreign key ("key") references "picture_file" ("key") on delete set null;`);
    this.addSql(`alter table "picture_upload" add constraint "picture_upload_picture_id_foreign" foreign key ("picture_id") references "picture" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "picture" drop constraint "picture_key_foreign";`);
    this.addSql(`alter table "picture_upload" drop constraint "picture_upload_key_foreign";`);
    this.addSql(`alter table "picture_upload" drop constraint "picture_upload_picture_id_foreign";`);

    this.addSql(`drop table if exists "picture_file" cascade;`);
    this.addSql(`drop table if exists "picture" cascade;`);
    this.addSql(`drop table if exists "picture_upload" cascade;`);

    this.addSql(`drop index "users_image_key";`);
  }

}
