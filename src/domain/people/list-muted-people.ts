import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';
import { userColumns } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

const from = `from mute mu join users u on u.id = mu.muted_id where mu.user_id = $1 and ${userVisibleTo('$1', 'u.id')}`;

/** `$1` who mutes, `$2` limit, `$3` offset, `$4` only users before this id; newest account first. */
const usersMutedBy = statement<UserRow>(
  'users_muted_by',
  `select ${userColumns('u')} ${from} and mu.muted_id < $4::bigint order by mu.muted_id desc limit $2 offset $3`,
  { owner: 'mu.user_id = $1' },
  userVisibleTo,
);
const mutedCount = statement<{ count: number }>(
  'muted_count',
  `select count(*) as count ${from}`,
  { owner: 'mu.user_id = $1' },
  userVisibleTo,
);

/** A page of the people whom the viewer has muted. */
interface MutedPeopleRequest {
  limit: number;
  offset: number;
  /** Only people with a lower id. */
  beforeId: number | null;
}

export function listMutedPeople(context: Context, request: MutedPeopleRequest): Promise<UserRow[]> {
  const before = request.beforeId ?? Number.MAX_SAFE_INTEGER;
  return context.database.all(usersMutedBy, [viewerOf(context).id, request.limit, request.offset, before]);
}

/** How many there are in all. */
export async function countMutedPeople(context: Context): Promise<number> {
  return (await context.database.one(mutedCount, [viewerOf(context).id]))?.count ?? 0;
}
