import { locks, lockLeaver } from '../leaving/leaving.queries.ts';
import { runInTurn, viewerOf } from '../context.ts';
import type { Context, ProcessContext } from '../context.ts';
import { User } from '../people/user.entity.ts';
import { recountConversationsOf } from '../conversations/recount-members.ts';
import type { Transaction } from '@runners/postgres';
import type { Statement } from '../../platform/database/statement.ts';
import { callerNamed } from '@runners/limits';
import { Failure, invalid } from '../../errors.ts';
import { mustBeStaff } from '../context.ts';
import { checkNote, decideCase, mustNotConcernSelf, recordAct } from './acts.ts';
import {
  announceKeys,
  deleteSuspension,
  endedSuspensions,
  hidePromises,
  insertSuspension,
  isInFuture,
  restorePromises,
  returnToComments,
  returnToPosts,
  publishFriendships,
  publishPostsRestored,
  publishPostsGone,
  publishConversations,
  withholdFromComments,
  withholdFromPosts,
} from './suspension.queries.ts';

/** The consequences of a suspension, and of its end, in order. Each statement takes the id of the user. */
const consequences: Statement<unknown>[] = [
  withholdFromPosts,
  withholdFromComments,
  hidePromises,
  recountConversationsOf,
  publishPostsGone,
  publishFriendships,
  publishConversations,
  announceKeys,
];
const endConsequences: Statement<unknown>[] = [
  returnToPosts,
  returnToComments,
  restorePromises,
  recountConversationsOf,
  publishPostsRestored,
  publishFriendships,
  publishConversations,
  announceKeys,
];

/**
 * Returns the account of a user, locked together with the rows that others may be writing to, as a deletion does.
 * @throws Failure NOT_FOUND
 */
async function lockPerson(tx: Transaction, userId: number): Promise<{ email: string }> {
  for (const { statement, values } of locks) await tx.all(statement, values({ id: userId }));
  const person = await tx.one(lockLeaver, [userId]);
  if (!person) throw new Failure('NOT_FOUND');
  return person;
}

/**
 * Suspends an account until a given time or until the staff end the suspension. Its keys are refused, its open connections
 * are closed, and other users see neither the user nor the user's content. Nothing is deleted. A second call replaces the
 * end of the suspension.
 * @param until the end of the suspension, or null if it lasts until `unsuspendPerson` is called
 * @throws Failure NOT_STAFF, NOT_FOUND, INVALID for oneself, for other staff, and for an end that is not in the future
 */
export async function suspendPerson(context: Context, userId: number, until: Date | null, note: string): Promise<void> {
  mustBeStaff(context);
  const viewer = viewerOf(context);
  mustNotConcernSelf(viewer, userId, 'userId');
  const why = checkNote(note);
  const once = async (tx: Transaction) => {
    if (until && !(await tx.one(isInFuture, [until]))) throw invalid('until', 'must be in the future', 'OUT_OF_RANGE');
    const { email } = await lockPerson(tx, userId);
    const em = await tx.em();
    if ((await em.count(User, { id: userId, isStaff: true })) > 0)
      throw invalid('userId', 'is a staff account, which an operator has to make an ordinary one first');
    const changed = await tx.one(insertSuspension, [userId, until]);
    if (!changed) return;
    for (const statement of consequences) await tx.all(statement, [userId]);
    await context.integrations.mailer.drop(em, email);
    await decideCase(tx, 'person', userId, 'resolved');
    const act = { staffId: viewer.id, action: 'suspend', kind: 'person', subjectId: userId } as const;
    await recordAct(tx, { ...act, personId: userId, note: why, until });
  };
  await runInTurn(context, 'accounts', () => context.database.transaction(once, { unhurried: true }));
  context.forgetKeys();
}

/**
 * Ends a suspension, which makes everything visible again. It has no effect if the account is not suspended. @throws Failure
 * NOT_STAFF, NOT_FOUND, INVALID
 */
export async function unsuspendPerson(context: Context, userId: number, note: string): Promise<void> {
  mustBeStaff(context);
  const viewer = viewerOf(context);
  mustNotConcernSelf(viewer, userId, 'userId');
  const why = checkNote(note);
  await runInTurn(context, 'accounts', () => end(context, userId, viewer.id, why));
}

/** Ends suspensions that have expired. It is called every few seconds. */
export async function endSuspensions(processContext: ProcessContext): Promise<void> {
  const ended = await processContext.database.all(endedSuspensions, [100]);
  const nobody = callerNamed('expired suspensions');
  for (const { id } of ended)
    await processContext.capacity.accounts.run(nobody, () => end(processContext, id, null, 'It ended by itself.'));
}

/** Ends a suspension. @param staffId the staff user, or null to end the suspension only if it has expired */
async function end(
  { database, forgetKeys }: Pick<ProcessContext, 'database' | 'forgetKeys'>,
  userId: number,
  staffId: number | null,
  note: string,
): Promise<void> {
  const once = async (tx: Transaction) => {
    await lockPerson(tx, userId);
    if (!(await tx.one(deleteSuspension, [userId, staffId === null]))) return;
    for (const statement of endConsequences) await tx.all(statement, [userId]);
    await recordAct(tx, { staffId, action: 'unsuspend', kind: 'person', subjectId: userId, personId: userId, note });
  };
  await database.transaction(once, { unhurried: true });
  forgetKeys();
}
