import { createHash, randomBytes } from 'node:crypto';

/** A new random secret of 256 bits, in letters that survive URLs and headers (decisions A4). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of such a secret: 43 letters of base64url. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is stored of a secret: its SHA-256. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
