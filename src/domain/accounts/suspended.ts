import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { isSuspended } from '../rules/visibility.ts';

/** `$1` user: until when the account is suspended, null for as long as staff want it; no row when it is not. */
export const suspensionOf = statement<{ until: string | null }>(
  'suspension_of',
  `select s.until from suspension s where s.user_id = $1 and ${isSuspended('$1')}`,
  { owner: 's.user_id = $1' },
);

/** What somebody is told whose account is suspended. @param until when it ends by itself, ISO 8601; null when it does not */
export function suspendedFailure(until: string | null): Failure {
  if (until === null) return new Failure('SUSPENDED');
  const moment = `${until.slice(0, 16).replace('T', ' ')} UTC`;
  return new Failure('SUSPENDED', `This account is suspended until ${moment}.`, { until });
}

/** Checks that an account may be signed in to. @throws Failure SUSPENDED */
export async function mustNotBeSuspended(queries: Queries, userId: number): Promise<void> {
  const suspension = await queries.one(suspensionOf, [userId]);
  if (suspension) throw suspendedFailure(suspension.until);
}
