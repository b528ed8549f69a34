import { directed } from '../../platform/database/newest-page.ts';
import type { NewestPage } from '../../platform/database/newest-page.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../people/user.queries.ts';
import { blockedCount, usersBlockedBy } from './block.queries.ts';

/** A page of the users whom the viewer has blocked. */
export function listBlockedUsers(context: Context, page: NewestPage): Promise<UserRow[]> {
  const [read, position] = directed(usersBlockedBy, page);
  return context.database.all(read, [viewerOf(context).id, page.limit, page.offset, position]);
}

/** The total number of users. */
export async function countBlockedUsers(context: Context): Promise<number> {
  return (await context.database.one(blockedCount, [viewerOf(context).id]))?.count ?? 0;
}
