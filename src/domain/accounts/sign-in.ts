import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { accountByAddress, passwordStill } from './account.queries.ts';
import { issueKey } from './issue-key.ts';
import type { SignedIn } from './issue-key.ts';
import { payGuess, rememberAddress } from './known-addresses.ts';
import { passwordMatches } from './passwords.ts';

/**
 * Signs in with e-mail address and password. An unknown address gets the same answer and causes the same work
 * (decisions A5, A6).
 */
export async function signIn(context: Context, email: string, password: string): Promise<SignedIn> {
  await context.budget.spend('signIn');
  const address = email.trim().slice(0, 254);
  // No stored address contains a NUL, and PostgreSQL does not accept one.
  const found = address.includes('\0') ? undefined : await context.database.one(accountByAddress, [address]);
  const account = found?.account;
  await payGuess(context, found?.name ?? '\0', account?.id ?? null);
  if (!(await passwordMatches(account?.passwordHash, password)) || !account) throw new Failure('WRONG_PASSWORD');
  const signedIn = await context.database.transaction(async (tx) => {
    // While a password is being changed, it is no longer accepted, since its keys have just been revoked.
    const still = await tx.one(passwordStill, [account.id, account.passwordHash]);
    if (!still) throw new Failure('WRONG_PASSWORD');
    await rememberAddress(context, tx, account.id);
    return issueKey(await tx.em(), account, context.userAgent);
  });
  if (signedIn.keysDropped) context.forgetKeys();
  return signedIn;
}
