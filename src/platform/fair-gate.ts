import { Failure } from '../errors.ts';

/** How much a gate lets through. */
interface GateLimits {
  /** Under way at once. */
  atOnce: number;
  /** Of one person under way at once. */
  each: number;
  /** Of one person that wait. */
  waitingEach: number;
  /** That wait, of all persons. */
  waiting: number;
}

type Start = () => void;

/**
 * Lets expensive work through a few at a time. What waits is taken in turn from each person, not in the order of asking: who asks for a
 * hundred things waits behind themselves, and everybody else behind one of them.
 */
export class FairGate {
  readonly #limits: GateLimits;
  readonly #running = new Map<string, number>();
  /** Persons in the order of their turns, each with what they wait for. */
  readonly #queues = new Map<string, Start[]>();
  #underWay = 0;
  #waiting = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** Work that is under way, and work that waits. */
  get state(): { running: number; waiting: number } {
    return { running: this.#underWay, waiting: this.#waiting };
  }

  /**
   * Does the work when it is its turn.
   * @param person whose work it is: what is fair is decided between persons
   * @throws Failure RATE_LIMITED when too much of this person waits already, UNAVAILABLE when too much of all does; whatever the
   * work throws
   */
  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayStart(person)) this.#started(person);
    else await this.#turn(person);
    try {
      return await work();
    } finally {
      this.#ended(person);
    }
  }

  #mayStart(person: string): boolean {
    const { atOnce, each } = this.#limits;
    return this.#underWay < atOnce && (this.#running.get(person) ?? 0) < each;
  }

  #started(person: string): void {
    this.#underWay++;
    this.#running.set(person, (this.#running.get(person) ?? 0) + 1);
  }

  #turn(person: string): Promise<void> {
    const queue = this.#queues.get(person) ?? [];
    if (queue.length >= this.#limits.waitingEach)
      throw new Failure('RATE_LIMITED', 'Too much is being done for you already; try again shortly.', {
        retryAfter: 2,
      });
    if (this.#waiting >= this.#limits.waiting) throw new Failure('UNAVAILABLE', undefined, { retryAfter: 5 });
    this.#waiting++;
    this.#queues.set(person, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  #ended(person: string): void {
    this.#underWay--;
    const running = (this.#running.get(person) ?? 1) - 1;
    if (running > 0) this.#running.set(person, running);
    else this.#running.delete(person);
    this.#next();
  }

  /** Starts what waits longest of the first person whose turn it is; that person is the last then. */
  #next(): void {
    for (const [person, queue] of this.#queues) {
      if (!this.#mayStart(person)) continue;
      const start = queue.shift() as Start;
      this.#queues.delete(person);
      if (queue.length > 0) this.#queues.set(person, queue);
      this.#waiting--;
      this.#started(person);
      start();
      return;
    }
  }
}
