import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { friendOf } from '../rules/visibility.ts';

/** `$1` is the viewer, and `$2` are ids of users. The result tells whether one of them is a stranger. */
const anyStranger = statement.read<{ id: number }>(
  'any_stranger',
  `select o.id from unnest($2::bigint[]) o(id) where o.id <> $1 and not ${friendOf('$1', 'o.id')} limit 1`,
  friendOf,
);

/** Whether the viewer has to prove the e-mail address first (`WRITE_TO_STRANGERS=proven`). */
export function mustProveFirst(context: Context): boolean {
  return context.strangers === 'proven' && !viewerOf(context).emailProven;
}

/**
 * Refuses texts from users with an unproven address to users who are not their friends, if `WRITE_TO_STRANGERS=proven`.
 * @param userIds the recipients
 * @throws Failure UNPROVEN
 */
export async function checkStrangers(context: Context, queries: Queries, userIds: readonly number[]): Promise<void> {
  if (!mustProveFirst(context)) return;
  if (await queries.one(anyStranger, [viewerOf(context).id, userIds])) throw new Failure('UNPROVEN');
}
