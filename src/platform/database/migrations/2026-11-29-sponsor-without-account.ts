import { Migration } from '@mikro-orm/migrations';

export class SponsorWithoutAccount extends Migration {
  override up(): void {
    this.addSql(`alter table "event_sponsor" alter column "user_id" drop not null`);
  }

  override down(): void {
    this.addSql(`alter table "event_sponsor" alter column "user_id" set not null`);
  }
}
