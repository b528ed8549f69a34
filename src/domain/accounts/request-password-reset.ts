import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { accountByEmail } from './account.queries.ts';
import { hashSecret, newSecret } from './keys.ts';
import { passwordMail } from './password-mail.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { User } from './user.entity.ts';

/** How long a mailed link works (decisions A7). */
const validMs = 3_600_000;

/** Mails a link with which a new password can be set. @throws Failure EMAIL_UNKNOWN (109) */
export async function requestPasswordReset(context: Context, email: string): Promise<void> {
  await context.budget.spend('passwordMail');
  const address = email.trim();
  const account = address.includes('\0') ? undefined : await context.database.one(accountByEmail, [address]);
  if (!account) throw new Failure('EMAIL_UNKNOWN');
  const token = newSecret();
  await context.database.em().transactional(async (em) => {
    em.create(PasswordReset, {
      tokenHash: hashSecret(token),
      user: em.getReference(User, account.id),
      expiresDate: new Date(context.now().getTime() + validMs),
    });
    await context.outside.mailer.queue(em, passwordMail(account.email, `${context.publicUrl}/password-reset/${token}`));
  });
}
