import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { accountByAddress, passwordStill } from './account.queries.ts';
import { issueKey } from './issue-key.ts';
import type { SignedIn } from './issue-key.ts';
import { payGuess, rememberAddress } from './known-addresses.ts';
import { passwordMatches } from './passwords.ts';

/** Signs in with e-mail and password; the same answer and work for an unknown e-mail (decisions A5, A6). */
export async function signIn(context: Context, email: string, password: string): Promise<SignedIn> {
  await context.budget.spend('signIn');
  const address = email.trim().slice(0, 254);
  // A NUL is no letter of any stored address, and PostgreSQL takes none.
  const found = address.includes('\0') ? undefined : await context.database.one(accountByAddress, [address]);
  const account = found?.account;
  await payGuess(context, found?.name ?? '\0', account?.id ?? null);
  if (!(await passwordMatches(account?.passwordHash, password)) || !account) throw new Failure('WRONG_PASSWORD');
  const signedIn = await context.database.transaction(async (tx) => {
    // A password that is being changed opens nothing any more: its keys have just been revoked.
    const still = await tx.one(passwordStill, [account.id, account.passwordHash]);
    if (!still) throw new Failure('WRONG_PASSWORD');
    await rememberAddress(context, tx, account.id);
    return issueKey(await tx.em(), account, context.userAgent);
  });
  if (signedIn.keysDropped) context.forgetKeys();
  return signedIn;
}
