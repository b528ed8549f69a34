import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { accountByAddress, keyOfOurs, passwordStill, renewPassword } from './account.queries.ts';
import { issueKey } from './issue-key.ts';
import type { SignedIn } from './issue-key.ts';
import { guess, rememberAddress, signInInTurn } from './known-addresses.ts';
import { newPasswordMail } from './password-mail.ts';
import { hashPassword, mustMatch } from './passwords.ts';
import { asciiAddress } from '../../platform/mail/address.ts';

/**
 * Signs in with e-mail address and password. An unknown address gets the same answer and causes the same work
 * (decisions A5, A6).
 */
export async function signIn(context: Context, email: string, password: string): Promise<SignedIn> {
  await context.budget.spend('signIn');
  const address = asciiAddress(email.trim().slice(0, 254));
  const signedIn = await signInInTurn(
    context,
    'signIns',
    // A request that was sent twice may have replaced the hash in the meantime. It is compared with the new one then.
    async () => (await attempt(context, address, password)) ?? (await attempt(context, address, password)),
  );
  if (!signedIn) throw new Failure('WRONG_PASSWORD');
  if (signedIn.keysDropped) context.forgetKeys();
  return signedIn;
}

/** Returns null if the stored hash was replaced after it was compared. @throws Failure WRONG_PASSWORD */
async function attempt(context: Context, address: string, password: string): Promise<SignedIn | null> {
  // No stored address contains a NUL, and PostgreSQL does not accept one.
  const found = address.includes('\0') ? undefined : await context.database.one(accountByAddress, [address]);
  const account = found?.account;
  const matched = await guess(context, found?.name ?? '\0', account?.id ?? null, () =>
    mustMatch(context, account?.passwordHash, password, 'WRONG_PASSWORD'),
  );
  // Nothing matches without an account.
  if (!account) throw new Failure('WRONG_PASSWORD');
  const renewed = matched === 'former' ? await hashPassword(context, password) : null;
  return context.database.transaction(async (tx) => {
    // While a password is being changed, it is no longer accepted, since its keys have just been revoked.
    const still = await tx.one(passwordStill, [account.id, account.passwordHash]);
    if (!still) return null;
    if (renewed !== null) await tx.one(renewPassword, [account.id, renewed]);
    await rememberAddress(context, tx, account.id);
    const em = await tx.em();
    const isAsked = matched === 'part' && !(await tx.one(keyOfOurs, [account.id]));
    const signedIn = await issueKey(em, account, context.userAgent);
    if (isAsked) await context.integrations.mailer.queue(em, newPasswordMail(account.email));
    return signedIn;
  });
}
