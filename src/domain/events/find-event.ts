import type { Page } from '../../platform/database/loader.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { eventsByIds, listedEvents } from './event.queries.ts';
import type { EventRow } from './event.queries.ts';

/** Returns an event, or null if it does not exist. */
export async function findEvent(context: Context, eventId: number): Promise<EventRow | null> {
  viewerOf(context);
  return (await context.database.one(eventsByIds, [[eventId]])) ?? null;
}

/** Returns events, newest first. */
export function listEvents(context: Context, page: Page): Promise<EventRow[]> {
  viewerOf(context);
  return listedEvents.page(context.database, [], page);
}

export function countEvents(context: Context): Promise<number> {
  return listedEvents.total(context.database, []);
}
