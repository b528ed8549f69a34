import type { NewestPage } from '../../platform/database/newest-page.ts';
import { bothWays, directed } from '../../platform/database/newest-page.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';
import { userColumns } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

const from = `from mute mu join users u on u.id = mu.muted_id where mu.user_id = $1 and ${userVisibleTo('$1', 'u.id')}`;

/**
 * `$1` is the viewer, `$2` the limit, `$3` the offset, and `$4` an id. Only users with a lower id are returned, with the
 * newest account first.
 */
const usersMutedBy = bothWays<UserRow>(
  'users_muted_by',
  ({ past, order }) =>
    `select ${userColumns('u')} ${from} and mu.muted_id ${past} $4::bigint order by mu.muted_id ${order} limit $2 offset $3`,
  { owner: 'mu.user_id = $1' },
  userVisibleTo,
);
const mutedCount = statement.read<{ count: number }>(
  'muted_count',
  `select count(*) as count ${from}`,
  { owner: 'mu.user_id = $1' },
  userVisibleTo,
);

/** Returns a page of the users whom the viewer has muted. */
export function listMutedPeople(context: Context, page: NewestPage): Promise<UserRow[]> {
  const [read, position] = directed(usersMutedBy, page);
  return context.database.all(read, [viewerOf(context).id, page.limit, page.offset, position]);
}

/** Returns the total number of users whom the viewer has muted. */
export async function countMutedPeople(context: Context): Promise<number> {
  return (await context.database.one(mutedCount, [viewerOf(context).id]))?.count ?? 0;
}
