import { Failure } from '../errors.ts';

/** The limits of a gate. */
interface GateLimits {
  /** Tasks that run at the same time. */
  atOnce: number;
  /** Tasks of one user that run at the same time. */
  each: number;
  /** Waiting tasks of one user. */
  waitingEach: number;
  /** Waiting tasks of all users. */
  waiting: number;
}

type Start = () => void;

/**
 * Runs a few expensive tasks at a time. Waiting tasks are taken from each user in turn and not in the order of arrival,
 * so a hundred tasks of one user delay another user by one of them only.
 */
export class FairGate {
  readonly #limits: GateLimits;
  readonly #running = new Map<string, number>();
  /** The users in the order of their turns, each with the waiting tasks. */
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
   * Runs the work when it is its turn.
   * @param person the user of the work, since users take turns
   * @throws Failure RATE_LIMITED when too many tasks of this user are waiting, UNAVAILABLE when too many tasks are
   * waiting in total; the errors of the work
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

  /** Starts the oldest task of the first user whose turn it is, who is last then. */
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
