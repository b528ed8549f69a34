/** Ids that stand next to each other share an entry. */
const idsOfBlock = 32;
const least = 1024;

/** A slot for two numbers in a table whose length is a power of two. */
export function slotOf(one: number, other: number, length: number): number {
  let hash = Math.imul(one | 0, 0x9e37_79b1) ^ Math.imul((one / 2 ** 32) | 0, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ (other | 0), 0xc2b2_ae35) ^ Math.imul((other / 2 ** 32) | 0, 0x27d4_eb2f);
  return (hash ^ (hash >>> 13)) & (length - 1);
}

/**
 * A set of ids. It takes less than a byte for each where most numbers are ids, and up to 48 bytes where they are far apart: an open
 * hash table, each of whose entries holds 32 numbers that follow each other.
 */
export class IdSet {
  /** The number of the block of an entry, from 1; 0 where there is none. */
  #blocks = new Float64Array(least);
  #bits = new Uint32Array(least);
  #used = 0;

  has(id: number): boolean {
    const at = this.#find(Math.floor(id / idsOfBlock) + 1);
    return (this.#bits[at]! & (1 << (id % idsOfBlock))) !== 0;
  }

  delete(id: number): void {
    const at = this.#find(Math.floor(id / idsOfBlock) + 1);
    this.#bits[at]! &= ~(1 << (id % idsOfBlock));
  }

  /** Adds an id. Returns whether it is new. */
  add(id: number): boolean {
    const block = Math.floor(id / idsOfBlock) + 1;
    let at = this.#find(block);
    if (this.#blocks[at] === 0) {
      if (this.#used * 3 > this.#blocks.length * 2) {
        this.#grow();
        at = this.#find(block);
      }
      this.#blocks[at] = block;
      this.#used++;
    }
    const bit = 1 << (id % idsOfBlock);
    const isNew = (this.#bits[at]! & bit) === 0;
    this.#bits[at] = this.#bits[at]! | bit;
    return isNew;
  }

  /** The entry of a block, or the one in which it would be. */
  #find(block: number): number {
    const { length } = this.#blocks;
    let at = slotOf(block, 0, length);
    while (this.#blocks[at] !== 0 && this.#blocks[at] !== block) at = (at + 1) & (length - 1);
    return at;
  }

  #grow(): void {
    const [blocks, bits] = [this.#blocks, this.#bits];
    this.#blocks = new Float64Array(2 * blocks.length);
    this.#bits = new Uint32Array(2 * blocks.length);
    for (let i = 0; i < blocks.length; i++) {
      if (blocks[i] === 0) continue;
      const at = this.#find(blocks[i]!);
      this.#blocks[at] = blocks[i]!;
      this.#bits[at] = bits[i]!;
    }
  }
}
