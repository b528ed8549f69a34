import { checkEmail } from '../accounts/email.ts';
import { checkNewAccount } from '../accounts/new-accounts.ts';
import { mustProveFirst } from '../accounts/write-to-strangers.ts';
import { accountByEmail } from '../accounts/account.queries.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { Failure, invalid, together } from '../../errors.ts';
import { userById } from '../people/user.queries.ts';
import { checkName } from '../../platform/names.ts';
import { recordRequest } from './record-request.ts';
import { invitationLink } from './invitation-link.ts';
import { invitationMail } from './invitation-mail.ts';
import { lockEmail, upsertInvitation } from './invitation.queries.ts';

/** The person to invite (interface, POST /invitation/). */
interface Invitation {
  email: string;
  name?: string | null;
}

/** The checks of an invitation by its fields. */
const invitationChecks = (invitation: Invitation) => ({
  email: () => checkEmail(invitation.email),
  name: () => checkName(invitation.name ?? '', 'name'),
});

/**
 * Invites a person by e-mail address (decisions R15): a user with an account receives a friend request, and any other
 * person a mail, at most once a day from the same inviter. The result does not reveal which of them applied. @throws
 * Failure INVALID, RATE_LIMITED, UNPROVEN
 */
export async function invite(context: Context, invitation: Invitation): Promise<void> {
  const viewer = viewerOf(context);
  const { email, name } = together(invitationChecks(invitation));
  if (mustProveFirst(context)) throw new Failure('UNPROVEN');
  await context.budget.spend('invitation');
  const once = async (tx: Transaction) => {
    await tx.one(lockEmail, [email]);
    const known = await tx.one(accountByEmail, [email]);
    if (known?.id === viewer.id) throw invalid('email', 'is your own');
    if (known) {
      const { outcome } = await recordRequest(tx, viewer.id, known.id);
      if (outcome === 'requested') await checkNewAccount(context, tx, 1);
      return;
    }
    const due = await tx.one(upsertInvitation, [viewer.id, email, name, context.now()]);
    if (!due) return;
    await checkNewAccount(context, tx, 1);
    const inviter = await tx.one(userById, [viewer.id, viewer.id]);
    const inviterName = inviter ? `${inviter.firstName} ${inviter.lastName}` : '';
    const mail = { to: email, name, inviterName, ...invitationLink(context, due.id) };
    await context.integrations.mailer.queue(await tx.em(), invitationMail(mail));
  };
  await context.database.transaction(once);
}
