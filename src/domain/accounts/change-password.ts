import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { queriesOf } from '../../platform/database/database.ts';
import { Failure } from '../../errors.ts';
import { accountById, replacePassword, revokeOtherKeys } from './account.queries.ts';
import { checkPassword, hashPassword, passwordMatches } from './passwords.ts';

/**
 * Sets a new password and revokes all keys but the one in use. Of several at once with the same old password one does.
 * @throws Failure OLD_PASSWORD_MISMATCH, INVALID
 */
export async function changePassword(context: Context, oldPassword: string, newPassword: string): Promise<void> {
  const viewer = viewerOf(context);
  await context.budget.spend('signIn');
  const account = await context.database.one(accountById, [viewer.id]);
  if (!(await passwordMatches(account?.passwordHash, oldPassword))) throw new Failure('OLD_PASSWORD_MISMATCH');
  checkPassword(newPassword, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await context.database.em().transactional(async (em) => {
    const queries = queriesOf(em);
    const replaced = await queries.one(replacePassword, [viewer.id, account?.passwordHash ?? null, passwordHash]);
    if (!replaced) throw new Failure('OLD_PASSWORD_MISMATCH');
    await queries.all(revokeOtherKeys, [viewer.id, viewer.keyId]);
  });
  context.forgetKeys();
}
