import { Failure } from '../errors.ts';

/**
 * A number of places, of which each user may take a few. When no place is free, a request is refused and does not wait.
 */
export class StreamPlaces {
  readonly #each: number;
  readonly #all: number;
  readonly #taken = new Map<string, number>();
  #sum = 0;

  /**
   * @param each the limit of one user
   * @param all the limit of all users together
   */
  constructor(each: number, all: number) {
    this.#each = each;
    this.#all = all;
  }

  /** The number of occupied places. There is no queue for them. */
  get state(): { running: number; waiting: number } {
    return { running: this.#sum, waiting: 0 };
  }

  /**
   * Takes a place and returns the function that releases it, which may be called more than once. @throws Failure
   * UNAVAILABLE
   */
  take(person: string): () => void {
    const own = this.#taken.get(person) ?? 0;
    if (own >= this.#each || this.#sum >= this.#all) throw new Failure('UNAVAILABLE', undefined, { retryAfter: 10 });
    this.#taken.set(person, own + 1);
    this.#sum++;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#sum--;
      const left = (this.#taken.get(person) ?? 1) - 1;
      if (left > 0) this.#taken.set(person, left);
      else this.#taken.delete(person);
    };
  }
}
