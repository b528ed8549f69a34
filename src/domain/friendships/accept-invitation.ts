import { registerInvited } from '../accounts/register.ts';
import { checkPassword, hashPassword } from '../accounts/passwords.ts';
import { lockAccount } from '../accounts/account.queries.ts';
import { setProvenPassword } from '../accounts/prove-address.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { invitationOf } from './invitation-link.ts';
import { lockEmail } from './invitation.queries.ts';

/** The fields of the page of an invitation. Names are only there if there is no account yet. */
interface Acceptance {
  firstName: string;
  lastName: string;
  password: string;
}

/**
 * Accepts an invitation by its mailed link. This creates an account, or sets a new password for an account with this
 * address that was never proven. In both cases the address is proven, and the users who have invited it become friends
 * (N22).
 * @throws Failure NOT_FOUND when the link has ended, INVALID, RATE_LIMITED
 */
export async function acceptInvitation(context: Context, link: string, acceptance: Acceptance): Promise<void> {
  const invitation = await invitationOf(context, context.database, link);
  if (!invitation) throw new Failure('NOT_FOUND');
  if (invitation.userId === null) {
    await registerInvited(context, { ...acceptance, email: invitation.email, invitation: link });
    return;
  }
  const { userId, email } = invitation;
  await context.budget.spend('signIn');
  checkPassword(acceptance.password);
  const passwordHash = await hashPassword(acceptance.password);
  await context.database.transaction(async (tx) => {
    await tx.one(lockEmail, [email]);
    await tx.all(lockAccount, [userId]);
    // Another link to the same address was used at the same time.
    if (!(await invitationOf(context, tx, link))) throw new Failure('NOT_FOUND');
    await setProvenPassword(context, tx, userId, passwordHash);
  });
  context.forgetKeys();
}
