import { Migration } from '@mikro-orm/migrations';

/** People who were taken over as inactive are suspended; what they had liked and commented on was not marked. */
export class Withheld extends Migration {
  override up(): void {
    this.addSql(`update post set withheld = true where not withheld and id in (
      select post_id from post_like join suspension using (user_id) union select post_id from comment join suspension using (user_id))`);
    this.addSql(`update comment set withheld = true where not withheld and id in (
      select comment_id from comment_like join suspension using (user_id))`);
  }

  override down(): void {
    // What is marked is counted when it is read, which is right with any code.
  }
}
