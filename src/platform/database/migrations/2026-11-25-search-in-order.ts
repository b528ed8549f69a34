import { Migration } from '@mikro-orm/migrations';

/** The indexes of searches with one word, in the order of their results. They take a second for a million users. */
export class SearchInOrder extends Migration {
  override up(): void {
    this.addSql(`create index users_search_name_first_word on users ((search_name collate "C"), id)`);
    this.addSql(`create index users_search_name_last_word on users
        ((split_part(search_name, ' ', -1) collate "C"), (search_name collate "C"), id)`);
    this
      .addSql(`create index users_search_name_other_words on users using gin ((' ' || search_name || ' ') gin_trgm_ops)
        where search_name like '% % %'`);
  }

  override down(): void {
    this.addSql(`drop index "users_search_name_first_word"`);
    this.addSql(`drop index "users_search_name_last_word"`);
    this.addSql(`drop index "users_search_name_other_words"`);
  }
}
