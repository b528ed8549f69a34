import { directed } from '../../platform/database/newest-page.ts';
import type { NewestPage } from '../../platform/database/newest-page.ts';
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

interface FriendshipsRequest extends FriendshipsOf, NewestPage {}

const accepted = (status: FriendshipStatus | null) => (status === null ? null : status === 'Accepted');

/**
 * Returns the friendships of a user that the viewer may see, newest first. @throws Failure INVALID for pending ones of
 * others
 */
export async function listFriendships(context: Context, request: FriendshipsRequest): Promise<FriendshipRow[]> {
  const viewer = viewerOf(context);
  const { userId, status, limit, offset } = request;
  checkStatus(status, userId, viewer.id);
  const [read, position] = directed(friendshipsOfUser, request);
  const rows = await context.database.all(read, [viewer.id, userId, accepted(status), limit, offset, position]);
  return rows.map(friendshipRow);
}

/** Their total number. */
export async function countFriendships(context: Context, { userId, status }: FriendshipsOf): Promise<number> {
  const values = [viewerOf(context).id, userId, accepted(status)];
  return (await context.database.one(friendshipCountOfUser, values))?.count ?? 0;
}
