import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
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
import { User } from '../people/user.entity.ts';

/** `$1` is the user id. The result is the address, if it has not been proven yet. */
const unprovenAddress = statement.read<{ email: string }>(
  'unproven_address',
  'select email from users where id = $1 and not email_proven',
  { owner: 'id = $1' },
);

/**
 * Records, in the current transaction, the first proof of the address of an account (decisions N21). The account may
 * have been registered by somebody else who typed this address, so everything that was attached to it before ends:
 * password, keys with their exports, links to networks, reset links and uploads. A mail says so, and users who have
 * invited the address become friends (N22). If the address was proven before, the function does nothing and returns
 * null. A new password, link or key has to be written after this call.
 */
export async function proveAddress(
  context: Pick<Context, 'integrations'>,
  tx: Transaction,
  userId: number,
  proof: Proof,
): Promise<{ befriended: number[] } | null> {
  const unproven = await tx.one(unprovenAddress, [userId]);
  if (!unproven) return null;
  // The account is locked before any other row, as inviting does.
  await tx.one(lockEmail, [unproven.email]);
  const em = await tx.em();
  const nobodyHas = { id: userId, emailProven: false };
  const marked = await em.nativeUpdate(User, nobodyHas, { emailProven: true, passwordHash: null });
  if (marked === 0) return null;
  // Keys are deleted last and in a statement of their own. The statement waits for a concurrent sign-in through one of
  // the other ways, and then finds its key.
  await em.nativeDelete(SocialAccount, { user: userId });
  await em.nativeDelete(PasswordReset, { user: userId });
  await em.nativeDelete(PictureUpload, { user: userId });
  await em.nativeDelete(KnownAddress, { user: userId });
  await tx.all(revokeOtherKeys, [userId, 0]);
  await context.integrations.mailer.queue(em, provenMail(unproven.email, proof));
  return { befriended: await befriendInviters(tx, { id: userId, email: unproven.email }) };
}

/**
 * Records, in the current transaction, that the owner of an address has recognized the account with it as their own
 * (decisions P2). Nothing that is attached to the account ends, and users who have invited the address become friends.
 */
export async function confirmAddress(tx: Transaction, userId: number): Promise<void> {
  const unproven = await tx.one(unprovenAddress, [userId]);
  if (!unproven) return;
  const em = await tx.em();
  await em.nativeUpdate(User, { id: userId, emailProven: false }, { emailProven: true });
  await befriendInviters(tx, { id: userId, email: unproven.email });
}

/**
 * Sets the password of an account through a link that was mailed to its address. This proves the address, and all keys
 * are revoked (A4).
 */
export async function setProvenPassword(
  context: Pick<Context, 'integrations'>,
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
