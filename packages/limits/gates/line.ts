/** A task that waits. */
export interface Waiting<Of> {
  readonly of: Of;
  readonly size: number;
  start(): void;
  /** Ends the waiting without a start. */
  leave(): void;
}

/**
 * Waiting tasks by a path of names (network, address, person). The next task is taken from each name in turn, on each level of the
 * path.
 */
export class Line<Of> {
  /** In the order of their turns. */
  readonly #below = new Map<string, Line<Of>>();
  /** Those at the end of the path, in the order of their arrival. */
  readonly #own: Waiting<Of>[] = [];
  /** The number of tasks here and below. */
  #count = 0;

  add(path: readonly string[], one: Waiting<Of>, depth = 0): void {
    this.#count += 1;
    const name = path[depth];
    if (name === undefined) return void this.#own.push(one);
    let below = this.#below.get(name);
    if (!below) this.#below.set(name, (below = new Line()));
    below.add(path, one, depth + 1);
  }

  /** Removes a task that no longer waits. */
  remove(path: readonly string[], one: Waiting<Of>, depth = 0): void {
    this.#count -= 1;
    const name = path[depth];
    if (name === undefined) return void this.#own.splice(this.#own.indexOf(one), 1);
    const below = this.#below.get(name);
    below?.remove(path, one, depth + 1);
    if (below?.isEmpty) this.#below.delete(name);
  }

  /** The first task, in the order of turns, whose caller may start it. */
  first(isFree: (one: Waiting<Of>) => boolean): Waiting<Of> | undefined {
    const own = this.#own[0];
    if (own) return isFree(own) ? own : undefined;
    for (const below of this.#below.values()) {
      const one = below.first(isFree);
      if (one) return one;
    }
    return undefined;
  }

  /** Puts the names of a path last. */
  rotate(path: readonly string[], depth = 0): void {
    const name = path[depth];
    const below = name === undefined ? undefined : this.#below.get(name);
    if (name === undefined || !below) return;
    this.#below.delete(name);
    this.#below.set(name, below);
    below.rotate(path, depth + 1);
  }

  /**
   * The task that is refused for a newcomer of this path when the line is full: the last one of the longest queue.
   * Undefined if no other queue is longer than that of the newcomer would be.
   */
  lastOfLongest(path: readonly string[], depth = 0): Waiting<Of> | undefined {
    const name = path[depth];
    if (name === undefined) return undefined;
    const own = this.#below.get(name);
    const longest = this.#longest();
    if (longest && longest.#count > (own ? own.#count : 0) + 1) return longest.#last();
    return own?.lastOfLongest(path, depth + 1);
  }

  #longest(): Line<Of> | undefined {
    let longest: Line<Of> | undefined;
    for (const below of this.#below.values()) if (!longest || below.#count > longest.#count) longest = below;
    return longest;
  }

  #last(): Waiting<Of> | undefined {
    const longest = this.#longest();
    return longest ? longest.#last() : this.#own.at(-1);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }
}
