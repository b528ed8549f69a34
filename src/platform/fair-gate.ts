import { Failure } from '../errors.ts';
import { declareBound } from './bounds.ts';

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
  /** The largest number of milliseconds for which a task waits. If it is undefined, there is no limit. */
  patience?: number;
  /** The failure of further tasks. By default, it is RATE_LIMITED for too many tasks of one user, and otherwise UNAVAILABLE. */
  refusal?: 'BUSY';
}

/** A user with running or waiting tasks. */
interface Person {
  running: number;
  queue: Waiting[];
}

interface Waiting {
  start(): void;
}

const held = declareBound(import.meta.url, {
  name: 'gate_persons',
  holds: 'persons with recent tasks at a gate (requests, expensive work, uploads, maps), for each gate',
  limit: 10_000,
  unit: 'persons',
  beyond: 'Persons without a running or waiting task are evicted.',
});

/** Seconds after which a refused caller may try again. */
const retryAfter = { ofOne: 2, ofAll: 5 } as const;

/**
 * Runs a few tasks at a time. Waiting tasks are taken from each user in turn and not in the order of arrival, so a hundred
 * tasks of one user delay another user by one of them only.
 */
export class FairGate {
  readonly #limits: GateLimits;
  /** Users stay here when they have no task, because a Map that changes with each request is costly (docs/performance.md#memory). */
  readonly #persons = new Map<string, Person>();
  /** The users with waiting tasks, in the order of their turns. */
  readonly #turns = new Set<Person>();
  #running = 0;
  #waiting = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
    held.watch(() => this.#persons.size);
  }

  /** Returns the number of running tasks. */
  running(): number {
    return this.#running;
  }

  /** Returns the number of waiting tasks. */
  waiting(): number {
    return this.#waiting;
  }

  /** The numbers of running and waiting tasks. */
  get state(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /**
   * Runs a task when its turn comes.
   * @param name the user of the task, since users take turns
   * @throws Failure RATE_LIMITED when too many tasks of this user are waiting, UNAVAILABLE when too many tasks are waiting in
   * total (or the refusal of this gate for both), or when the task has waited too long; the errors of the task
   */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const person = this.#personOf(name);
    if (this.#mayStart(person)) this.#started(person);
    else await this.#turn(person);
    try {
      return await work();
    } finally {
      person.running--;
      this.#running--;
      if (this.#waiting > 0) this.#next();
    }
  }

  #personOf(name: string): Person {
    let person = this.#persons.get(name);
    if (!person) {
      if (this.#persons.size >= held.limit) this.#forgetIdle();
      this.#persons.set(name, (person = { running: 0, queue: [] }));
    }
    return person;
  }

  #forgetIdle(): void {
    for (const [name, { running, queue }] of this.#persons)
      if (running === 0 && queue.length === 0) this.#persons.delete(name);
  }

  #mayStart({ running }: Person): boolean {
    return this.#running < this.#limits.atOnce && running < this.#limits.each;
  }

  #started(person: Person): void {
    this.#running++;
    person.running++;
  }

  #turn(person: Person): Promise<void> {
    const { waitingEach, waiting, patience, refusal } = this.#limits;
    if (person.queue.length >= waitingEach)
      throw new Failure(refusal ?? 'RATE_LIMITED', 'Too much is being done for you already; try again shortly.', {
        retryAfter: retryAfter.ofOne,
      });
    if (this.#waiting >= waiting) throw this.#tooMuch();
    return new Promise((resolve, reject) => {
      const leave = () => {
        person.queue.splice(person.queue.indexOf(one), 1);
        if (person.queue.length === 0) this.#turns.delete(person);
        this.#waiting--;
        reject(this.#tooMuch());
      };
      const timer = patience === undefined ? undefined : setTimeout(leave, patience).unref();
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const one: Waiting = { start };
      this.#waiting++;
      person.queue.push(one);
      this.#turns.add(person);
    });
  }

  #tooMuch(): Failure {
    return new Failure(this.#limits.refusal ?? 'UNAVAILABLE', undefined, { retryAfter: retryAfter.ofAll });
  }

  /** Starts the oldest task of the first user who may start one. That user then comes last. */
  #next(): void {
    for (const person of this.#turns) {
      if (!this.#mayStart(person)) continue;
      const { start } = person.queue.shift() as Waiting;
      this.#turns.delete(person);
      if (person.queue.length > 0) this.#turns.add(person);
      this.#waiting--;
      this.#started(person);
      start();
      return;
    }
  }
}
