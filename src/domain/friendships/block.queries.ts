import { bothWays } from '../../platform/database/newest-page.ts';
import { statement } from '../../platform/database/statement.ts';
import { isPresent } from '../rules/visibility.ts';
import { userColumns } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';

/** `$1` user who blocks, `$2` limit, `$3` offset, `$4` only users before this id; newest account first. */
export const usersBlockedBy = bothWays<UserRow>(
  'users_blocked_by',
  ({ past, order }) =>
    `select ${userColumns('u')} from block bl join users u on u.id = bl.blocked_id
   where bl.user_id = $1 and bl.blocked_id ${past} $4::bigint and ${isPresent('bl.blocked_id')} order by bl.blocked_id ${order} limit $2 offset $3`,
  { owner: 'bl.user_id = $1' },
);

/** `$1` user who blocks, `$2` blocked user: the blocked user as in the list. */
export const userBlockedBy = statement.read<UserRow>(
  'user_blocked_by',
  `select ${userColumns('u')} from block bl join users u on u.id = bl.blocked_id
   where bl.user_id = $1 and bl.blocked_id = $2 and ${isPresent('bl.blocked_id')}`,
  { owner: 'bl.user_id = $1' },
);

/** `$1` user who blocks, `$2` user ids: those of them who are blocked. */
export const blockedAmong = statement.read<{ id: number }>(
  'blocked_among',
  'select bl.blocked_id as id from block bl where bl.user_id = $1 and bl.blocked_id = any($2::bigint[])',
  { owner: 'bl.user_id = $1' },
);

/** `$1` user who mutes, `$2` user ids: those of them who are muted. */
export const mutedAmong = statement.read<{ id: number }>(
  'muted_among',
  'select mu.muted_id as id from mute mu where mu.user_id = $1 and mu.muted_id = any($2::bigint[])',
  { owner: 'mu.user_id = $1' },
);

/** `$1` user who blocks. */
export const blockedCount = statement.read<{ count: number }>(
  'blocked_count',
  `select count(*) as count from block bl where bl.user_id = $1 and ${isPresent('bl.blocked_id')}`,
  { owner: 'bl.user_id = $1' },
);
