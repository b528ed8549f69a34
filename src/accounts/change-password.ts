import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { queriesOf } from '../database/database.ts';
import { Failure } from '../errors.ts';
import { accountById, revokeOtherKeys } from './account.queries.ts';
import { checkPassword, hashPassword, passwordMatches } from './passwords.ts';
import { User } from './user.entity.ts';

/** Sets a new password and revokes all keys but the one in use. @throws Failure OLD_PASSWORD_MISMATCH, INVALID */
export async function changePassword(context: Context, oldPassword: string, newPassword: string): Promise<void> {
  const viewer = viewerOf(context);
  await context.budget.spend('signIn');
  const account = await context.database.one(accountById, [viewer.id]);
  if (!(await passwordMatches(account?.passwordHash, oldPassword))) throw new Failure('OLD_PASSWORD_MISMATCH');
  checkPassword(newPassword, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await context.database.em().transactional(async (em) => {
    await em.nativeUpdate(User, { id: viewer.id }, { passwordHash });
    await queriesOf(em).all(revokeOtherKeys, [viewer.id, viewer.keyId]);
  });
  context.forgetKeys();
}
