import { Migration } from '@mikro-orm/migrations';

export class SharedOriginals extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "picture_file" add "has_shared" boolean not null default false;`);
    this.addSql(`alter table "route" add "own_privacy" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "route" drop column "own_privacy";`);
    this.addSql(`alter table "picture_file" drop column "has_shared";`);
  }

}
