import { randomInt } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Stored } from '../../platform/database/columns.ts';
import { queriesOf } from '../../platform/database/database.ts';
import { befriendInviters } from '../friendships/befriend-inviters.ts';
import { Preferences } from '../people/preferences.entity.ts';
import { Profile } from '../people/profile.entity.ts';
import { searchName } from '../people/search-name.ts';
import { Stats } from '../people/stats.entity.ts';
import { User } from './user.entity.ts';

/** A checked new user. */
interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  /** Null: signs in through a social network only. */
  passwordHash: string | null;
  /** Whether the address is known to be theirs. */
  emailProven?: boolean;
  /** What the profile begins with. */
  profile?: Pick<Stored<Profile>, 'birthDate' | 'gender'>;
}

/**
 * Stores a user with all that every user has, in the transaction of `em`. Whose address is proven is made friends with
 * everybody who invited it (decisions N22).
 * The address being taken is the database's unique violation.
 */
export async function createUser(em: SqlEntityManager, { profile, ...columns }: NewUser): Promise<User> {
  const { firstName, lastName } = columns;
  const user = em.create(User, { ...columns, username: newUsername(), searchName: searchName(firstName, lastName) });
  em.create(Preferences, { user });
  em.create(Profile, { user, ...profile });
  em.create(Stats, { user });
  await em.flush();
  if (columns.emailProven) await befriendInviters(queriesOf(em), user);
  return user;
}

/** A user name that says nothing about its owner and has no `:` (decisions A1). */
function newUsername(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return `runner_${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`;
}
