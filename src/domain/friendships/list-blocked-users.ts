import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../people/user.queries.ts';
import { blockedCount, usersBlockedBy } from './block.queries.ts';

/** A page of the users whom the viewer has blocked. */
interface BlockedUsersRequest {
  limit: number;
  offset: number;
  /** Only users with a lower id. */
  beforeId: number | null;
}

export function listBlockedUsers(context: Context, request: BlockedUsersRequest): Promise<UserRow[]> {
  const before = request.beforeId ?? Number.MAX_SAFE_INTEGER;
  return context.database.all(usersBlockedBy, [viewerOf(context).id, request.limit, request.offset, before]);
}

/** The total number of users. */
export async function countBlockedUsers(context: Context): Promise<number> {
  return (await context.database.one(blockedCount, [viewerOf(context).id]))?.count ?? 0;
}
