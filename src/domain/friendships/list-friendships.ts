import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { checkStatus } from './find-friendship.ts';
import { friendshipCountOfUser, friendshipRow, friendshipsOfUser } from './friendship.queries.ts';
import type { FriendshipRow, FriendshipStatus } from './friendship.queries.ts';

/** The user, and the status of the friendships (null: all that the viewer may see). */
interface FriendshipsOf {
  userId: number;
  status: FriendshipStatus | null;
}

/** A page. With `beforeId`, only friendships older than this one are returned. */
interface FriendshipsRequest extends FriendshipsOf {
  limit: number;
  offset: number;
  beforeId: number | null;
}

const accepted = (status: FriendshipStatus | null) => (status === null ? null : status === 'Accepted');

/**
 * Returns the friendships of a user that the viewer may see, newest first. @throws Failure INVALID for pending ones of
 * others
 */
export async function listFriendships(context: Context, request: FriendshipsRequest): Promise<FriendshipRow[]> {
  const viewer = viewerOf(context);
  const { userId, status, limit, offset, beforeId } = request;
  checkStatus(status, userId, viewer.id);
  const before = beforeId ?? Number.MAX_SAFE_INTEGER;
  const rows = await context.database.all(friendshipsOfUser, [
    viewer.id,
    userId,
    accepted(status),
    limit,
    offset,
    before,
  ]);
  return rows.map(friendshipRow);
}

/** Their total number. */
export async function countFriendships(context: Context, { userId, status }: FriendshipsOf): Promise<number> {
  const values = [viewerOf(context).id, userId, accepted(status)];
  return (await context.database.one(friendshipCountOfUser, values))?.count ?? 0;
}
