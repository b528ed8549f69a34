import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { mustBeStaff } from '../context.ts';
import { checkEvent } from './check-event.ts';
import type { EventInput } from './check-event.ts';
import { Event } from './event.entity.ts';
import type { EventRow } from './event.queries.ts';

/** Creates a charity event. @throws Failure NOT_STAFF, INVALID */
export async function createEvent(context: Context, input: EventInput): Promise<EventRow> {
  mustBeStaff(context);
  const event = checkEvent(input);
  const { id } = await unitOfWork(context.database, async (em) => em.create(Event, event));
  return { id, ...event };
}
