import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Failure, invalid } from '../../errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { passwordLength } from './password-length.ts';
import { declareBound } from '../../platform/bounds.ts';

/** The smallest parameters for argon2id that OWASP recommends: 19 MiB, two passes, one lane (A5). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two passwords are hashed at a time, so that many sign-ins do not occupy the whole thread pool. Beyond a maximum of
 * waiting sign-ins, further ones are refused.
 */
const line = pLimit(2);
const held = declareBound(import.meta.url, {
  name: 'passwords_waiting',
  holds: 'passwords that wait to be hashed or compared; two are processed at the same time',
  limit: 200,
  unit: 'passwords',
  beyond: 'The request is answered with RATE_LIMITED (429 with `Retry-After`).',
});
held.watch(() => line.pendingCount);

function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (line.pendingCount >= held.limit)
    throw new Failure('RATE_LIMITED', 'Too many sign-ins at this moment; try again shortly.', { retryAfter: 5 });
  return line(work);
}

/** @throws Failure INVALID naming `field` when the length is out of bounds or the password is common */
export function checkPassword(password: string, field = 'password'): void {
  if (password.length < passwordLength.min)
    throw invalid(field, `must have at least ${passwordLength.min} characters`, 'TOO_SHORT');
  if (password.length > passwordLength.max)
    throw invalid(field, `must have at most ${passwordLength.max} characters`, 'TOO_LONG');
  if (isCommonPassword(password))
    throw invalid(field, 'is one of the most common ones, which are tried first', 'TOO_COMMON');
}

/** The argon2id hash in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(password, cost));
}

let decoy: Promise<string> | undefined;

/** Compares a password with the stored hash. Without a hash it does the same work and returns false (A5). */
export async function passwordMatches(storedHash: string | null | undefined, password: string): Promise<boolean> {
  // Awaited whether or not it is needed, so that the first sign-in after a start takes as long for both.
  const nobodys = await (decoy ??= hashPassword('nobody has this password'));
  const against = storedHash ?? nobodys;
  const matches = await inLine(() => verify(against, password.slice(0, passwordLength.max + 1)));
  return matches && storedHash != null;
}

/** Passwords that wait to be hashed or compared, for the metrics. */
export const waitingPasswords = (): number => line.pendingCount;
