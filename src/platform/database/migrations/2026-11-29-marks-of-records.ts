import { Migration } from '@mikro-orm/migrations';

/** A record that was taken over has a mark of each field. What was loaded before keeps the digest of all of them. */
export class MarksOfRecords extends Migration {
  override up(): void {
    this.addSql('alter table "taken_record" add "marks" bytea null');
  }

  override down(): void {
    this.addSql('alter table "taken_record" drop column "marks"');
  }
}
