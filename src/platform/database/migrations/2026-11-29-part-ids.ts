import { Migration } from '@mikro-orm/migrations';

export class PartIds extends Migration {
  override up(): void {
    this.addSql(
      `alter table "users" add "profile_id" bigint null, add "preferences_id" bigint null, add "stats_id" bigint null`,
    );
    this.addSql(`alter table "users" add constraint "users_profile_id_unique" unique ("profile_id")`);
    this.addSql(`alter table "users" add constraint "users_preferences_id_unique" unique ("preferences_id")`);
    this.addSql(`alter table "users" add constraint "users_stats_id_unique" unique ("stats_id")`);
  }

  override down(): void {
    this.addSql(`alter table "users" drop constraint "users_profile_id_unique"`);
    this.addSql(`alter table "users" drop constraint "users_preferences_id_unique"`);
    this.addSql(`alter table "users" drop constraint "users_stats_id_unique"`);
    this.addSql(`alter table "users" drop column "profile_id", drop column "preferences_id", drop column "stats_id"`);
  }
}
