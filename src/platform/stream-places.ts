import { Failure } from '../errors.ts';

/** A number of places, of which a person takes a few at most: what has none to give refuses instead of letting wait. */
export class StreamPlaces {
  readonly #each: number;
  readonly #all: number;
  readonly #taken = new Map<string, number>();
  #sum = 0;

  /**
   * @param each of one person
   * @param all of everybody together
   */
  constructor(each: number, all: number) {
    this.#each = each;
    this.#all = all;
  }

  /** Places that are taken; nobody waits for one. */
  get state(): { running: number; waiting: number } {
    return { running: this.#sum, waiting: 0 };
  }

  /** Takes a place; gives what gives it back, which may be called more than once. @throws Failure UNAVAILABLE */
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
