import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import bcrypt from 'bcrypt';
import unixCrypt from 'unix-crypt-td-js';
import { shaCrypt, shaCryptBlocks } from './sha-crypt.ts';
import type { ShaCrypt } from './sha-crypt.ts';

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
  /** The rounds of SHA-crypt, by the blocks that a round hashes of a password. */
  shaCryptBlocks: 165_000,
} as const;

const derive = { pbkdf2: promisify(pbkdf2), scrypt: promisify(scrypt) as (...all: ScryptArguments) => Promise<Buffer> };
type ScryptArguments = [password: string, salt: string | Buffer, length: number, options: object];

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
const always = () => true;
/** HMAC fills a short key with NUL, so one at the end of a text is not seen; bcrypt repeats what it ends with NUL. */
const hasNoNul = (text: string) => !text.includes('\0');

/** A whole number from 1 on in digits; null for any other text. */
export function whole(text: string | undefined, most = 999_999_999): number | null {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= 1 && value <= most ? value : null;
}

/** What PBKDF2 has made of a password. */
interface Pbkdf2 {
  digest: 'sha256' | 'sha1';
  salt: string | Buffer;
  iterations: number | null;
  stored: Buffer;
}

/** Null if it cannot be one. */
export function pbkdf2Hash({ digest, salt, iterations, stored }: Pbkdf2): PasswordHash | null {
  if (!iterations || stored.length < 16) return null;
  const size = digest === 'sha1' ? 20 : 32;
  return {
    verify: async (password) => isEqual(await derive.pbkdf2(password, salt, iterations, stored.length, digest), stored),
    work: (iterations * Math.ceil(stored.length / size)) / mostWork.iterations,
    // HMAC hashes a key of more than 64 bytes first. A SHA-1 that is a text can be found, and matches like what it is of.
    seesAll: (text) => hasNoNul(text) && (digest === 'sha256' || Buffer.byteLength(text) !== size),
  };
}

/** What scrypt has made of a password. */
interface Scrypt {
  cost: number | null;
  blockSize: number | null;
  parallelization: number | null;
  salt: string | Buffer;
  stored: Buffer;
}

/** Null if it cannot be one. */
export function scryptHash({ cost, blockSize, parallelization, salt, stored }: Scrypt): PasswordHash | null {
  if (!cost || !blockSize || !parallelization || stored.length < 16) return null;
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
 * The PHC form of argon2, `$argon2id$v=19$…`. A salt has at least eight bytes, a hash four, and each lane eight blocks (RFC 9106,
 * section 3.1).
 */
export function argon2Hash(text: string): PasswordHash | null {
  const [, m, t, p] = /^\$argon2(?:id?|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{11,}\$[\w+/]{6,}$/.exec(text) ?? [];
  const [memory, passes, lanes] = [whole(m), whole(t), whole(p, 16)];
  if (!memory || !passes || !lanes || memory < 8 * lanes) return null;
  return {
    verify: (password) => verifyArgon2(text, password),
    work: (memory * passes) / mostWork.passes,
    seesAll: always,
  };
}

/** `$2b$12$…`; bcrypt_sha256 of Django hashes the hexadecimal SHA-256 of the password, because bcrypt reads 72 bytes. */
export function bcryptHash(text: string, isHashedBefore = false): PasswordHash | null {
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

/** The hexadecimal digest of a salt and the password. */
export function digestHash(digest: 'sha1' | 'md5', salt: string | undefined, hex = ''): PasswordHash | null {
  const stored = Buffer.from(hex, 'hex');
  if (salt === undefined || stored.length !== (digest === 'sha1' ? 20 : 16)) return null;
  const digestWith = (password: string) =>
    createHash(digest)
      .update(salt + password)
      .digest();
  return { verify: async (password) => isEqual(digestWith(password), stored), work: 0, seesAll: always };
}

/** The bytes of a password that each hash has to compare. */
const usualBytes = 47;

/** SHA-crypt of the C library, `$6$rounds=5000$salt$…`; with `$5$` it is SHA-256, and otherwise SHA-512. */
export function shaCryptHash(text: string): PasswordHash | null {
  const [, kind, count, salt, stored] =
    /^\$([56])\$(?:rounds=(\d+)\$)?([^$:\n]{0,16})\$([./\dA-Za-z]{43}(?:[./\dA-Za-z]{43})?)$/.exec(text) ?? [];
  const rounds = count === undefined ? 5000 : whole(count);
  if (salt === undefined || stored?.length !== (kind === '5' ? 43 : 86) || !rounds || rounds < 1000) return null;
  const of: ShaCrypt = { digest: kind === '5' ? 'sha256' : 'sha512', salt, rounds };
  return {
    async verify(password) {
      const bytes = Buffer.from(password);
      // Each round hashes the whole password, so that a very long one would ask for more.
      const isAllowed = shaCryptBlocks(of, bytes.length) <= mostWork.shaCryptBlocks;
      return isAllowed && isEqual(Buffer.from(await shaCrypt(of, bytes)), Buffer.from(stored));
    },
    work: shaCryptBlocks(of, usualBytes) / mostWork.shaCryptBlocks,
    seesAll: always,
  };
}

/** The first crypt of Unix, with a salt of two characters. It sees seven bits of each of the first eight bytes. */
export function desHash(text: string): PasswordHash | null {
  if (!/^[./\dA-Za-z]{13}$/.test(text)) return null;
  const made = (password: string) => unixCrypt([...Buffer.from(password).subarray(0, 8)], text.slice(0, 2));
  return {
    verify: async (password) => isEqual(Buffer.from(made(password)), Buffer.from(text)),
    work: 0,
    seesAll: (password) => password.length < 8 && hasNoNul(password) && Buffer.byteLength(password) === password.length,
  };
}
