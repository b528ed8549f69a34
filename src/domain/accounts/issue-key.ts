import type { SqlEntityManager } from '@mikro-orm/sql';
import { queriesOf } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { ApiKey } from './api-key.entity.ts';
import { hashSecret, newSecret } from './keys.ts';
import { mustNotBeSuspended } from './suspended.ts';

/** The result of a sign-in. */
export interface SignedIn {
  userId: number;
  username: string;
  /** The key, which is returned only here, since only its hash is stored. */
  apiKey: string;
  /** Whether an older key was deleted. After the commit this process then clears its cache (`context.forgetKeys`). */
  keysDropped: boolean;
}

/** Keys that a user may have; a sign-in drops the oldest past this (decisions A4). Keys that were taken over are left. */
export const mostKeys = 50;

const dropOldKeys = statement.write<{ id: number }>(
  'drop_old_keys',
  `delete from api_key where user_id = $1 and not taken_over and id not in
   (select id from api_key where user_id = $1 and not taken_over order by id desc limit ${mostKeys}) returning pg_notify('key_revoked', id::text)`,
);

/**
 * Issues a new key inside the transaction of `em` (decisions A4). The key refers to its account, so a suspension that is
 * just being written is waited for.
 * @throws Failure SUSPENDED
 */
export async function issueKey(
  em: SqlEntityManager,
  user: { id: number; username: string },
  userAgent: string,
): Promise<SignedIn> {
  const apiKey = newSecret();
  em.create(ApiKey, { user: user.id, keyHash: hashSecret(apiKey), label: userAgent.slice(0, 200) });
  await em.flush();
  await mustNotBeSuspended(queriesOf(em), user.id);
  const dropped = await queriesOf(em).all(dropOldKeys, [user.id]);
  return { userId: user.id, username: user.username, apiKey, keysDropped: dropped.length > 0 };
}
