/** Counts open connections or other resources by name, up to a limit for each. */
export class Tally<Who> {
  readonly #limit: number;
  readonly #counts = new Map<Who, number>();
  #sum = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The sum of all counts. */
  get sum(): number {
    return this.#sum;
  }

  /** Adds one; false when that would exceed the limit. */
  take(who: Who): boolean {
    const count = this.count(who);
    if (count >= this.#limit) return false;
    this.#counts.set(who, count + 1);
    this.#sum++;
    return true;
  }

  /** How many are open. */
  count(who: Who): number {
    return this.#counts.get(who) ?? 0;
  }

  /** Removes one. */
  give(who: Who): void {
    const count = this.count(who);
    if (count > 0) this.#sum--;
    if (count > 1) this.#counts.set(who, count - 1);
    else this.#counts.delete(who);
  }
}
