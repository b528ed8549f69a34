import { directed } from '../../platform/database/newest-page.ts';
import type { NewestPage } from '../../platform/database/newest-page.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { eventCount, eventsByIds, listedEvents } from './event.queries.ts';
import type { EventRow } from './event.queries.ts';

/** Returns an event, or null if it does not exist. */
export async function findEvent(context: Context, eventId: number): Promise<EventRow | null> {
  viewerOf(context);
  return (await context.database.one(eventsByIds, [[eventId]])) ?? null;
}

/** Returns events, newest first. */
export function listEvents(context: Context, page: NewestPage): Promise<EventRow[]> {
  viewerOf(context);
  const [read, position] = directed(listedEvents, page);
  return context.database.all(read, [page.limit, page.offset, position]);
}

export async function countEvents(context: Context): Promise<number> {
  return (await context.database.one(eventCount, []))?.count ?? 0;
}
