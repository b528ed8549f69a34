import { hash } from 'node:crypto';
import { slotOf } from './id-set.ts';

const least = 1024;

/** What is looked up: two ids, which are compared as they are, or a text, of which 96 bits of its SHA-256 are compared. */
export type Key = string | readonly [number, number];

/**
 * A number for each key, such as the line in which it was found first. It takes 24 bytes for each entry, at most two thirds of which
 * are used, whatever the length of the texts.
 */
export class NumberMap {
  /** Two numbers for each entry, both 0 where there is none. */
  #keys = new Float64Array(2 * least);
  #values = new Float64Array(least);
  #used = 0;

  /** The number of a key, or null if there is none. */
  get(key: Key): number | null {
    const [one, other] = numbersOf(key);
    const at = this.#find(one, other);
    return this.#isFree(at) ? null : this.#values[at]!;
  }

  set(key: Key, value: number): void {
    const [one, other] = numbersOf(key);
    if (this.#used * 3 > this.#values.length * 2) this.#grow();
    const at = this.#find(one, other);
    if (this.#isFree(at)) this.#used++;
    this.#put(at, one, other, value);
  }

  #isFree(at: number): boolean {
    return this.#keys[2 * at] === 0 && this.#keys[2 * at + 1] === 0;
  }

  #put(at: number, one: number, other: number, value: number): void {
    this.#keys[2 * at] = one;
    this.#keys[2 * at + 1] = other;
    this.#values[at] = value;
  }

  #find(one: number, other: number): number {
    const { length } = this.#values;
    let at = slotOf(one, other, length);
    while (!this.#isFree(at) && (this.#keys[2 * at] !== one || this.#keys[2 * at + 1] !== other))
      at = (at + 1) & (length - 1);
    return at;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(2 * keys.length);
    this.#values = new Float64Array(2 * values.length);
    for (let i = 0; i < values.length; i++) {
      const [one, other] = [keys[2 * i]!, keys[2 * i + 1]!];
      if (one !== 0 || other !== 0) this.#put(this.#find(one, other), one, other, values[i]!);
    }
  }
}

function numbersOf(key: Key): readonly [number, number] {
  if (typeof key !== 'string') return key;
  const digest = hash('sha256', key, 'buffer');
  return [digest.readUIntBE(0, 6) + 1, digest.readUIntBE(6, 6)];
}
