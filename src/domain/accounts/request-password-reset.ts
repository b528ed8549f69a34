import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { accountByEmail } from './account.queries.ts';
import { hashSecret, newSecret } from './keys.ts';
import { suspensionOf } from './suspended.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { passwordMail } from './password-mail.ts';
import { asciiAddress } from '../../platform/mail/address.ts';

/** How long a mailed link is valid (decisions A7). */
const validMs = 3_600_000;

/**
 * `$1` is the user id, `$2` the hash of the token, and `$3` its expiry. An earlier link of the user ends (decisions
 * N21).
 */
const newReset = statement.write(
  'new_reset',
  `insert into password_reset (user_id, token_hash, expires_date) values ($1, $2, $3)
   on conflict (user_id) do update set token_hash = excluded.token_hash, expires_date = excluded.expires_date`,
);

/**
 * Mails a link with which a new password can be set. An earlier link ends. When the budget for mails to the recipient
 * is used up, the latest link remains and no mail is sent; the answer to the caller is the same.
 * @throws Failure EMAIL_UNKNOWN (109)
 */
export async function requestPasswordReset(context: Context, email: string): Promise<void> {
  await context.budget.spend('passwordMail');
  const address = asciiAddress(email.trim());
  const account = address.includes('\0') ? undefined : await context.database.one(accountByEmail, [address]);
  if (!account) throw new Failure('EMAIL_UNKNOWN');
  // No mail goes to an account that is suspended, and its password opens nothing.
  if (await context.database.one(suspensionOf, [account.id])) return;
  if (!(await context.budget.spendsOn('passwordMailTo', `user:${account.id}`))) return;
  const token = newSecret();
  const expires = new Date(context.now().getTime() + validMs);
  await context.database.transaction(async (tx) => {
    await tx.all(newReset, [account.id, hashSecret(token), expires]);
    const link = `${context.publicUrl}/password-reset/${token}`;
    await context.integrations.mailer.queue(await tx.em(), passwordMail(account.email, link, expires));
  });
}

/** Deletes links that have expired. They are not deleted elsewhere. */
export async function sweepResets({ database, now }: Pick<Context, 'database' | 'now'>): Promise<void> {
  await unitOfWork(database, (em) => em.nativeDelete(PasswordReset, { expiresDate: { $lte: now() } }));
}
