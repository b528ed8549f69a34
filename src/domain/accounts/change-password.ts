import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { accountById, revokeOtherKeys } from './account.queries.ts';
import { guessWithKey } from './known-addresses.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { checkPassword, hashPassword, mustMatch } from './passwords.ts';
import { User } from '../people/user.entity.ts';

/**
 * Sets a new password, and revokes all keys except the current one and the mailed reset link. Of several calls at the
 * same time with the same old password, one succeeds.
 * @throws Failure OLD_PASSWORD_MISMATCH, INVALID
 */
export async function changePassword(context: Context, oldPassword: string, newPassword: string): Promise<void> {
  const viewer = viewerOf(context);
  const account = await context.database.one(accountById, [viewer.id]);
  await guessWithKey(context, viewer.id, () =>
    mustMatch(context, account?.passwordHash, oldPassword, 'OLD_PASSWORD_MISMATCH'),
  );
  checkPassword(newPassword, 'newPassword');
  const passwordHash = await hashPassword(context, newPassword);
  const checked = { id: viewer.id, passwordHash: account?.passwordHash ?? null };
  await context.database.transaction(async (tx) => {
    const em = await tx.em();
    const replaced = await em.nativeUpdate(User, checked, { passwordHash });
    if (replaced === 0) throw new Failure('OLD_PASSWORD_MISMATCH');
    await em.nativeDelete(PasswordReset, { user: viewer.id });
    await tx.all(revokeOtherKeys, [viewer.id, viewer.keyId]);
  });
  context.forgetKeys();
}
