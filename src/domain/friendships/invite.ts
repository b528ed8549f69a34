import type { SqlEntityManager } from '@mikro-orm/sql';
import { checkEmail } from '../accounts/email.ts';
import { accountByEmail } from '../accounts/account.queries.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { queriesOf } from '../../platform/database/database.ts';
import { invalid } from '../../errors.ts';
import { userById } from '../people/user.queries.ts';
import { checkText } from '../../platform/text.ts';
import { ask } from './ask.ts';
import { invitationMail } from './invitation-mail.ts';
import { lockEmail, upsertInvitation } from './invitation.queries.ts';
import { undeadlocked } from '../../platform/database/undeadlocked.ts';

/** Whom to invite (interface, POST /invitation/). */
export interface Invitation {
  email: string;
  name?: string | null;
}

/**
 * Invites somebody by e-mail (decisions R15): who has an account is asked for friendship, who has none gets a mail, at
 * most once a day from the same inviter. Says nothing about which it was. @throws Failure INVALID
 */
export async function invite(context: Context, invitation: Invitation): Promise<void> {
  const viewer = viewerOf(context);
  const email = checkEmail(invitation.email);
  const name = checkText(invitation.name ?? '', 'name', 'name');
  await context.budget.spend('invitation');
  const once = async (em: SqlEntityManager) => {
    const tx = queriesOf(em);
    await tx.one(lockEmail, [email]);
    const known = await tx.one(accountByEmail, [email]);
    if (known?.id === viewer.id) throw invalid('email', 'is your own');
    if (known) {
      await ask(tx, viewer.id, known.id);
      return;
    }
    const due = await tx.one(upsertInvitation, [viewer.id, email, name, context.now()]);
    if (!due) return;
    const inviter = await tx.one(userById, [viewer.id, viewer.id]);
    const inviterName = inviter ? `${inviter.firstName} ${inviter.lastName}` : '';
    await context.outside.mailer.queue(em, invitationMail(email, name, inviterName));
  };
  await undeadlocked(() => context.database.em().transactional(once));
}
