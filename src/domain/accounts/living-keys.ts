import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { isPresent } from '../rules/visibility.ts';
import type { Queries } from '@runners/postgres';

/** `$1` ids of keys, `$2` now. */
const keysThatSignIn = statement.read<{ id: number }>(
  'keys_that_sign_in',
  `select k.id from api_key k where k.id = any($1::bigint[]) and (k.expires_date is null or k.expires_date > $2)
   and ${isPresent('k.user_id')}`,
  { all: 'asks whether keys in use still exist, and shows nothing of them' },
);

/** Which of these keys are still valid. Connections that remain open after their key was verified use it. */
export async function livingKeys(database: Queries, ids: number[], now: Date): Promise<Set<number>> {
  return new Set((await database.all(keysThatSignIn, [ids, now])).map(({ id }) => id));
}

/**
 * Which of these keys are valid once replicas show what was written. Until then, the operation on a socket that has revoked its own key is not
 * answered, and must not be cut off.
 */
export async function livingKeysShown(database: Database, ids: number[], now: Date): Promise<Set<number>> {
  await database.replicas?.settled();
  return livingKeys(database, ids, now);
}
