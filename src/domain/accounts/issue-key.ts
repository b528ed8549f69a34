import type { SqlEntityManager } from '@mikro-orm/sql';
import { queriesOf } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { hashSecret, newSecret } from './keys.ts';

/** What a sign-in returns. */
export interface SignedIn {
  userId: number;
  username: string;
  /** Shown this once; only its hash is stored. */
  apiKey: string;
  /** Whether an older key had to go: then this process forgets it once that is committed (`context.forgetKeys`). */
  keysDropped: boolean;
}

/** Keys a user may have; the oldest are dropped past this (decisions A4). */
const mostKeys = 50;

const insertKey = statement<{ id: number }>(
  'insert_key',
  'insert into api_key (user_id, key_hash, label) values ($1, $2, $3) returning id',
);
const dropOldKeys = statement<{ id: number }>(
  'drop_old_keys',
  `delete from api_key where user_id = $1 and id not in
   (select id from api_key where user_id = $1 order by id desc limit ${mostKeys}) returning pg_notify('key_revoked', id::text)`,
);

/** Issues a new key inside the transaction of `em` (decisions A4). */
export async function issueKey(
  em: SqlEntityManager,
  user: { id: number; username: string },
  userAgent: string,
): Promise<SignedIn> {
  const apiKey = newSecret();
  const queries = queriesOf(em);
  await queries.one(insertKey, [user.id, hashSecret(apiKey), userAgent.slice(0, 200)]);
  const dropped = await queries.all(dropOldKeys, [user.id]);
  return { userId: user.id, username: user.username, apiKey, keysDropped: dropped.length > 0 };
}
