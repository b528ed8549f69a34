import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../people/user.queries.ts';

/** A page of a user's friends, newest account first. */
interface FriendsRequest {
  limit: number;
  offset: number;
  /** Only users with a lower id. */
  beforeId: number | null;
}

/**
 * Returns the friends of a user that the viewer may see. Friends are left out if a block separates any two of the three
 * users.
 */
export function listFriends(context: Context, userId: number, request: FriendsRequest): Promise<UserRow[]> {
  viewerOf(context);
  const { limit, offset, beforeId } = request;
  return context.loaders.friends.load({ of: userId, limit, offset, after: 0, before: beforeId, fromEnd: true });
}

/** Their total number. */
export function countFriends(context: Context, userId: number): Promise<number> {
  viewerOf(context);
  return context.loaders.friendCounts.load(userId);
}
