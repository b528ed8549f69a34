import type { Context } from '../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { befriendInviters } from '../friendships/befriend-inviters.ts';
import { lockEmail } from '../friendships/invitation.queries.ts';
import { endReset, revokeOtherKeys } from './account.queries.ts';
import { provenMail } from './proven-mail.ts';
import type { Proof } from './proven-mail.ts';

/** `$1` user id: the address, as long as nobody has shown that it is theirs. */
const unprovenAddress = statement<{ email: string }>(
  'unproven_address',
  'select email from users where id = $1 and not email_proven',
  { owner: 'id = $1' },
);

/** Marks the address of user `$1` as proven and takes the password away; no row when it was proven before. */
const markProven = statement<{ email: string }>(
  'mark_proven',
  'update users set email_proven = true, password_hash = null where id = $1 and not email_proven returning email',
);

/** All that whoever registered the account may have attached to it besides keys, by the table. `$1` user id. */
const attached = ['social_account', 'password_reset', 'picture_upload', 'known_address'].map((table) =>
  statement(`end_attached_${table}`, `delete from ${table} where user_id = $1`),
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
  const proven = await tx.one(markProven, [userId]);
  if (!proven) return null;
  // Keys last, in a statement of their own: whoever is signing in by one of the others is waited for, and their key is seen.
  for (const end of attached) await tx.all(end, [userId]);
  await tx.all(revokeOtherKeys, [userId, 0]);
  await context.outside.mailer.queue(await tx.em(), provenMail(proven.email, proof));
  return { befriended: await befriendInviters(tx, { id: userId, email: proven.email }) };
}

/** Replaces the password of user `$1`. */
const setPassword = statement('set_password', 'update users set password_hash = $2 where id = $1');

/** Sets the password of an account by a link that was mailed to its address: that proves it, and every key ends (A4). */
export async function setProvenPassword(
  context: Pick<Context, 'outside'>,
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await proveAddress(context, tx, userId, 'link');
  await tx.all(setPassword, [userId, passwordHash]);
  await tx.all(endReset, [userId]);
  await tx.all(revokeOtherKeys, [userId, 0]);
}
