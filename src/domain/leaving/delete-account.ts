import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { accountById, passwordStill } from '../accounts/account.queries.ts';
import { Failure } from '../../errors.ts';
import { lockLeaver, locks, steps } from './leaving.queries.ts';
import type { Leaver } from './leaving.queries.ts';
import { guessWithKey } from '../accounts/known-addresses.ts';
import { mustMatch } from '../accounts/passwords.ts';

/**
 * Deletes the account of the viewer: workouts and posts are deleted with everything that concerns only this user, and
 * messages remain with the other members under the stored name. All keys are revoked at once, and the address can be
 * registered again. A second call at the same time finds nothing to delete. `leaving.queries.ts` lists what is deleted.
 * @throws Failure OLD_PASSWORD_MISMATCH
 */
export async function deleteAccount(context: Context, password: string): Promise<void> {
  const viewer = viewerOf(context);
  const account = await context.database.one(accountById, [viewer.id]);
  await guessWithKey(context, viewer.id, () =>
    mustMatch(context, account?.passwordHash, password, 'OLD_PASSWORD_MISMATCH'),
  );
  const leaver = await runInTurn(context, 'accounts', () => leave(context, viewer.id, account?.passwordHash ?? null));
  context.forgetKeys();
  if (leaver) await context.integrations.mailer.erase(leaver.email);
}

/**
 * Deletes everything in one transaction. Returns the former account, or undefined if it did not exist.
 * @throws Failure OLD_PASSWORD_MISMATCH if the password was changed after it was compared with its hash
 */
async function leave(context: Context, userId: number, passwordHash: string | null): Promise<Leaver | undefined> {
  const work = async (tx: Transaction) => {
    for (const { statement, values } of locks) await tx.all(statement, values({ id: userId }));
    const leaver = await tx.one(lockLeaver, [userId]);
    if (!leaver) return undefined;
    if (!(await tx.one(passwordStill, [userId, passwordHash]))) throw new Failure('OLD_PASSWORD_MISMATCH');
    for (const { statement, values } of steps) await tx.all(statement, values(leaver));
    await context.integrations.mailer.drop(await tx.em(), leaver.email);
    return leaver;
  };
  return context.database.transaction(work, { unhurried: true });
}
