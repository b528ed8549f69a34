import type { Queries } from '../../platform/database/statement.ts';
import { befriendInvitersOf, lockEmail, lockInviters } from './invitation.queries.ts';

/**
 * Makes a user whose address has just been proven a friend of all users who have invited it (decisions R15, N22), in
 * the transaction that marks it as proven. Returns the ids of the new friends.
 */
export async function befriendInviters(tx: Queries, user: { id: number; email: string }): Promise<number[]> {
  await tx.one(lockEmail, [user.email]);
  // Two statements: the second one sees what was committed while the first one waited.
  await tx.all(lockInviters, [user.email]);
  return (await tx.all(befriendInvitersOf, [user.id, user.email])).map(({ id }) => id);
}
