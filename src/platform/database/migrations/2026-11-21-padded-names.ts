import { Migration } from '@mikro-orm/migrations';

export class PaddedNames extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`drop index users_search_name;`);
    this.addSql(`create index users_search_name on users using gin ((' ' || search_name || ' ') gin_trgm_ops);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index users_search_name;`);
    this.addSql(`create index users_search_name on users using gin (search_name gin_trgm_ops);`);
  }

}
