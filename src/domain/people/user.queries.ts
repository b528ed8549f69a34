import { selected } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { User } from './user.entity.ts';
import { userVisibleTo } from '../rules/visibility.ts';

const userNames = ['id', 'firstName', 'lastName', 'dateJoined', 'imageKey'] as const satisfies (keyof Stored<User>)[];

/**
 * A user as it is read, from which the type `User` of GraphQL is made. What only the owner may see is read with the key
 * (`Viewer`).
 */
export type UserRow = Pick<Stored<User>, (typeof userNames)[number]>;

/** The columns of a `UserRow` from `users` under `alias`. `prefix` distinguishes several users of one row. */
export function userColumns(alias: string, prefix = ''): string {
  return selected(User, alias, userNames, prefix);
}

/** Extracts the user from a wider row, whose columns have the prefix `user`. */
export function userOf(row: Prefixed<UserRow, 'user'>): UserRow {
  return {
    id: row.userId,
    firstName: row.userFirstName,
    lastName: row.userLastName,
    dateJoined: row.userDateJoined,
    imageKey: row.userImageKey,
  };
}

/** `$1` is the viewer, and `$2` the id of the user. */
export const userById = statement.read<UserRow>(
  'user_by_id',
  `select ${userColumns('u')} from users u where u.id = $2 and ${userVisibleTo('$1', 'u.id')}`,
  userVisibleTo,
);

/** `$1` is the viewer, and `$2` are ids of users. */
export const usersByIds = statement.read<UserRow>(
  'users_by_ids',
  `select ${userColumns('u')} from users u where u.id = any($2::bigint[]) and ${userVisibleTo('$1', 'u.id')}`,
  userVisibleTo,
);
