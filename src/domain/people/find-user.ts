import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { flatUserWithProfile, userWithProfile } from './profile.queries.ts';
import type { UserWithProfile } from './profile.queries.ts';
import { userById } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

/** Returns a user, or null if there is none that the viewer may see. */
export async function findUser(context: Context, userId: number): Promise<UserRow | null> {
  return (await context.database.one(userById, [viewerOf(context).id, userId])) ?? null;
}

/** Returns a user with the profile, which takes one statement instead of two; or null as `findUser` does. */
export async function findUserWithProfile(context: Context, userId: number): Promise<UserWithProfile | null> {
  const found = await context.database.one(flatUserWithProfile, [viewerOf(context).id, userId]);
  return found ? userWithProfile(found) : null;
}
