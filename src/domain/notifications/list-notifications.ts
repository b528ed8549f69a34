import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Page } from '../../platform/database/loader.ts';
import { notificationRow, notificationsOfViewer, unreadNotifications } from './notification.queries.ts';
import type { NotificationRow } from './notification.queries.ts';

/** Returns a page of the notifications of the viewer, newest first, with their total number. @param unreadOnly only those that are not read */
export async function listNotifications(
  context: Context,
  unreadOnly: boolean,
  page: Page,
): Promise<(NotificationRow & { total: number })[]> {
  const flat = await notificationsOfViewer.page(context.database, [viewerOf(context).id, unreadOnly], page);
  return flat.map((one) => ({ ...notificationRow(one), total: one.total }));
}

/** Returns the total number. */
export async function countNotifications(context: Context, unreadOnly: boolean): Promise<number> {
  return notificationsOfViewer.total(context.database, [viewerOf(context).id, unreadOnly]);
}

/** Returns the number of notifications of the viewer that are not read. */
export async function countUnreadNotifications(context: Context): Promise<number> {
  return (await context.database.one(unreadNotifications, [viewerOf(context).id]))?.count ?? 0;
}
