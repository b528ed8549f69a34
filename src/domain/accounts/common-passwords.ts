import { createRequire } from 'node:module';
import { passwordLength } from './password-length.ts';

/** The number of passwords that are compared, beginning with the most common. */
const mostCommon = 10_000;

let known: ReadonlySet<string> | undefined;

/** Whether a password is one of the most common ones, in any case of letters. The list is loaded at the first call. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(list().filter(({ length }) => length >= passwordLength.min));
  return known.has(password.toLowerCase());
}

/** The passwords that occur most often in published data breaches, as zxcvbn lists them. */
function list(): string[] {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: { 'passwords-common': string[] };
  };
  return dictionary['passwords-common'].slice(0, mostCommon);
}
