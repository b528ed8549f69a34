import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { mustBeStaff } from '../rules/staff-only.ts';
import { checkEvent } from './check-event.ts';
import type { EventInput } from './check-event.ts';
import type { EventRow } from './event.queries.ts';

/** `$1` name, `$2` logo, `$3` home, `$4` info, `$5` start, `$6` end, `$7` amount. */
const insertEvent = statement<{ id: number }>(
  'insert_event',
  `insert into event (name, event_logo, home_url, info_url, start_date, end_date, amount_per_mile)
   values ($1, $2, $3, $4, $5::text::timestamp, $6::text::timestamp, $7) returning id`,
);

/** Makes a charity event. @throws Failure NOT_STAFF, INVALID */
export async function createEvent(context: Context, input: EventInput): Promise<EventRow> {
  mustBeStaff(context);
  const event = checkEvent(input);
  const { name, eventLogo, homeUrl, infoUrl, startDate, endDate, amountPerMile } = event;
  const values = [name, eventLogo, homeUrl, infoUrl, startDate, endDate, amountPerMile];
  const made = await context.database.one(insertEvent, values);
  return { id: made?.id ?? 0, ...event };
}
