import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { queriesOf } from '../../platform/database/database.ts';
import { undeadlocked } from '../../platform/database/undeadlocked.ts';
import { Failure } from '../../errors.ts';
import { accountById } from './account.queries.ts';
import { lockLeaver, locks, steps } from './leaving.queries.ts';
import type { Leaver } from './leaving.queries.ts';
import { passwordMatches } from './passwords.ts';

/**
 * Deletes one's own account (decisions part 5): workouts and posts go, with all that only concerned this user; messages
 * stay with others under the kept name. Every key ends at once, and the address may register anew. A second one at the
 * same moment finds nothing left to do. What goes is listed in `leaving.queries.ts`.
 * @throws Failure OLD_PASSWORD_MISMATCH
 */
export async function deleteAccount(context: Context, password: string): Promise<void> {
  const viewer = viewerOf(context);
  await context.budget.spend('signIn');
  const account = await context.database.one(accountById, [viewer.id]);
  if (account) await context.budget.spendSignInAs(account.email);
  if (!(await passwordMatches(account?.passwordHash, password))) throw new Failure('OLD_PASSWORD_MISMATCH');
  const leaver = await undeadlocked(() => leave(context, viewer.id));
  context.forgetKeys();
  if (leaver) await context.outside.mailer.erase(leaver.email);
}

/** Everything in one transaction; the account as it was, if it was there. */
async function leave(context: Context, userId: number): Promise<Leaver | undefined> {
  return context.database.em().transactional(async (em) => {
    const queries = queriesOf(em);
    for (const { statement } of locks) await queries.all(statement, [userId]);
    const leaver = await queries.one(lockLeaver, [userId]);
    if (!leaver) return undefined;
    for (const { statement, values } of steps) await queries.all(statement, values(leaver));
    await context.outside.mailer.drop(em, leaver.email);
    return leaver;
  });
}
