import { Migration } from '@mikro-orm/migrations';

export class Laps extends Migration {
  override up(): void {
    this.addSql(`alter table "workout" add "laps" text null`);
  }

  override down(): void {
    this.addSql(`alter table "workout" drop column "laps"`);
  }
}
