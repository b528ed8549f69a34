/** A statement under way, or one that waits for a connection. */
export interface Watched {
  /** Ends it when it takes too long, or nobody waits for it. @param now milliseconds, as `performance.now()` tells them */
  check(now: number): void;
}

/** Milliseconds between two looks. */
const lookMs = 250;

/**
 * Looks at the statements under way now and then, which costs a statement nothing but its place in a set: one timer for
 * all, that runs as long as there are any.
 */
export class StatementWatch {
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;

  add(watched: Watched): void {
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => this.#look(), lookMs).unref();
  }

  remove(watched: Watched): void {
    this.#watched.delete(watched);
  }

  #look(): void {
    const now = performance.now();
    for (const watched of this.#watched) watched.check(now);
    if (this.#watched.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
