import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { isSuspended } from '../rules/visibility.ts';

/**
 * `$1` is the user. The result is the end of the suspension, or null if it has none. There is no row if the account is
 * not suspended.
 */
export const suspensionOf = statement.read<{ until: string | null }>(
  'suspension_of',
  `select s.until from suspension s where s.user_id = $1 and ${isSuspended('$1')}`,
  { owner: 's.user_id = $1' },
);

/**
 * The message for a user whose account is suspended. @param until when the suspension ends by itself, ISO 8601; null
 * when it has no end
 */
export function suspendedFailure(until: string | null): Failure {
  if (until === null) return new Failure('SUSPENDED');
  const moment = `${until.slice(0, 16).replace('T', ' ')} UTC`;
  return new Failure('SUSPENDED', `This account is suspended until ${moment}.`, { until });
}

/** Checks that the account is not suspended. @throws Failure SUSPENDED */
export async function mustNotBeSuspended(queries: Queries, userId: number): Promise<void> {
  const suspension = await queries.one(suspensionOf, [userId]);
  if (suspension) throw suspendedFailure(suspension.until);
}
