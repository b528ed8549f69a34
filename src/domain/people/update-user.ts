import { LockMode } from '@mikro-orm/core';
import { User } from './user.entity.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, together } from '../../errors.ts';
import { nullChecks } from '../rules/null-in-edits.ts';
import { mustOwn } from '../rules/ownership.ts';
import { checkName } from '../../platform/names.ts';
import { searchNameOf } from './search-name.ts';
import { findUser } from './find-user.ts';
import type { UserRow } from './user.queries.ts';

/** The names that users may change. Names that are left out remain as they are. */
interface UserChanges {
  firstName?: string | null;
  lastName?: string | null;
}

/** The checks of the changes by their fields. */
const nameChecks = ({ firstName, lastName }: UserChanges) => ({
  firstName: () => (firstName == null ? null : checkName(firstName, 'firstName', true)),
  lastName: () => (lastName == null ? null : checkName(lastName, 'lastName', true)),
  ...nullChecks({ firstName, lastName }, ['firstName', 'lastName']),
});

/** Changes the names of the viewer, or only validates them. @throws Failure NOT_FOUND, NOT_YOURS, INVALID */
export async function updateUser(
  context: Context,
  userId: number,
  { firstName, lastName }: UserChanges,
  validateOnly = false,
): Promise<UserRow> {
  const viewer = viewerOf(context);
  const user = await findUser(context, userId);
  if (!user) throw new Failure('NOT_FOUND');
  mustOwn(viewer.id, userId);
  const names = together(nameChecks({ firstName, lastName }));
  if (validateOnly) return user;
  return context.database.transaction(async (tx) => {
    const em = await tx.em();
    // The row is locked, so that neither of two concurrent changes undoes the other, and the search name matches both
    // names.
    const row = await em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    row.firstName = names.firstName ?? row.firstName;
    row.lastName = names.lastName ?? row.lastName;
    row.searchName = searchNameOf(row.firstName, row.lastName);
    return { ...user, firstName: row.firstName, lastName: row.lastName };
  });
}
