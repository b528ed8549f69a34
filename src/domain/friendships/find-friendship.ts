import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Queries } from '@runners/postgres';
import { Failure, invalid } from '../../errors.ts';
import { friendshipBetween, friendshipRow, friendshipsByIds } from './friendship.queries.ts';
import type { FriendshipRow, FriendshipStatus } from './friendship.queries.ts';

/** Finds a friendship; null when there is none that the viewer may see. */
export async function findFriendship(
  context: Context,
  friendshipId: number,
  queries: Queries = context.database,
): Promise<FriendshipRow | null> {
  const flat = await queries.one(friendshipsByIds, [viewerOf(context).id, [friendshipId]]);
  return flat ? friendshipRow(flat) : null;
}

/** Finds a friendship that must exist. @throws Failure NOT_FOUND */
export async function needFriendship(
  context: Context,
  friendshipId: number,
  queries?: Queries,
): Promise<FriendshipRow> {
  const found = await findFriendship(context, friendshipId, queries);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

/**
 * Finds the friendship of two users with a status, whoever requested it (interface, GET /friendship/exists/{id}/); null
 * when there is none that the viewer may see. @throws Failure INVALID for pending friendships of others
 */
export async function findFriendshipBetween(
  context: Context,
  userId: number,
  withUserId: number,
  status: FriendshipStatus,
): Promise<FriendshipRow | null> {
  const viewer = viewerOf(context);
  // It makes no difference which of the two is named first.
  checkStatus(status, withUserId === viewer.id ? viewer.id : userId, viewer.id);
  const flat = await context.database.one(friendshipBetween, [viewer.id, userId, withUserId, status === 'Accepted']);
  return flat ? friendshipRow(flat) : null;
}

/** Only their two users may request pending friendships (interface, Friendships). @throws Failure INVALID */
export function checkStatus(status: FriendshipStatus | null, userId: number, viewerId: number): void {
  if (status === 'Pending' && userId !== viewerId) throw invalid('status', 'Pending is only there for your own');
}
