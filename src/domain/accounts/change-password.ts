import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { accountById, endReset, replacePassword, revokeOtherKeys } from './account.queries.ts';
import { payKeyedGuess } from './known-addresses.ts';
import { checkPassword, hashPassword, passwordMatches } from './passwords.ts';

/**
 * Sets a new password, and ends all keys but the one in use and the mailed reset link. Of several at once with the same old password one does.
 * @throws Failure OLD_PASSWORD_MISMATCH, INVALID
 */
export async function changePassword(context: Context, oldPassword: string, newPassword: string): Promise<void> {
  const viewer = viewerOf(context);
  await context.budget.spend('signIn');
  await payKeyedGuess(context, viewer.id);
  const account = await context.database.one(accountById, [viewer.id]);
  if (!(await passwordMatches(account?.passwordHash, oldPassword))) throw new Failure('OLD_PASSWORD_MISMATCH');
  checkPassword(newPassword, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await context.database.transaction(async (tx) => {
    const replaced = await tx.one(replacePassword, [viewer.id, account?.passwordHash ?? null, passwordHash]);
    if (!replaced) throw new Failure('OLD_PASSWORD_MISMATCH');
    await tx.all(endReset, [viewer.id]);
    await tx.all(revokeOtherKeys, [viewer.id, viewer.keyId]);
  });
  context.forgetKeys();
}
