import { randomInt } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Stored } from '../../platform/database/columns.ts';
import { queriesOf } from '@runners/postgres';
import { befriendInviters, requestInviters } from '../friendships/befriend-inviters.ts';
import { Preferences } from '../people/preferences.entity.ts';
import { Profile } from '../people/profile.entity.ts';
import { searchNameOf } from '../people/search-name.ts';
import { Stats } from '../people/stats.entity.ts';
import { User } from '../people/user.entity.ts';

/** A new user whose values have been checked. */
interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  /** Null if the user signs in through a social network only. */
  passwordHash: string | null;
  /** Whether the address is known to belong to the user. */
  emailProven?: boolean;
  /** The initial values of the profile. */
  profile?: Pick<Stored<Profile>, 'birthDate' | 'gender'>;
}

/**
 * Stores a user and everything that each user has, in the transaction of `em`. If the address is proven, the user
 * becomes a friend of everyone who has invited it (decisions N22), and otherwise requests their friendship (P1). If the address
 * is taken, the database reports a unique violation.
 */
export async function createUser(em: SqlEntityManager, { profile, ...columns }: NewUser): Promise<User> {
  const { firstName, lastName } = columns;
  const user = em.create(User, { ...columns, username: newUsername(), searchName: searchNameOf(firstName, lastName) });
  em.create(Preferences, { user });
  em.create(Profile, { user, ...profile });
  em.create(Stats, { user });
  await em.flush();
  await (columns.emailProven ? befriendInviters : requestInviters)(queriesOf(em), user);
  return user;
}

/** A random user name, which reveals nothing about its owner and contains no `:` (decisions A1). */
function newUsername(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return `runner_${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`;
}
