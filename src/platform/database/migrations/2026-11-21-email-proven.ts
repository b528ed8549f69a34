import { Migration } from '@mikro-orm/migrations';

export class EmailProven extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "users" add "email_proven" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "users" drop column "email_proven";`);
  }

}
