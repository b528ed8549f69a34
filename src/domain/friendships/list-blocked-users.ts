import type { Page } from '../../platform/database/loader.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../people/user.queries.ts';
import { usersBlockedBy } from './block.queries.ts';

/** A page of the users whom the viewer has blocked. */
export function listBlockedUsers(context: Context, page: Page): Promise<UserRow[]> {
  return usersBlockedBy.page(context.database, [viewerOf(context).id], page);
}

/** The total number of users. */
export function countBlockedUsers(context: Context): Promise<number> {
  return usersBlockedBy.total(context.database, [viewerOf(context).id]);
}
