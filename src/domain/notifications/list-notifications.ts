import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import {
  notificationCount,
  notificationRow,
  notificationsPage,
  oldestNotificationsPage,
  unreadNotifications,
} from './notification.queries.ts';
import type { NotificationRow } from './notification.queries.ts';

/** The requested page. */
interface NotificationsPage {
  /** Only those that are not read. */
  unreadOnly: boolean;
  limit: number;
  /** Only those that are older than this position; null for all. */
  after: number | null;
  /** Only those that are newer than this position; null for all. */
  before: number | null;
  /** Whether the page is counted from the oldest one. */
  fromEnd: boolean;
}

/**
 * Returns a page of the notifications of the viewer, newest first, and their total number, which an empty page does not
 * contain.
 */
export async function listNotifications(
  context: Context,
  { unreadOnly, limit, after, before, fromEnd }: NotificationsPage,
): Promise<{ rows: NotificationRow[]; total: number | null }> {
  const statement = fromEnd ? oldestNotificationsPage : notificationsPage;
  const values = [viewerOf(context).id, unreadOnly, after, before, limit];
  const flat = await context.database.all(statement, values);
  return { rows: flat.map(notificationRow), total: flat[0]?.total ?? null };
}

/** Returns the total number. */
export async function countNotifications(context: Context, unreadOnly: boolean): Promise<number> {
  return (await context.database.one(notificationCount, [viewerOf(context).id, unreadOnly]))?.count ?? 0;
}

/** Returns the number of notifications of the viewer that are not read. */
export async function countUnreadNotifications(context: Context): Promise<number> {
  return (await context.database.one(unreadNotifications, [viewerOf(context).id]))?.count ?? 0;
}
