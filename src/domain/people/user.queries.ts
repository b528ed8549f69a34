import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';

/** A user as it is read, but for what only the owner is shown, which comes with their key (`Viewer`): what GraphQL's `User` is made from. */
export interface UserRow {
  id: number;
  firstName: string;
  lastName: string;
  dateJoined: string;
  imageKey: string | null;
}

/** The columns of a `UserRow` from `users` under `alias`; `prefix` keeps apart several users of one row. */
export function userColumns(alias: string, prefix = ''): string {
  const name = (key: string) => (prefix === '' ? key : prefix + key[0]?.toUpperCase() + key.slice(1));
  return `${alias}.id as "${name('id')}", ${alias}.first_name as "${name('firstName')}", ${alias}.last_name as "${name('lastName')}",
    ${alias}.date_joined as "${name('dateJoined')}", ${alias}.image_key as "${name('imageKey')}"`;
}

/** `$1` viewer, `$2` user id. */
export const userById = statement<UserRow>(
  'user_by_id',
  `select ${userColumns('u')} from users u where u.id = $2 and ${userVisibleTo('$1', 'u.id')}`,
  userVisibleTo,
);

/** `$1` viewer, `$2` user ids. */
export const usersByIds = statement<UserRow>(
  'users_by_ids',
  `select ${userColumns('u')} from users u where u.id = any($2::bigint[]) and ${userVisibleTo('$1', 'u.id')}`,
  userVisibleTo,
);
