import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The parts of an HTTP answer that are stored. */
export interface Answer {
  status: number;
  /** The headers that belong to the content: `Content-Type` and `Location`. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts an answer. It may contain a new API key, which must not be readable in the database (decisions A4).
 * @param key 32 bytes
 */
export function seal(answer: Answer, key: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce);
  const text = Buffer.concat([sealing.update(JSON.stringify(answer), 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), text]);
}

/** Decrypts an answer. @throws Error when it was encrypted with another key */
export function unseal(sealed: Buffer, key: Buffer): Answer {
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes));
  opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
  return JSON.parse(text.toString('utf8')) as Answer;
}
