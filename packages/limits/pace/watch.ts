/** Something in progress that a watch checks regularly. */
export interface Watched {
  /** Its index in the list of the watch, or -1. Only the watch uses it. */
  index: number;
  /** Ends it if it takes too long. Called once in each interval. */
  check(): void;
}

/**
 * Checks everything in progress once in each interval, with one timer that runs while there is anything. The list is an
 * array, because objects in a Set would outlive their request: V8 keeps the former tables of a Set, with everything in
 * them, until the next full collection (docs/performance.md#memory).
 */
export class Watch<What extends Watched> {
  readonly #everyMs: number;
  readonly #list: What[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param everyMs milliseconds between two checks */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  add(one: What): void {
    one.index = this.#list.push(one) - 1;
    this.#timer ??= setInterval(() => this.#look(), this.#everyMs).unref();
  }

  /** Removes it from the list, where the last one takes its index. @returns false when it is no longer there */
  remove(one: What): boolean {
    const { index } = one;
    if (index < 0) return false;
    const last = this.#list.pop() as What;
    if (last !== one) {
      this.#list[index] = last;
      last.index = index;
    }
    one.index = -1;
    return true;
  }

  /** Calls `visit` for each, which may remove any of them. */
  forEach(visit: (one: What) => void): void {
    // It starts at the end, so that the one that takes the place of a removed one has already been visited.
    for (let at = this.#list.length - 1; at >= 0; at--) {
      const one = this.#list[at];
      if (one) visit(one);
    }
  }

  #look(): void {
    this.forEach((one) => one.check());
    if (this.#list.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
