import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import bcrypt from 'bcrypt';

/** Compares a password with one hash. */
export type Verify = (password: string) => Promise<boolean>;

/** The most work that a hash may ask for. One that asks for more cannot be read. */
export const mostWork = {
  /** Iterations of PBKDF2, about a second. */
  iterations: 2_000_000,
  /** The exponent of bcrypt. */
  rounds: 15,
  /** Bytes of scrypt and of argon2. */
  memory: 256 * 1024 * 1024,
  /** Passes and lanes. */
  passes: 16,
} as const;

const derive = { pbkdf2: promisify(pbkdf2), scrypt: promisify(scrypt) as (...all: ScryptArguments) => Promise<Buffer> };
type ScryptArguments = [password: string, salt: string, length: number, options: object];

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
const whole = (text: string | undefined, most: number) => {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= 1 && value <= most ? value : null;
};

/** `<iterations>$<salt>$<base64>` */
function pbkdf2Of(digest: 'sha256' | 'sha1', [count, salt, text]: string[]): Verify | null {
  const iterations = whole(count, mostWork.iterations);
  const stored = Buffer.from(text ?? '', 'base64');
  if (!iterations || salt === undefined || stored.length < 16) return null;
  return async (password) => isEqual(await derive.pbkdf2(password, salt, iterations, stored.length, digest), stored);
}

/** `<cost>$<salt>$<block size>$<parallelism>$<base64>` */
function scryptOf([n, salt, r, p, text]: string[]): Verify | null {
  const [cost, blockSize, parallelization] = [whole(n, 2 ** 24), whole(r, 64), whole(p, mostWork.passes)];
  const stored = Buffer.from(text ?? '', 'base64');
  if (!cost || !blockSize || !parallelization || salt === undefined || stored.length < 16) return null;
  const bytes = 128 * blockSize * (cost + parallelization);
  // A power of two that is larger than one and smaller than 2^(16 · block size) (RFC 7914, section 6).
  const isCost = cost > 1 && (cost & (cost - 1)) === 0 && Math.log2(cost) < 16 * blockSize;
  if (!isCost || bytes > mostWork.memory) return null;
  const options = { N: cost, r: blockSize, p: parallelization, maxmem: 2 * bytes };
  return async (password) => isEqual(await derive.scrypt(password, salt, stored.length, options), stored);
}

/**
 * The PHC form of argon2, without its first dollar sign: behind the name that Django puts before it, or by itself, as this service
 * and others store it. A salt has at least eight bytes, a hash four, and each lane eight blocks (RFC 9106, section 3.1).
 */
function argon2Of(text: string): Verify | null {
  const [, memory, passes, lanes] =
    /^argon2(?:id?|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{11,}\$[\w+/]{6,}$/.exec(text) ?? [];
  const asked = [whole(memory, mostWork.memory / 1024), whole(passes, mostWork.passes), whole(lanes, mostWork.passes)];
  if (asked.includes(null) || Number(memory) < 8 * Number(lanes)) return null;
  return (password) => verifyArgon2(`$${text}`, password);
}

/** `$2b$12$…`; bcrypt_sha256 hashes the hexadecimal SHA-256 of the password, because bcrypt reads 72 bytes. */
function bcryptOf(text: string, isHashedBefore: boolean): Verify | null {
  const [, rounds] = /^\$2[aby]\$(\d\d)\$[./\w]{53}$/.exec(text) ?? [];
  if (!whole(rounds, mostWork.rounds)) return null;
  // The form of PHP, $2y$, is the same as $2b$.
  const hash = text.replace('$2y$', '$2b$');
  return (password) =>
    bcrypt.compare(isHashedBefore ? createHash('sha256').update(password).digest('hex') : password, hash);
}

/** A salt and the hexadecimal digest of the salt and the password. */
function digestOf(digest: 'sha1' | 'md5', salt: string | undefined, hex: string | undefined): Verify | null {
  const stored = Buffer.from(hex ?? '', 'hex');
  if (salt === undefined || stored.length !== (digest === 'sha1' ? 20 : 16)) return null;
  return async (password) =>
    isEqual(
      createHash(digest)
        .update(salt + password)
        .digest(),
      stored,
    );
}

/**
 * Reads a password hash in the form in which Django stores it (`docs/taking-over.md#password-hashes`): its algorithm, and what
 * that needs, separated by dollar signs. Returns null for a hash that cannot be read, or asks for more than `mostWork`.
 * @param encoded not longer than its column
 */
export function readHash(encoded: string): Verify | null {
  const [algorithm, ...parts] = encoded.split('$');
  const rest = encoded.slice((algorithm ?? '').length + 1);
  switch (algorithm) {
    case 'pbkdf2_sha256':
      return pbkdf2Of('sha256', parts);
    case 'pbkdf2_sha1':
      return pbkdf2Of('sha1', parts);
    case 'scrypt':
      return scryptOf(parts);
    // What begins with a dollar sign is in the PHC form.
    case '':
    case 'argon2':
      return argon2Of(rest);
    case 'bcrypt':
      return bcryptOf(rest, false);
    case 'bcrypt_sha256':
      return bcryptOf(rest, true);
    case 'sha1':
    case 'md5':
      return digestOf(algorithm, parts[0], parts[1]);
    // Unsalted MD5 has no name.
    default:
      return parts.length === 0 && /^[\da-f]{32}$/i.test(encoded) ? digestOf('md5', '', encoded) : null;
  }
}

/** How the hashes of this service begin. */
export const ourPrefix = '$argon2id$';

/** Whether a hash is in the form of this service. */
export function isOurs(encoded: string): boolean {
  return encoded.startsWith(ourPrefix);
}
