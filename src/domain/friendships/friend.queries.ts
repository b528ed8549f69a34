import { bothWays } from '../../platform/database/newest-page.ts';
import { statement } from '../../platform/database/statement.ts';
import { userColumns } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';
import { onTerms } from '../rules/visibility.ts';

const seen = `${onTerms('$1', 'fe.friend_id')} and ${onTerms('$1', 'fe.user_id')}`;

/**
 * `$1` viewer, `$2` user ids, `$3` limit, `$4` offset, `$5` only users before this id: a page of the friends of each
 * user, newest account first, by the primary key of `friend_edge`.
 */
export const friendsOfUsers = bothWays<UserRow & { ofId: number }>(
  'friends_of_users',
  ({ past, order }) =>
    `select o.id as "ofId", ${userColumns('u')} from unnest($2::bigint[]) o(id)
   cross join lateral (
     select fe.friend_id from friend_edge fe where fe.user_id = o.id and fe.friend_id ${past} $5::bigint and ${seen}
     order by fe.friend_id ${order} limit $3 offset $4
   ) f join users u on u.id = f.friend_id order by u.id ${order}`,
  onTerms,
);

/** `$1` viewer, `$2` user ids: the number of friends of each that the viewer may see. */
export const friendCounts = statement.read<{ id: number; count: number }>(
  'friend_counts',
  `select fe.user_id as id, count(*) as count from friend_edge fe
   where fe.user_id = any($2::bigint[]) and ${seen} group by fe.user_id`,
  onTerms,
);
