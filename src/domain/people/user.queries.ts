import { selected } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { User } from '../accounts/user.entity.ts';
import { userVisibleTo } from '../rules/visibility.ts';

const userNames = ['id', 'firstName', 'lastName', 'dateJoined', 'imageKey'] as const satisfies (keyof Stored<User>)[];

/** A user as it is read, but for what only the owner is shown, which comes with their key (`Viewer`): what GraphQL's `User` is made from. */
export type UserRow = Pick<Stored<User>, (typeof userNames)[number]>;

/** The columns of a `UserRow` from `users` under `alias`; `prefix` keeps apart several users of one row. */
export function userColumns(alias: string, prefix = ''): string {
  return selected(User, alias, userNames, prefix);
}

/** The user in a wider row, whose columns have the prefix `user` there. */
export function userOf(row: Prefixed<UserRow, 'user'>): UserRow {
  return {
    id: row.userId,
    firstName: row.userFirstName,
    lastName: row.userLastName,
    dateJoined: row.userDateJoined,
    imageKey: row.userImageKey,
  };
}

/** `$1` viewer, `$2` user id. */
export const userById = statement<UserRow>(
  'user_by_id',
  `select ${userColumns('u')} from users u where u.id = $2 and ${userVisibleTo('$1', 'u.id')}`,
);

/** `$1` viewer, `$2` user ids. */
export const usersByIds = statement<UserRow>(
  'users_by_ids',
  `select ${userColumns('u')} from users u where u.id = any($2::bigint[]) and ${userVisibleTo('$1', 'u.id')}`,
);
