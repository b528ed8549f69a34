/** Something under way that a watch looks at now and then. */
export interface Watched {
  /** Where it is in the watch's list, -1: nowhere. For the watch alone. */
  place: number;
  /** Ends what takes too long. Called once in each interval. */
  check(): void;
}

/**
 * Looks at everything that is under way, once in each interval: one timer for all, that runs as long as there is anything.
 * What comes and goes with each request is listed in an array. In a Set it would outlive the request: V8 keeps a Set's
 * former tables, with everything in them, until the next full collection (docs/performance.md#memory).
 */
export class Watch<What extends Watched> {
  readonly #everyMs: number;
  readonly #list: What[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param everyMs milliseconds between two looks */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  add(one: What): void {
    one.place = this.#list.push(one) - 1;
    this.#timer ??= setInterval(() => this.#look(), this.#everyMs).unref();
  }

  /** Takes it off the list: the last one takes its place. @returns false when it is not there any more */
  remove(one: What): boolean {
    const { place } = one;
    if (place < 0) return false;
    const last = this.#list.pop() as What;
    if (last !== one) {
      this.#list[place] = last;
      last.place = place;
    }
    one.place = -1;
    return true;
  }

  /** Calls `visit` with each; it may remove any of them. */
  forEach(visit: (one: What) => void): void {
    // From the end: what takes the place of a removed one has been visited.
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
