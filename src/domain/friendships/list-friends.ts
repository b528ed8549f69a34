import { friendCountsLoader, friendsLoader } from './friendship.loaders.ts';
import type { Page } from '../../platform/database/loader.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../people/user.queries.ts';

/**
 * Returns the friends of a user that the viewer may see. Friends are left out if a block separates any two of the three
 * users.
 */
export function listFriends(context: Context, userId: number, page: Page): Promise<UserRow[]> {
  viewerOf(context);
  return context.loader(friendsLoader).load({ of: userId, ...page });
}

/** Their total number. */
export function countFriends(context: Context, userId: number): Promise<number> {
  viewerOf(context);
  return context.loader(friendCountsLoader).load(userId);
}
