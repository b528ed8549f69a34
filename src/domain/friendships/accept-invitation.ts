import { registerInvited } from '../accounts/register.ts';
import { checkPassword, hashPassword } from '../accounts/passwords.ts';
import { lockAccount } from '../accounts/account.queries.ts';
import { confirmAddress, setProvenPassword } from '../accounts/prove-address.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { invitationOf } from './invitation-link.ts';
import { lockEmail } from './invitation.queries.ts';
import type { OpenInvitation } from './invitation.queries.ts';

/** The fields of the page of an invitation. Names are only there if there is no account yet. */
interface Acceptance {
  firstName: string;
  lastName: string;
  password: string;
}

/**
 * Confirms through the mailed link of an invitation that the account with its address belongs to the owner of the address
 * (decisions P2).
 * @throws Failure NOT_FOUND when the link has ended or there is no account
 */
export async function confirmInvited(context: Context, link: string): Promise<void> {
  const invitation = await invitationOf(context, context.database, link);
  if (!invitation || invitation.userId === null) throw new Failure('NOT_FOUND');
  await context.database.transaction((tx) => ofAccount(context, tx, link, invitation, confirmAddress));
}

/**
 * Changes the account with the address of an invitation, while it and the address are locked.
 * @throws Failure NOT_FOUND when another link to the same address was used at the same time
 */
async function ofAccount(
  context: Context,
  tx: Transaction,
  link: string,
  { email, userId }: OpenInvitation,
  change: (tx: Transaction, userId: number) => Promise<void>,
): Promise<void> {
  await tx.one(lockEmail, [email]);
  await tx.all(lockAccount, [userId]);
  const still = await invitationOf(context, tx, link);
  if (!still || still.userId === null) throw new Failure('NOT_FOUND');
  await change(tx, still.userId);
}

/**
 * Accepts an invitation by its mailed link. This creates an account, or sets a new password for an account with this
 * address that was never proven and that somebody else has made. In both cases the address is proven, and the users who have
 * invited it become friends (N22).
 * @throws Failure NOT_FOUND when the link has ended, INVALID, RATE_LIMITED
 */
export async function acceptInvitation(context: Context, link: string, acceptance: Acceptance): Promise<void> {
  const invitation = await invitationOf(context, context.database, link);
  if (!invitation) throw new Failure('NOT_FOUND');
  if (invitation.userId === null) {
    await registerInvited(context, { ...acceptance, email: invitation.email, invitation: link });
    return;
  }
  await context.budget.spend('signIn');
  checkPassword(acceptance.password);
  const passwordHash = await hashPassword(context, acceptance.password);
  const set = (tx: Transaction, userId: number) => setProvenPassword(context, tx, userId, passwordHash);
  await context.database.transaction((tx) => ofAccount(context, tx, link, invitation, set));
  context.forgetKeys();
}
