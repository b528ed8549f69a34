import { hash, randomBytes } from 'node:crypto';

/** A new random secret of 256 bits, in characters that are valid in URLs and headers (decisions A4). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of such a secret: 43 characters of base64url. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The SHA-256 of a secret, which is stored instead of the secret. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
