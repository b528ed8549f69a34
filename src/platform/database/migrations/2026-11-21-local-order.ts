import { Migration } from '@mikro-orm/migrations';

export class LocalOrder extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`drop index post_local;`);
    this.addSql(`drop index post_of_spot;`);
    this.addSql(`create index post_local on post (cell, id) where privacy = 'public' and cell is not null;`);
    this.addSql(`create index post_of_spot on post (spot, id) where privacy = 'public' and spot is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index post_local;`);
    this.addSql(`drop index post_of_spot;`);
    this.addSql(`create index post_local on post (cell, id desc) where privacy = 'public' and cell is not null;`);
    this.addSql(`create index post_of_spot on post (spot, id desc) where privacy = 'public' and spot is not null;`);
  }

}
