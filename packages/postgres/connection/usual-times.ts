/** The share of a longer time that is added to the usual one. */
const rise = 1 / 16;

/**
 * How long statements usually take, in milliseconds, by name: close to the shortest times of late. Longer ones often say more about
 * this process, which was busy when the answer came.
 */
export class UsualTimes {
  readonly #ms = new Map<string, number>();

  /** The usual time of a statement; 0 if it has not run yet. */
  of(name: string): number {
    return this.#ms.get(name) ?? 0;
  }

  /** Adds the time of one run. */
  add(name: string, ms: number): void {
    const usual = this.of(name);
    this.#ms.set(name, ms < usual ? ms : usual + (ms - usual) * rise);
  }
}
