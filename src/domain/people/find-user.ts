import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { userById } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

/** Returns a user, or null if there is none that the viewer may see. */
export async function findUser(context: Context, userId: number): Promise<UserRow | null> {
  return (await context.database.one(userById, [viewerOf(context).id, userId])) ?? null;
}
