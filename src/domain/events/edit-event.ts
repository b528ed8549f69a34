import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { mustBeStaff } from '../rules/staff-only.ts';
import { checkEvent } from './check-event.ts';
import type { EventInput } from './check-event.ts';
import { eventColumns } from './event.queries.ts';
import type { EventRow } from './event.queries.ts';

/** `$1` event: kept for the transaction, so that of two edits at once neither undoes the other. */
const lockEvent = statement<EventRow>(
  'lock_event',
  `select ${eventColumns()} from event e where e.id = $1 for no key update`,
);

/** `$1` event, then as in `insert_event`. */
const updateEvent = statement<{ id: number }>(
  'update_event',
  `update event set name = $2, event_logo = $3, home_url = $4, info_url = $5, start_date = $6::text::timestamp,
     end_date = $7::text::timestamp, amount_per_mile = $8 where id = $1 returning id`,
);

/** What is left out (or null) stays. */
export type EventChanges = { [Field in keyof EventInput]?: EventInput[Field] | null };

/** Changes a charity event; everybody's figures follow. @throws Failure NOT_STAFF, NOT_FOUND, INVALID */
export async function editEvent(context: Context, eventId: number, changes: EventChanges): Promise<EventRow> {
  mustBeStaff(context);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value != null));
  const changed = await context.database.transaction(async (tx) => {
    const before = await tx.one(lockEvent, [eventId]);
    if (!before) throw new Failure('NOT_FOUND');
    const event = checkEvent({ ...before, ...given });
    const { name, eventLogo, homeUrl, infoUrl, startDate, endDate, amountPerMile } = event;
    await tx.one(updateEvent, [eventId, name, eventLogo, homeUrl, infoUrl, startDate, endDate, amountPerMile]);
    return { id: eventId, ...event };
  });
  context.loaders.events.clear(eventId);
  return changed;
}
