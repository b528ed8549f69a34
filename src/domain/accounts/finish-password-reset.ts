import type { Context } from '../context.ts';
import { queriesOf } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { invalid } from '../../errors.ts';
import { revokeOtherKeys } from './account.queries.ts';
import { hashSecret } from './keys.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { User } from './user.entity.ts';

const spendReset = statement<{ userId: number }>(
  'spend_reset',
  'delete from password_reset where token_hash = $1 and expires_date > $2 returning user_id as "userId"',
);

/**
 * Sets a new password with the token of the mailed link: once, within the hour; every key is revoked (decisions A4, A7).
 * @throws Failure INVALID when the token is unknown, spent or too old
 */
export async function finishPasswordReset(context: Context, token: string, newPassword: string): Promise<void> {
  await context.budget.spend('signIn');
  checkPassword(newPassword, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await context.database.em().transactional(async (em) => {
    const queries = queriesOf(em);
    const reset = await queries.one(spendReset, [hashSecret(token), context.now()]);
    if (!reset) throw invalid('token', 'is unknown, used already, or older than an hour');
    await em.nativeUpdate(User, { id: reset.userId }, { passwordHash, emailProven: true });
    await queries.all(revokeOtherKeys, [reset.userId, 0]);
  });
  context.forgetKeys();
}
