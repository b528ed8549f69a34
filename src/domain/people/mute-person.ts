import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { lockConversationsOfBoth, recountMembershipsWith } from '../conversations/recount-members.ts';
import { Failure, invalid } from '../../errors.ts';
import { findUser } from './find-user.ts';
import type { UserRow } from './user.queries.ts';

const addMute = statement<{ id: number }>(
  'add_mute',
  'insert into mute (user_id, muted_id) values ($1, $2) on conflict do nothing returning muted_id as id',
);
const removeMute = statement<{ id: number }>(
  'remove_mute',
  'delete from mute where user_id = $1 and muted_id = $2 returning muted_id as id',
);

/**
 * Mutes a person: nothing of theirs comes to the viewer unasked any more, neither in feeds and lists of comments nor as
 * unread messages or live events (decisions D212). They learn nothing of it. Muting twice is muting once. Returns the person.
 * @throws Failure NOT_FOUND for who is not there for the viewer, INVALID with oneself, RATE_LIMITED
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
 * Takes a mute back: their messages that are unread count again. Not muted: nothing happens. Returns the person, or null
 * when they are not there for the viewer.
 * @throws Failure NOT_FOUND for who is neither muted nor there for the viewer, RATE_LIMITED
 */
export async function unmutePerson(context: Context, userId: number): Promise<UserRow | null> {
  const viewer = viewerOf(context);
  await context.budget.spend('mute');
  const user = await findUser(context, userId);
  const wasMuted = await context.database.transaction((tx) => change(tx, removeMute, viewer.id, userId));
  if (!user && !wasMuted) throw new Failure('NOT_FOUND');
  return user;
}

/** The unread messages are counted anew below the locks of the conversations: no message can come in between. */
async function change(tx: Transaction, mute: typeof addMute, viewerId: number, userId: number): Promise<boolean> {
  await tx.all(lockConversationsOfBoth, [viewerId, userId]);
  if (!(await tx.one(mute, [viewerId, userId]))) return false;
  await tx.all(recountMembershipsWith, [viewerId, userId]);
  return true;
}
