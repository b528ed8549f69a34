import type { Context } from '../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { PictureUpload } from '../pictures/picture-upload.entity.ts';
import { befriendInviters } from '../friendships/befriend-inviters.ts';
import { lockEmail } from '../friendships/invitation.queries.ts';
import { revokeOtherKeys } from './account.queries.ts';
import { KnownAddress } from './known-address.entity.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { provenMail } from './proven-mail.ts';
import type { Proof } from './proven-mail.ts';
import { SocialAccount } from './social-account.entity.ts';
import { User } from './user.entity.ts';

/** `$1` user id: the address, as long as nobody has shown that it is theirs. */
const unprovenAddress = statement<{ email: string }>(
  'unproven_address',
  'select email from users where id = $1 and not email_proven',
  { owner: 'id = $1' },
);

/**
 * In the transaction in which somebody shows for the first time that the address of an account is theirs (decisions N21):
 * whoever registered it may have typed an address that is not theirs. So everything that was attached before ends:
 * password, keys with their exports, links to networks, reset links, uploads; a mail says so, and whoever invited the
 * address becomes a friend (N22). Nothing happens, and null comes back, when the address was proven before. Whatever the
 * prover gets (a password, a link, a key) is written after it.
 */
export async function proveAddress(
  context: Pick<Context, 'outside'>,
  tx: Transaction,
  userId: number,
  proof: Proof,
): Promise<{ befriended: number[] } | null> {
  const unproven = await tx.one(unprovenAddress, [userId]);
  if (!unproven) return null;
  // Before any row: inviting takes it first, too.
  await tx.one(lockEmail, [unproven.email]);
  const em = await tx.em();
  const nobodyHas = { id: userId, emailProven: false };
  const marked = await em.nativeUpdate(User, nobodyHas, { emailProven: true, passwordHash: null });
  if (marked === 0) return null;
  // Keys last, in a statement of their own: whoever is signing in by one of the others is waited for, and their key is seen.
  await em.nativeDelete(SocialAccount, { user: userId });
  await em.nativeDelete(PasswordReset, { user: userId });
  await em.nativeDelete(PictureUpload, { user: userId });
  await em.nativeDelete(KnownAddress, { user: userId });
  await tx.all(revokeOtherKeys, [userId, 0]);
  await context.outside.mailer.queue(em, provenMail(unproven.email, proof));
  return { befriended: await befriendInviters(tx, { id: userId, email: unproven.email }) };
}

/** Sets the password of an account by a link that was mailed to its address: that proves it, and every key ends (A4). */
export async function setProvenPassword(
  context: Pick<Context, 'outside'>,
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await proveAddress(context, tx, userId, 'link');
  const em = await tx.em();
  await em.nativeUpdate(User, { id: userId }, { passwordHash });
  await em.nativeDelete(PasswordReset, { user: userId });
  await tx.all(revokeOtherKeys, [userId, 0]);
}
