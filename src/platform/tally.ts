/** Counts what is open for each of many, up to a limit. */
export class Tally<Who> {
  readonly #limit: number;
  readonly #counts = new Map<Who, number>();

  #sum = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What is open, of all. */
  get sum(): number {
    return this.#sum;
  }

  /** One more; false when that would be too many. */
  take(who: Who): boolean {
    const count = this.#counts.get(who) ?? 0;
    if (count >= this.#limit) return false;
    this.#counts.set(who, count + 1);
    this.#sum++;
    return true;
  }

  /** One less. */
  give(who: Who): void {
    const count = this.#counts.get(who) ?? 0;
    if (count > 0) this.#sum--;
    if (count > 1) this.#counts.set(who, count - 1);
    else this.#counts.delete(who);
  }
}
