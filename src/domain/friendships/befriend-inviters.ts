import type { Queries } from '../../platform/database/statement.ts';
import { befriendInvitersOf, lockEmail } from './invitation.queries.ts';

/**
 * Makes a new user friends with everyone who invited their address (decisions R15), inside the transaction that creates
 * the user, whichever way they register.
 */
export async function befriendInviters(tx: Queries, user: { id: number; email: string }): Promise<void> {
  await tx.one(lockEmail, [user.email]);
  await tx.all(befriendInvitersOf, [user.id, user.email]);
}
