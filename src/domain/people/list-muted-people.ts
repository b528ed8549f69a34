import { list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/database/loader.ts';
import { sql } from '../../platform/database/sql.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';
import { userColumns } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

const from = `from mute mu join users u on u.id = mu.muted_id where mu.user_id = $1 and ${userVisibleTo('$1', 'u.id')}`;

const own = { owner: 'mu.user_id = $1' };

/** `$1` is the viewer. The newest account comes first. */
const usersMutedBy = list<UserRow>({
  name: 'users_muted_by',
  order: 'newest first',
  parameters: 1,
  rows: ({ within, order, slice }) =>
    sql`select ${userColumns('u')} ${from} and ${within('mu.muted_id')} order by mu.muted_id ${order} ${slice}`,
  sees: [own, userVisibleTo],
  total: statement.read('muted_count', `select count(*) as count ${from}`, own, userVisibleTo),
});

/** Returns a page of the users whom the viewer has muted. */
export function listMutedPeople(context: Context, page: Page): Promise<UserRow[]> {
  return usersMutedBy.page(context.database, [viewerOf(context).id], page);
}

/** Returns the total number of users whom the viewer has muted. */
export function countMutedPeople(context: Context): Promise<number> {
  return usersMutedBy.total(context.database, [viewerOf(context).id]);
}
