import type { ProcessContext } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { mostNotifications } from './notification.queries.ts';

/** The number of days for which notifications are kept. */
export const notificationDays = 90;
/** The number of rows that are deleted in one transaction. */
const together = 1000;

/** Deletes some that are too old, by the clock that dated them. Ids follow the dates, so the oldest ones are found by id. */
const sweepOld = statement.write<{ id: number }>(
  'sweep_old_notifications',
  `delete from notification where id in (select id from notification order by id limit ${together})
     and created_date < now() - interval '${notificationDays} days' returning id`,
);

/** Deletes all but the newest notifications of some users who have more than are read. */
const sweepMany = statement.write<{ id: number }>(
  'sweep_many_notifications',
  `delete from notification n using (
     select u.user_id, (select o.id from notification o where o.user_id = u.user_id order by o.id desc
       offset ${mostNotifications - 1} limit 1) as oldest
     from (select user_id from notification group by user_id having count(*) > ${mostNotifications} limit 100) u
   ) k
   where n.user_id = k.user_id and n.id < k.oldest returning n.id`,
);

/** Deletes notifications that are too old, and those that are beyond the newest ones of a user. */
export async function sweepNotifications({ database }: Pick<ProcessContext, 'database'>): Promise<void> {
  while ((await database.unhurried.all(sweepOld, [])).length === together);
  while ((await database.unhurried.all(sweepMany, [])).length > 0);
}
