import { createRequire } from 'node:module';
import { passwordLength } from './password-length.ts';

/** How many are looked at, the most common first. */
const mostCommon = 10_000;

let known: ReadonlySet<string> | undefined;

/** Whether a password is among the first that somebody guesses, in any case. The list is loaded with the first question. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(list().filter(({ length }) => length >= passwordLength.min));
  return known.has(password.toLowerCase());
}

/** Those found most often in what was stolen elsewhere, as zxcvbn has them. */
function list(): string[] {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: { 'passwords-common': string[] };
  };
  return dictionary['passwords-common'].slice(0, mostCommon);
}
