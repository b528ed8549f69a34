import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { keyColumns } from './account.queries.ts';
import type { ApiKeyRow } from './account.queries.ts';

const keysOfUser = statement<ApiKeyRow>(
  'keys_of_user',
  `select ${keyColumns} from api_key where user_id = $1 order by id desc`,
);
const revokeKey = statement<{ id: number }>(
  'revoke_key',
  `with gone as (delete from api_key where user_id = $1 and id = $2 returning id)
   select id, pg_notify('key_revoked', id::text) from gone`,
);

/** The viewer's keys, newest first. */
export function listKeys(context: Context): Promise<ApiKeyRow[]> {
  return context.database.all(keysOfUser, [viewerOf(context).id]);
}

/** Ends one key of the viewer's, in every process at once. @throws Failure NOT_FOUND */
export async function revokeApiKey(context: Context, keyId: number): Promise<void> {
  const gone = await context.database.one(revokeKey, [viewerOf(context).id, keyId]);
  if (!gone) throw new Failure('NOT_FOUND');
  context.forgetKeys();
}
