import { Migration } from '@mikro-orm/migrations';
import { catchUpTriggers } from './2026-11-22-catching-up.ts';
import { notificationTriggers } from './2026-11-22-notifications.ts';
import { likeRowTriggers, published } from './2026-11-23-likes.ts';
import { changeFunctions, liveTriggers } from './initial/live-triggers.ts';

/** In databases of earlier releases, the functions of triggers that tell of changes were patched in the database. They are written anew. */
export class LiveFunctions extends Migration {
  override up(): void {
    const later = [...catchUpTriggers, ...notificationTriggers, ...likeRowTriggers];
    const texts = [...liveTriggers, ...later, ...Object.values(changeFunctions(published))];
    for (const sql of texts) if (sql.startsWith('create or replace function')) this.addSql(sql);
  }

  override down(): void {
    // The functions do what they did before.
  }
}
