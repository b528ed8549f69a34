import { list } from '../../platform/database/list.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { isPresent } from '../rules/visibility.ts';
import { userColumns } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';

/** `$1` user who blocks. */
export const usersBlockedBy = list<UserRow>({
  name: 'users_blocked_by',
  order: 'newest first',
  parameters: 1,
  rows: ({ within, order, slice }) => sql`select ${userColumns('u')} from block bl join users u on u.id = bl.blocked_id
   where bl.user_id = $1 and ${within('bl.blocked_id')} and ${isPresent('bl.blocked_id')} order by bl.blocked_id ${order} ${slice}`,
  sees: [{ owner: 'bl.user_id = $1' }],
  total: statement.read(
    'blocked_count',
    `select count(*) as count from block bl where bl.user_id = $1 and ${isPresent('bl.blocked_id')}`,
    { owner: 'bl.user_id = $1' },
  ),
});

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
