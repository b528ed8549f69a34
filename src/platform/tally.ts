/** Counts what is open for each of many, up to a limit. */
export class Tally<Who> {
  readonly #limit: number;
  readonly #counts = new Map<Who, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** One more; false when that would be too many. */
  take(who: Who): boolean {
    const count = this.#counts.get(who) ?? 0;
    if (count >= this.#limit) return false;
    this.#counts.set(who, count + 1);
    return true;
  }

  /** One less. */
  give(who: Who): void {
    const count = this.#counts.get(who) ?? 0;
    if (count > 1) this.#counts.set(who, count - 1);
    else this.#counts.delete(who);
  }
}
