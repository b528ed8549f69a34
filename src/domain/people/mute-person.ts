import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { lockConversationsOfBoth, recountMembershipsWith } from '../conversations/recount-members.ts';
import { Failure, invalid } from '../../errors.ts';
import { findUser } from './find-user.ts';
import type { UserRow } from './user.queries.ts';

const addMute = statement.write<{ id: number }>(
  'add_mute',
  'insert into mute (user_id, muted_id) values ($1, $2) on conflict do nothing returning muted_id as id',
);
const removeMute = statement.write<{ id: number }>(
  'remove_mute',
  'delete from mute where user_id = $1 and muted_id = $2 returning muted_id as id',
);

/**
 * Mutes a user. The user's posts and comments no longer appear in the viewer's feeds and lists of comments, and the user's
 * messages neither count as unread nor cause live events (decisions D212). The muted user is not informed. A second call has
 * no further effect. Returns the user.
 * @throws Failure NOT_FOUND if the viewer may not see the user, INVALID for the viewer, RATE_LIMITED
 */
export async function mutePerson(context: Context, userId: number): Promise<UserRow> {
  const viewer = viewerOf(context);
  if (userId === viewer.id) throw invalid('userId', 'is your own');
  const user = await findUser(context, userId);
  if (!user) throw new Failure('NOT_FOUND');
  await context.budget.spend('mute');
  await context.database.transaction((tx) => change(tx, addMute, viewer.id, userId));
  return user;
}

/**
 * Ends muting a user. Unread messages of the user count again. It has no effect if the user is not muted. Returns the user,
 * or null if the viewer may not see the user.
 * @throws Failure NOT_FOUND if the user is not muted and the viewer may not see the user, RATE_LIMITED
 */
export async function unmutePerson(context: Context, userId: number): Promise<UserRow | null> {
  const viewer = viewerOf(context);
  await context.budget.spend('mute');
  const user = await findUser(context, userId);
  const wasMuted = await context.database.transaction((tx) => change(tx, removeMute, viewer.id, userId));
  if (!user && !wasMuted) throw new Failure('NOT_FOUND');
  return user;
}

/** The unread messages are recounted while the conversations are locked, so that no message arrives in between. */
async function change(tx: Transaction, mute: typeof addMute, viewerId: number, userId: number): Promise<boolean> {
  await tx.all(lockConversationsOfBoth, [viewerId, userId]);
  if (!(await tx.one(mute, [viewerId, userId]))) return false;
  await tx.all(recountMembershipsWith, [viewerId, userId]);
  return true;
}
