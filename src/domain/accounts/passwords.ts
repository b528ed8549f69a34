import { hash, verify } from '@node-rs/argon2';
import { Failure, invalid } from '../../errors.ts';
import { noPassword } from './account.queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import { passwordLength } from './password-length.ts';
import { noteUnreadableHash } from './old-credentials.ts';
import { isOurs, readHash } from './old-hashes/read-hash.ts';
import type { Verify } from './old-hashes/read-hash.ts';
import { runInTurn } from '../context.ts';
import type { Context } from '../context.ts';

/** The smallest parameters for argon2id that OWASP recommends: 19 MiB, two passes, one lane (A5). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The form in which a password is hashed and compared. Devices write the same letters differently: composed or not, and in
 * several widths (decisions P13, NIST SP 800-63B).
 */
const formOf = (password: string) => password.normalize('NFKC');

/** Whether two texts are the same password (decisions P13). */
export const isSamePassword = (one: string, other: string): boolean => formOf(one) === formOf(other);

/** @throws Failure INVALID naming `field` when the length is out of bounds or the password is common */
export function checkPassword(password: string, field = 'password'): void {
  const { length } = password.length > passwordLength.max ? password : formOf(password);
  if (length < passwordLength.min)
    throw invalid(field, `must have at least ${passwordLength.min} characters`, 'TOO_SHORT');
  if (length > passwordLength.max)
    throw invalid(field, `must have at most ${passwordLength.max} characters`, 'TOO_LONG');
  if (isCommonPassword(formOf(password)))
    throw invalid(field, 'is one of the most common ones, which are tried first', 'TOO_COMMON');
}

/** Few passwords are processed at the same time (`src/domain/rules/capacity.ts`), those of different callers in turn. @throws Failure RATE_LIMITED */
function inLine<T>(context: Context, work: () => Promise<T>): Promise<T> {
  return runInTurn(context, 'passwords', work);
}

/** The argon2id hash in PHC format. @throws Failure RATE_LIMITED when too many passwords wait */
export function hashPassword(context: Context, password: string): Promise<string> {
  return inLine(context, () => hash(formOf(password), cost));
}

let decoy: Promise<string> | undefined;

/** Compares with a stored hash; null if it cannot be read, or says that there is no password. */
function readerOf(storedHash: string): Verify | null {
  if (storedHash.startsWith(noPassword)) return null;
  const read = readHash(storedHash);
  if (!read) noteUnreadableHash();
  return (
    read &&
    ((password) =>
      read(password).catch(() => {
        noteUnreadableHash();
        return false;
      }))
  );
}

/**
 * Compares a password with the stored hash. Without a hash it does the same work (A5). Hashes that were stored before
 * `formOf` are of the form that was sent, composed or decomposed, and are tried after it; so are those of another service.
 * @returns `former` if the stored hash should be replaced
 * @throws Failure with `code` if it does not match; RATE_LIMITED when too many passwords wait
 */
export async function mustMatch(
  context: Context,
  storedHash: string | null | undefined,
  password: string,
  code: 'WRONG_PASSWORD' | 'OLD_PASSWORD_MISMATCH',
): Promise<'present' | 'former'> {
  // Awaited whether or not it is needed, so that the first sign-in after a start takes as long for both.
  const nobodys = await (decoy ??= hash('nobody has this password', cost));
  const stored = storedHash == null ? null : readerOf(storedHash);
  const matches: Verify = stored ?? ((form) => verify(nobodys, form));
  const sent = password.slice(0, passwordLength.max + 1);
  // Of letters of ASCII, all forms are the same.
  for (const form of new Set([formOf(sent), sent, sent.normalize('NFC'), sent.normalize('NFD')]))
    if ((await inLine(context, () => matches(form))) && stored)
      return form === formOf(sent) && isOurs(storedHash ?? '') ? 'present' : 'former';
  throw new Failure(code);
}
