import { Migration } from '@mikro-orm/migrations';

export class Sponsors extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "event_sponsor" add "accepted_date" timestamptz(6) null, add "post_id" bigint null;`);
    this.addSql(`alter table "event_sponsor" add constraint "event_sponsor_post_id_foreign" foreign key ("post_id") references "post" ("id") on delete set null;`);
    this.addSql(`create index "event_sponsor_post_id_index" on "event_sponsor" ("post_id");`);
    this.addSql(`drop index event_sponsor_once;`);
    this.addSql(`create unique index event_sponsor_once on event_sponsor (participant_id, user_id);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index event_sponsor_once;`);
    this.addSql(`create unique index event_sponsor_once on event_sponsor (participant_id, user_id, lower(name));`);
    this.addSql(`alter table "event_sponsor" drop column "post_id", drop column "accepted_date";`);
  }

}
