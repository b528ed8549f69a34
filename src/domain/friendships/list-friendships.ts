import type { Page } from '../../platform/database/loader.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { checkStatus } from './find-friendship.ts';
import { friendshipsOfUser } from './friendship.queries.ts';
import type { FriendshipRow, FriendshipStatus } from './friendship.queries.ts';

/** The user, and the status of the friendships (null: all that the viewer may see). */
interface FriendshipsOf {
  userId: number;
  status: FriendshipStatus | null;
}

interface FriendshipsRequest extends FriendshipsOf, Page {}

const accepted = (status: FriendshipStatus | null) => (status === null ? null : status === 'Accepted');

/**
 * Returns the friendships of a user that the viewer may see, newest first. @throws Failure INVALID for pending ones of
 * others
 */
export async function listFriendships(context: Context, request: FriendshipsRequest): Promise<FriendshipRow[]> {
  const viewer = viewerOf(context);
  const { userId, status } = request;
  checkStatus(status, userId, viewer.id);
  return friendshipsOfUser.page(context.database, [viewer.id, userId, accepted(status)], request);
}

/** Their total number. */
export function countFriendships(context: Context, { userId, status }: FriendshipsOf): Promise<number> {
  return friendshipsOfUser.total(context.database, [viewerOf(context).id, userId, accepted(status)]);
}
