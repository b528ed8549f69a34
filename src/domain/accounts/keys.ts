import { createHash, randomBytes } from 'node:crypto';

/** A new random secret of 256 bits, in letters that survive URLs and headers (decisions A4). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret: its SHA-256. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
