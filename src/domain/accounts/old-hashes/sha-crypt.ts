import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** How a password was hashed. */
export interface ShaCrypt {
  digest: 'sha256' | 'sha512';
  /** At most 16 characters. */
  salt: string;
  rounds: number;
}

/** After so many rounds, other work has its turn: they take a few milliseconds. */
const roundsInTurn = 1000;

/** How many blocks of the digest are hashed for a password of so many bytes, at most. */
export function shaCryptBlocks({ digest, rounds }: ShaCrypt, length: number): number {
  const [block, size] = digest === 'sha256' ? [64, 32] : [128, 64];
  // A round has the last result, the salt, the password twice, and at least 17 bytes of padding. Before, the password is repeated.
  return rounds * Math.ceil((size + 16 + 2 * length + 17) / block) + length ** 2 / block;
}

/**
 * What `crypt` of the C library makes of a password with SHA-256 or SHA-512 (the specification by Ulrich Drepper, of 2007), without
 * the kind, the rounds and the salt. Others have their turn between the rounds.
 */
export async function shaCrypt({ digest, salt: saltText, rounds }: ShaCrypt, password: Buffer): Promise<string> {
  const of = (...parts: readonly Buffer[]) => hash(digest, Buffer.concat(parts), 'buffer');
  const salt = Buffer.from(saltText);
  const { length } = password;
  const both = of(password, salt, password);
  const bits = [...length.toString(2)].reverse().filter((_, i) => length >> i > 0);
  let result = of(password, salt, repeated(both, length), ...bits.map((bit) => (bit === '1' ? both : password)));
  const p = repeated(of(...Array<Buffer>(length).fill(password)), length);
  const s = repeated(of(...Array<Buffer>(16 + result[0]!).fill(salt)), salt.length);
  for (let round = 0; round < rounds; round++) {
    const [first, last] = round % 2 ? [p, result] : [result, p];
    const parts = [first];
    if (round % 3) parts.push(s);
    if (round % 7) parts.push(p);
    parts.push(last);
    result = of(...parts);
    if (round % roundsInTurn === roundsInTurn - 1) await setImmediate();
  }
  return textOf(result, digest);
}

/** As many bytes of what is repeated as are asked for. */
function repeated(bytes: Buffer, length: number): Buffer {
  return Buffer.alloc(length, length === 0 ? undefined : bytes);
}

const letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Three bytes as letters of six bits each, the lowest bits first. */
function lettersOf([high, middle, low]: readonly number[], count = 4): string {
  const value = (high! << 16) | (middle! << 8) | low!;
  return Array.from({ length: count }, (_, i) => letters[(value >> (6 * i)) & 63]).join('');
}

/** The bytes of a digest as text: each three lie a third apart, and the next ones begin with another of these. What is left is the end. */
function textOf(bytes: Buffer, digest: ShaCrypt['digest']): string {
  const third = Math.floor(bytes.length / 3);
  let [high, middle, low] = [0, third, 2 * third];
  let text = '';
  for (let i = 0; i < third; i++) {
    text += lettersOf([bytes[high]!, bytes[middle]!, bytes[low]!]);
    [high, middle, low] = digest === 'sha256' ? [low + 1, high + 1, middle + 1] : [middle + 1, low + 1, high + 1];
  }
  return text + (digest === 'sha256' ? lettersOf([0, bytes[31]!, bytes[30]!], 3) : lettersOf([0, 0, bytes[63]!], 2));
}
