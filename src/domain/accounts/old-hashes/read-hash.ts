import {
  argon2Hash,
  bcryptHash,
  desHash,
  digestHash,
  pbkdf2Hash,
  scryptHash,
  shaCryptHash,
  whole,
} from './hash-kinds.ts';
import type { PasswordHash } from './hash-kinds.ts';
import { springHash } from './spring-hash.ts';

/**
 * Reads a password hash in the form in which Django, PHP, Rails, Spring or `crypt` of the C library stores it
 * (`docs/taking-over.md#password-hashes`). Returns null for a hash that cannot be read.
 * @param encoded not longer than its column
 */
export function readHash(encoded: string): PasswordHash | null {
  const [algorithm, ...parts] = encoded.split('$');
  const rest = encoded.slice((algorithm ?? '').length + 1);
  const bytes = (at: number) => Buffer.from(parts[at] ?? '', 'base64');
  switch (algorithm) {
    case 'pbkdf2_sha256':
    case 'pbkdf2_sha1':
      return pbkdf2Hash({
        digest: algorithm === 'pbkdf2_sha1' ? 'sha1' : 'sha256',
        iterations: whole(parts[0]),
        salt: parts[1] ?? '',
        stored: bytes(2),
      });
    case 'scrypt': {
      const [cost, salt, blockSize, parallelization] = parts;
      return scryptHash({
        cost: whole(cost),
        blockSize: whole(blockSize),
        parallelization: whole(parallelization),
        salt: salt ?? '',
        stored: bytes(4),
      });
    }
    case 'argon2':
      return argon2Hash(`$${rest}`);
    case 'bcrypt':
      return bcryptHash(rest);
    case 'bcrypt_sha256':
      return bcryptHash(rest, true);
    case 'sha1':
    case 'md5':
      return digestHash(algorithm, parts[0], parts[1]);
    // Django has an empty salt before what crypt has made.
    case 'crypt':
      return parts[0] === '' ? cryptOf(rest.slice(1)) : null;
    // What begins with a dollar sign says itself what it is.
    case '':
      return cryptOf(encoded);
    default:
      if (encoded.startsWith('{')) return springHash(encoded, cryptOf);
      // Neither has a name.
      return /^[\da-f]{32}$/i.test(encoded) ? digestHash('md5', '', encoded) : desHash(encoded);
  }
}

/** What `crypt` and what follows its form have made: by their first letters, and without any for the first one. */
function cryptOf(text: string): PasswordHash | null {
  if (text.startsWith('$argon2')) return argon2Hash(text);
  if (text.startsWith('$2')) return bcryptHash(text);
  return text.startsWith('$') ? shaCryptHash(text) : desHash(text);
}

/** The smallest parameters for argon2id that OWASP recommends: 19 MiB, two passes, one lane (A5). */
export const ourCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How the hashes of this service begin. Those of another one that have its parameters are as good. */
export const ourPrefix = `$argon2id$v=19$m=${ourCost.memoryCost},t=${ourCost.timeCost},p=${ourCost.parallelism}$`;

/** Whether a hash is in the form of this service: with a salt of 16 bytes, and a hash of 32. */
export function isOurs(encoded: string): boolean {
  return encoded.startsWith(ourPrefix) && encoded.length === ourPrefix.length + 22 + 1 + 43;
}
