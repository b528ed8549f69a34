import { Migration } from '@mikro-orm/migrations';

export class SuspendedNow extends Migration {
  override up(): void {
    // It is volatile: after it has waited for a suspension that is being written, it sees it. The row of the user stays locked, as
    // for the foreign key of what is then written, so a suspension that comes later finds that.
    this.addSql(`create function suspended_now(who bigint) returns boolean language plpgsql volatile as $$ begin
      perform 1 from users where id = who for key share;
      return exists (select 1 from suspension su where su.user_id = who and (su.until is null or su.until > now()));
    end $$`);
  }

  override down(): void {
    this.addSql('drop function suspended_now');
  }
}
