import { Migration } from '@mikro-orm/migrations';

/** Keys that another service has issued, and the lengths that they have. */
export class OldKeys extends Migration {
  override up(): void {
    this.addSql('alter table "api_key" add column "taken_over" boolean not null default false');
    this.addSql('create table "old_key_form" ("length" smallint not null, primary key ("length"))');
  }

  override down(): void {
    this.addSql('drop table "old_key_form"');
    this.addSql('alter table "api_key" drop column "taken_over"');
  }
}
