import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { invalid } from '../../errors.ts';
import type { Failure } from '../../errors.ts';
import { lockAccount } from './account.queries.ts';
import { lockEmail } from '../friendships/invitation.queries.ts';
import { isPresent } from '../rules/visibility.ts';
import { hashSecret } from './keys.ts';
import { forgive, guessToken, rememberAddress } from './known-addresses.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { setProvenPassword } from './prove-address.ts';
import { addressKey } from '../../platform/mail/address.ts';

/** `$1` is the hash of the token, and `$2` the current time. The result is the user whose password the link sets, with the name by which attempts to sign in are counted. */
export const openReset = statement.read<{ userId: number; email: string; name: string }>(
  'open_reset',
  `select u.id as "userId", u.email, ${addressKey('u.email')} as name from password_reset r join users u on u.id = r.user_id
   where r.token_hash = $1 and r.expires_date > $2 and ${isPresent('u.id')}`,
  { all: 'finds whose link it is' },
);

/**
 * Sets a new password with the token of a mailed link, which is valid once and for an hour. All keys are revoked
 * (decisions A4, A7), and the address is proven (decisions N21).
 * @throws Failure INVALID when the token is unknown, used or expired
 */
export async function finishPasswordReset(context: Context, token: string, newPassword: string): Promise<void> {
  await context.budget.spend('signIn');
  checkPassword(newPassword, 'newPassword');
  const passwordHash = await hashPassword(context, newPassword);
  const tokenHash = hashSecret(token);
  const now = context.now();
  const set = async (tx: Transaction) => {
    const reset = await tx.one(openReset, [tokenHash, now]);
    if (!reset) throw unknownToken();
    await tx.one(lockEmail, [reset.email]);
    await tx.all(lockAccount, [reset.userId]);
    const em = await tx.em();
    const spent = await em.nativeDelete(PasswordReset, { tokenHash, expiresDate: { $gt: now } });
    if (spent === 0) throw unknownToken();
    await setProvenPassword(context, tx, reset.userId, passwordHash);
    await rememberAddress(context, tx, reset.userId);
    return reset.name;
  };
  const name = await guessToken(context, () => context.database.transaction(set));
  // Whoever has tried passwords of this account has not tried this one.
  await forgive(context, name);
  context.forgetKeys();
}

function unknownToken(): Failure {
  return invalid('token', 'is unknown, used already, or older than an hour', 'NOT_FOUND');
}
