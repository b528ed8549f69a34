import { LockMode } from '@mikro-orm/core';
import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { refuseNull } from '../rules/null-in-edits.ts';
import { mustBeStaff } from '../context.ts';
import { checkEvent } from './check-event.ts';
import type { EventInput } from './check-event.ts';
import { Event } from './event.entity.ts';
import type { EventRow } from './event.queries.ts';

/** Fields that are left out remain as they are; null removes the logo and the page with more information. */
type EventChanges = { [Field in keyof EventInput]?: EventInput[Field] | null };

/**
 * Changes a charity event. The figures of all participants change with it. @throws Failure NOT_STAFF, NOT_FOUND,
 * INVALID
 */
export async function editEvent(context: Context, eventId: number, changes: EventChanges): Promise<EventRow> {
  mustBeStaff(context);
  refuseNull(changes, ['name', 'homeUrl', 'startDate', 'endDate', 'amountPerMile']);
  const given = Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? '']])),
  );
  const changed = await unitOfWork(context.database, async (em) => {
    // The row is locked, so that neither of two edits at the same time undoes the other.
    const event = await em.findOne(Event, eventId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!event) throw new Failure('NOT_FOUND');
    const next = checkEvent({ ...event, ...given });
    em.assign(event, next);
    return { id: eventId, ...next };
  });
  return changed;
}
