import { Migration } from '@mikro-orm/migrations';

export class BlocksNow extends Migration {
  override up(): void {
    // It is volatile: it sees blocks that were committed while the statement that calls it waited for a lock.
    this.addSql(`create function blocks_now(who bigint, whom bigint) returns boolean language plpgsql volatile as $$
      begin return exists (select 1 from block b where b.user_id = who and b.blocked_id = whom); end $$`);
  }

  override down(): void {
    this.addSql('drop function blocks_now');
  }
}
