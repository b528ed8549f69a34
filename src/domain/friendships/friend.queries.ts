import { listOfEach } from '../../platform/database/list.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { userColumns } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';
import { onTerms } from '../rules/visibility.ts';

const seen = `${onTerms('$1', 'fe.friend_id')} and ${onTerms('$1', 'fe.user_id')}`;

/** `$1` viewer, `$2` user ids: the friends of each user, newest account first, by the primary key of `friend_edge`. */
export const friendsOfUsers = listOfEach<UserRow & { ofId: number }>({
  name: 'friends_of_users',
  order: 'newest first',
  of: 'ofId',
  parameters: 2,
  rows: ({ within, order, slice, ids }) =>
    sql`select o.id as "ofId", ${userColumns('u')} from unnest(${ids}) o(id)
   cross join lateral (
     select fe.friend_id from friend_edge fe where fe.user_id = o.id and ${within('fe.friend_id')} and ${seen}
     order by fe.friend_id ${order} ${slice}
   ) f join users u on u.id = f.friend_id order by u.id ${order}`,
  sees: [onTerms],
  total: statement.read(
    'friend_counts',
    `select fe.user_id as id, count(*) as count from friend_edge fe
   where fe.user_id = any($2::bigint[]) and ${seen} group by fe.user_id`,
    onTerms,
  ),
});
