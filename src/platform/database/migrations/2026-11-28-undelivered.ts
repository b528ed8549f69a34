import { Migration } from '@mikro-orm/migrations';

export class Undelivered extends Migration {
  override up(): void {
    this.addSql(`alter table "message" add "undelivered_users" bigint[] not null default '{}'`);
  }

  override down(): void {
    this.addSql(`alter table "message" drop column "undelivered_users"`);
  }
}
