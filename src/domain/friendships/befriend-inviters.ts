import type { Queries } from '@runners/postgres';
import { befriendInvitersOf, lockEmail, lockInviters, requestInvitersOf } from './invitation.queries.ts';

/** A user whom others may have invited by the address. */
interface Invited {
  id: number;
  email: string;
}

/**
 * Makes a user whose address has just been proven a friend of all users who have invited it (decisions R15, N22), in
 * the transaction that marks it as proven. Returns the ids of the new friends.
 */
export async function befriendInviters(tx: Queries, { id, email }: Invited): Promise<number[]> {
  await lockInvitersOf(tx, email);
  return (await tx.all(befriendInvitersOf, [id, email])).map((friend) => friend.id);
}

/**
 * Requests the friendship of all users who have invited the address of a new user, which is not proven yet (decisions P1). They
 * may accept the request, and it is accepted by itself when the address is proven.
 */
export async function requestInviters(tx: Queries, { id, email }: Invited): Promise<void> {
  await lockInvitersOf(tx, email);
  await tx.all(requestInvitersOf, [id, email]);
}

async function lockInvitersOf(tx: Queries, email: string): Promise<void> {
  await tx.one(lockEmail, [email]);
  // The statement after this one sees what was committed while this one waited.
  await tx.all(lockInviters, [email]);
}
