import { Migration } from '@mikro-orm/migrations';
import { accounts } from './initial/accounts.ts';
import { conversations } from './initial/conversations.ts';
import { events } from './initial/events.ts';
import { feed } from './initial/feed.ts';
import { friendships } from './initial/friendships.ts';
import { live } from './initial/live.ts';
import { liveTriggers } from './initial/live-triggers.ts';
import { people } from './initial/people.ts';
import { pictures } from './initial/pictures.ts';
import { routes } from './initial/routes.ts';
import { timeZones } from './initial/time-zones.ts';
import { workouts } from './initial/workouts.ts';

/**
 * All tables, in an order in which each refers only to those before it, and at the end the triggers that write the log.
 */
export class Initial extends Migration {
  override up(): void {
    for (const sql of [
      ...timeZones,
      ...accounts,
      ...people,
      ...friendships,
      ...workouts,
      ...feed,
      ...pictures,
      ...conversations,
      ...routes,
      ...events,
      ...live,
      ...liveTriggers,
    ])
      this.addSql(sql);
  }
}
