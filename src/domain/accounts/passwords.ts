import { hash } from '@node-rs/argon2';
import { Failure, invalid } from '../../errors.ts';
import { noPassword } from './account.queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import { passwordLength } from './password-length.ts';
import { commonestOldHash, noteUnreadableHash } from './old-credentials.ts';
import { isOurs, ourCost, readHash } from './old-hashes/read-hash.ts';
import type { PasswordHash } from './old-hashes/hash-kinds.ts';
import { runInTurn } from '../context.ts';
import type { Context } from '../context.ts';

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
  return inLine(context, () => hash(formOf(password), ourCost));
}

/** Nobody has its password. */
let decoy: Promise<PasswordHash> | undefined;

/** Reads a stored hash; null if it cannot be read, asks for too much work, or says that there is no password. */
function readStored(storedHash: string): PasswordHash | null {
  if (storedHash.startsWith(noPassword)) return null;
  const read = readHash(storedHash);
  if (!read || read.work > 1) noteUnreadableHash();
  return read && read.work <= 1 ? read : null;
}

/**
 * Compares a password with the stored hash. Hashes of this service are of `formOf`, and those of another service are of the form that
 * was sent, which is tried first there; the other form is tried where it differs and both together cost no more than one hash may.
 * What does not match has done the work of a hash of this service and of the commonest one of another service, whether or not there
 * is an account (A5).
 * @returns `former` if the stored hash should be replaced, `part` if it sees a part of the password only and has to stay (Q12)
 * @throws Failure with `code` if it does not match; RATE_LIMITED when too many passwords wait, UNAVAILABLE when the caller has left
 */
export async function mustMatch(
  context: Context,
  storedHash: string | null | undefined,
  password: string,
  code: 'WRONG_PASSWORD' | 'OLD_PASSWORD_MISMATCH',
): Promise<'present' | 'former' | 'part'> {
  // Awaited whether or not it is needed, so that the first sign-in after a start takes as long for both.
  const nobodys = await (decoy ??= hash('nobody has this password', ourCost).then((made) => readHash(made)!));
  const isTooLong = password.length > passwordLength.old;
  const sent = isTooLong ? '' : password;
  const stored = storedHash == null || isTooLong ? null : readStored(storedHash);
  const isOwn = isOurs(storedHash ?? '');
  const forms = new Set(isOwn ? [formOf(sent), sent] : [sent, formOf(sent)]);
  const matching = async ({ verify, work }: PasswordHash) => {
    for (const form of [...forms].slice(0, work > 0.5 ? 1 : 2))
      if (await inLine(context, () => verify(form).catch(noteUnreadableHash))) return form;
    return null;
  };
  const match = stored && (await matching(stored));
  if (stored && match !== null) {
    if (isOwn && match === formOf(sent)) return 'present';
    return stored.seesAll(match) ? 'former' : 'part';
  }
  if (!stored || !isOwn) await matching(nobodys);
  const commonest = commonestOldHash();
  if (commonest && !(stored && !isOwn && stored.work >= commonest.work)) await matching(commonest);
  throw new Failure(code);
}
