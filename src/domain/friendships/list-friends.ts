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

/** A user's friends as far as the viewer may see them: nobody where a block stands between any of the three. */
export function listFriends(context: Context, userId: number, request: FriendsRequest): Promise<UserRow[]> {
  viewerOf(context);
  const { limit, offset, beforeId } = request;
  return context.loaders.friends.load({ of: userId, limit, offset, after: 0, before: beforeId, fromEnd: true });
}

/** How many they are in all. */
export function countFriends(context: Context, userId: number): Promise<number> {
  viewerOf(context);
  return context.loaders.friendCounts.load(userId);
}
