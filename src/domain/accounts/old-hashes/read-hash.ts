import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import bcrypt from 'bcrypt';

/** A hash with which passwords can be compared. */
export interface PasswordHash {
  /** Compares a password. */
  verify(password: string): Promise<boolean>;
  /** The work of a comparison, as a part of `mostWork`. A hash that asks for more than 1 is not compared. */
  readonly work: number;
  /** Whether the hash tells this text, which matches, from all others: whether it sees the whole of it. */
  seesAll(password: string): boolean;
}

/**
 * The most work that a hash may ask for, the product of its parameters: about 250 ms of a processor, so that a guess takes less than
 * 300 with all that belongs to it. So it bounds the memory as well, to 256 MiB.
 */
export const mostWork = {
  /** The iterations of PBKDF2, by the blocks of the length of its hash. */
  iterations: 1_500_000,
  /** The rounds of bcrypt, 2 to the power of its cost. */
  rounds: 2 ** 12,
  /** The cost of scrypt, by its block size and parallelism. */
  blocks: 700_000,
  /** The KiB of argon2, by its passes. Its lanes share them. */
  passes: 256 * 1024,
} as const;

const derive = { pbkdf2: promisify(pbkdf2), scrypt: promisify(scrypt) as (...all: ScryptArguments) => Promise<Buffer> };
type ScryptArguments = [password: string, salt: string, length: number, options: object];

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
const whole = (text: string | undefined, most = 999_999_999) => {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= 1 && value <= most ? value : null;
};
const always = () => true;
/** HMAC fills a short key with NUL, so one at the end of a text is not seen; bcrypt repeats what it ends with NUL. */
const hasNoNul = (text: string) => !text.includes('\0');

/** `<iterations>$<salt>$<base64>` */
function pbkdf2Of(digest: 'sha256' | 'sha1', [count, salt, text]: string[]): PasswordHash | null {
  const iterations = whole(count);
  const stored = Buffer.from(text ?? '', 'base64');
  if (!iterations || salt === undefined || stored.length < 16) return null;
  const size = digest === 'sha1' ? 20 : 32;
  return {
    verify: async (password) => isEqual(await derive.pbkdf2(password, salt, iterations, stored.length, digest), stored),
    work: (iterations * Math.ceil(stored.length / size)) / mostWork.iterations,
    // HMAC hashes a key of more than 64 bytes first. A SHA-1 that is a text can be found, and matches like what it is of.
    seesAll: (text) => hasNoNul(text) && (digest === 'sha256' || Buffer.byteLength(text) !== size),
  };
}

/** `<cost>$<salt>$<block size>$<parallelism>$<base64>` */
function scryptOf([n, salt, r, p, text]: string[]): PasswordHash | null {
  const [cost, blockSize, parallelization] = [whole(n), whole(r), whole(p)];
  const stored = Buffer.from(text ?? '', 'base64');
  if (!cost || !blockSize || !parallelization || salt === undefined || stored.length < 16) return null;
  // A power of two that is larger than one and smaller than 2^(16 · block size) (RFC 7914, section 6).
  const isCost = cost > 1 && (cost & (cost - 1)) === 0 && Math.log2(cost) < 16 * blockSize;
  if (!isCost) return null;
  const options = { N: cost, r: blockSize, p: parallelization, maxmem: 256 * blockSize * (cost + parallelization) };
  return {
    verify: async (password) => isEqual(await derive.scrypt(password, salt, stored.length, options), stored),
    work: (cost * blockSize * parallelization) / mostWork.blocks,
    seesAll: hasNoNul,
  };
}

/**
 * The PHC form of argon2, without its first dollar sign: behind the name that Django puts before it, or by itself, as this service
 * and others store it. A salt has at least eight bytes, a hash four, and each lane eight blocks (RFC 9106, section 3.1).
 */
function argon2Of(text: string): PasswordHash | null {
  const [, m, t, p] = /^argon2(?:id?|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{11,}\$[\w+/]{6,}$/.exec(text) ?? [];
  const [memory, passes, lanes] = [whole(m), whole(t), whole(p, 16)];
  if (!memory || !passes || !lanes || memory < 8 * lanes) return null;
  return {
    verify: (password) => verifyArgon2(`$${text}`, password),
    work: (memory * passes) / mostWork.passes,
    seesAll: always,
  };
}

/** `$2b$12$…`; bcrypt_sha256 hashes the hexadecimal SHA-256 of the password, because bcrypt reads 72 bytes. */
function bcryptOf(text: string, isHashedBefore: boolean): PasswordHash | null {
  const [, rounds] = /^\$2[aby]\$(\d\d)\$[./\w]{53}$/.exec(text) ?? [];
  if (!whole(rounds)) return null;
  // The form of PHP, $2y$, is the same as $2b$, and so is $2a$ wherever long passwords are not cut to their length modulo 256.
  const hash = text.replace(/^\$2[ay]/, '$2b');
  const read = (password: string) => (isHashedBefore ? createHash('sha256').update(password).digest('hex') : password);
  return {
    verify: (password) => bcrypt.compare(read(password), hash),
    work: 2 ** Number(rounds) / mostWork.rounds,
    // One of 72 bytes matches like each longer one that begins with it.
    seesAll: isHashedBefore ? always : (password) => hasNoNul(password) && Buffer.byteLength(password) < 72,
  };
}

/** A salt and the hexadecimal digest of the salt and the password. */
function digestOf(digest: 'sha1' | 'md5', salt: string | undefined, hex: string | undefined): PasswordHash | null {
  const stored = Buffer.from(hex ?? '', 'hex');
  if (salt === undefined || stored.length !== (digest === 'sha1' ? 20 : 16)) return null;
  const digestWith = (password: string) =>
    createHash(digest)
      .update(salt + password)
      .digest();
  return { verify: async (password) => isEqual(digestWith(password), stored), work: 0, seesAll: always };
}

/**
 * Reads a password hash in the form in which Django stores it (`docs/taking-over.md#password-hashes`): its algorithm, and what
 * that needs, separated by dollar signs. Returns null for a hash that cannot be read.
 * @param encoded not longer than its column
 */
export function readHash(encoded: string): PasswordHash | null {
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

/** The smallest parameters for argon2id that OWASP recommends: 19 MiB, two passes, one lane (A5). */
export const ourCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How the hashes of this service begin. Those of another one that have its parameters are as good. */
export const ourPrefix = `$argon2id$v=19$m=${ourCost.memoryCost},t=${ourCost.timeCost},p=${ourCost.parallelism}$`;

/** Whether a hash is in the form of this service: with a salt of 16 bytes, and a hash of 32. */
export function isOurs(encoded: string): boolean {
  return encoded.startsWith(ourPrefix) && encoded.length === ourPrefix.length + 22 + 1 + 43;
}
