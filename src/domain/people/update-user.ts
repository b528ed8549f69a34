import { LockMode } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { mustOwn } from '../rules/ownership.ts';
import { checkText } from '../../platform/text.ts';
import { searchName } from './search-name.ts';
import { findUser } from './find-user.ts';
import type { UserRow } from './user.queries.ts';

/** What a user may change of their own user; what is left out stays. */
export interface UserChanges {
  firstName?: string | null;
  lastName?: string | null;
}

/** Changes one's own names. @throws Failure NOT_FOUND, NOT_YOURS, INVALID */
export async function updateUser(context: Context, userId: number, changes: UserChanges): Promise<UserRow> {
  const viewer = viewerOf(context);
  const user = await findUser(context, userId);
  if (!user) throw new Failure('NOT_FOUND');
  mustOwn(viewer.id, userId);
  const firstName = changes.firstName == null ? null : checkText(changes.firstName, 'firstName', 'name', true);
  const lastName = changes.lastName == null ? null : checkText(changes.lastName, 'lastName', 'name', true);
  return context.database.em().transactional(async (em) => {
    // Locked: of two changes at once neither undoes the other, and the search name fits both.
    const row = await em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    row.firstName = firstName ?? row.firstName;
    row.lastName = lastName ?? row.lastName;
    row.searchName = searchName(row.firstName, row.lastName);
    return { ...user, firstName: row.firstName, lastName: row.lastName };
  });
}
