import { Failure } from '../../errors.ts';
import type { SocialPerson } from '../../platform/social/social-network.ts';
import { checkBirthDate } from '../people/update-profile.ts';
import { cleanName } from '../../platform/names.ts';
import { checkEmail } from './email.ts';

/** The values of a person on a network that an account needs. Each value is taken only if it is valid here. */
export function newUserOf(person: SocialPerson, now: Date) {
  const firstName = cleanName(person.firstName);
  const lastName = cleanName(person.lastName);
  return {
    socialId: person.id,
    email: person.email === null ? null : validOrNull(() => checkEmail(person.email ?? '')),
    emailVerified: person.emailVerified,
    firstName: firstName === '' && lastName === '' ? 'Runner' : firstName,
    lastName,
    profile: {
      birthDate: birthDateOf(person.birthday, now),
      gender: genders[person.gender?.toLowerCase() ?? ''] ?? ('' as const),
    },
  };
}

/** Any other value is left empty. */
const genders: Record<string, 'M' | 'F'> = { male: 'M', female: 'F' };

/** Reads `MM/DD/YYYY`. Networks also send only the year, or only month and day, which are not dates. */
function birthDateOf(birthday: string | null, now: Date): string | null {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(birthday ?? '') ?? [];
  return year === undefined ? null : validOrNull(() => checkBirthDate(`${year}-${month}-${day}`, now));
}

function validOrNull<Value>(check: () => Value): Value | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
