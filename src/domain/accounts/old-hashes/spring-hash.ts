import { pbkdf2Hash, scryptHash, whole } from './hash-kinds.ts';
import type { PasswordHash } from './hash-kinds.ts';

/** How `Pbkdf2PasswordEncoder` was set, by its name: the iterations, which the hash does not say, and the bytes of its salt. */
const pbkdf2 = {
  pbkdf2: { digest: 'sha1', iterations: 185_000, saltLength: 8 },
  'pbkdf2@SpringSecurity_v5_8': { digest: 'sha256', iterations: 310_000, saltLength: 16 },
} as const;

/**
 * Reads a hash with the name of its encoder before it, `{bcrypt}$2a$10$…`, as the `DelegatingPasswordEncoder` of Spring writes it. What is
 * no hash (`{noop}`) is not read: whoever could read the table knows such a password.
 * @param cryptOf reads what stands behind the name where it says itself what it is
 */
export function springHash(encoded: string, cryptOf: (text: string) => PasswordHash | null): PasswordHash | null {
  const [, name = '', text = ''] = /^\{([\w@]+)\}(.*)$/s.exec(encoded) ?? [];
  switch (name) {
    case 'bcrypt':
      return text.startsWith('$2') ? cryptOf(text) : null;
    case 'argon2':
    case 'argon2@SpringSecurity_v5_8':
      return text.startsWith('$argon2') ? cryptOf(text) : null;
    case 'pbkdf2':
    case 'pbkdf2@SpringSecurity_v5_8': {
      const { digest, iterations, saltLength } = pbkdf2[name];
      if (!/^(?:[\da-f]{2})+$/i.test(text)) return null;
      const bytes = Buffer.from(text, 'hex');
      const [salt, stored] = [bytes.subarray(0, saltLength), bytes.subarray(saltLength)];
      return pbkdf2Hash({ digest, iterations, salt, stored });
    }
    case 'scrypt':
    case 'scrypt@SpringSecurity_v5_8':
      return scryptOf(text);
    default:
      return null;
  }
}

/** `$<cost, block size and parallelism>$<salt>$<hash>`: the first in hexadecimal digits, of which the last four are two bytes. */
function scryptOf(text: string): PasswordHash | null {
  const [, of, salt, stored] = /^\$([\da-f]{5,6})\$([\w+/=]+)\$([\w+/=]+)$/i.exec(text) ?? [];
  if (of === undefined) return null;
  const numbers = Number.parseInt(of, 16);
  return scryptHash({
    cost: whole(String(2 ** (numbers >> 16))),
    blockSize: (numbers >> 8) & 255,
    parallelization: numbers & 255,
    salt: Buffer.from(salt!, 'base64'),
    stored: Buffer.from(stored!, 'base64'),
  });
}
