import { Migration } from '@mikro-orm/migrations';

export class KeyScopes extends Migration {
  override up(): void {
    this.addSql(
      `alter table "api_key" add "name" varchar(100) null, add "scopes" int not null default -1, add "expires_date" timestamptz(6) null, add "last_used_date" timestamptz(6) null, add "last_used_from" varchar(50) null, add "last_used_by" varchar(200) null`,
    );
    this.addSql(`create index "api_key_expires_date_index" on "api_key" ("expires_date")`);
  }

  override down(): void {
    this.addSql(`drop index "api_key_expires_date_index"`);
    this.addSql(
      `alter table "api_key" drop column "name", drop column "scopes", drop column "expires_date", drop column "last_used_date", drop column "last_used_from", drop column "last_used_by"`,
    );
  }
}
