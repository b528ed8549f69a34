import { networkOf } from './caller.ts';
import { holderIn } from './holders.ts';
import type { Holder, Holders } from './holders.ts';
import type { Caller } from './caller.ts';
import type { Client, GateAround, GateLimits } from './gate-limits.ts';
import { Line } from './line.ts';
import type { Waiting } from './line.ts';

/** Whoever has a slot, and may give it up (`packages/limits/gates/running-slot.ts`). */
interface Slot {
  /** Notes at which gate it is, and as whose task; null when the task has ended. */
  hold(gate: Gate | null, of: Holders | null): void;
}

/**
 * Bounds what is done at the same time, in number or in bytes. A person, an address and a network of addresses have a share of
 * it, so that no caller can fill it. Waiting tasks are taken from each network in turn, then from each of its addresses, then from
 * each person, and not in the order of arrival: a hundred tasks of one caller delay another by one of them only. When as many wait as
 * may, a newcomer replaces the last one in the longest queue, so that many callers together keep nobody else out.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #around: GateAround;
  /** Callers stay here when they have no task, because a Map that changes with each request is costly (docs/performance.md#memory). */
  readonly #callers = new Map<string, Holders>();
  readonly #persons = new Map<string, Holder>();
  readonly #addresses = new Map<string, Holder>();
  readonly #networks = new Map<string, Holder>();
  readonly #line = new Line<Holders>();
  /** The number of callers at which idle ones are evicted. It doubles while more have tasks, so that a sweep is rare. */
  #sweepAt: number;
  #running = 0;
  #waiting = 0;
  /** Whether a task is too large for what is free; nobody overtakes it. */
  #isStuck = false;

  constructor(limits: GateLimits, around: GateAround) {
    this.#limits = limits;
    this.#around = around;
    this.#sweepAt = around.mostCallers;
  }

  /** The number of callers that are remembered. */
  get callers(): number {
    return this.#callers.size;
  }

  /** The size of the running tasks: of all, of a person, or of a network. */
  running(caller?: Caller, of: 'person' | 'network' = 'person'): number {
    if (!caller) return this.#running;
    const holder = of === 'person' ? this.#persons.get(caller.person) : this.#networks.get(networkOf(caller.address));
    return holder?.running ?? 0;
  }

  /** The number of waiting tasks. */
  waiting(): number {
    return this.#waiting;
  }

  /** Both. */
  get state(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /**
   * Runs a task when its turn comes.
   * @param slot by which the task gives up its slot while it waits at a further gate
   * @throws what `refuse` of the gate makes, when too many tasks of this caller are waiting, when too many tasks are waiting in
   * total and no queue is longer, or when the task has waited too long; the errors of the task
   */
  async run<T>(caller: Caller, work: () => Promise<T>, slot?: Slot): Promise<T> {
    const of = this.#holdersOf(caller);
    if (this.#mayStart(of, 1)) this.#start(of, 1);
    else await this.#turn(of, 1);
    slot?.hold(this, of);
    try {
      return await work();
    } finally {
      slot?.hold(null, null);
      this.#end(of, 1);
    }
  }

  /** Gives up the slot of a running task. Returns the function that takes it again, without waiting. */
  leave(of: Holders): () => void {
    this.#end(of, 1);
    return () => this.#start(of, 1);
  }

  /** Takes a slot of this size when its turn comes, and no more once its client has left. Returns the function that releases it. @throws as `run` */
  async take(caller: Caller, size = 1, client?: Client): Promise<() => void> {
    const taken = this.tryTake(caller, size);
    if (taken) return taken;
    const of = this.#holdersOf(caller);
    await this.#turn(of, size, client);
    return this.#releaseOf(of, size);
  }

  /**
   * Takes a slot of this size if it is free and nobody waits for it; otherwise returns null. The function that it returns
   * releases the slot, and may be called more than once.
   */
  tryTake(caller: Caller, size = 1): (() => void) | null {
    const of = this.#holdersOf(caller);
    if (!this.#mayStart(of, size)) return null;
    this.#start(of, size);
    return this.#releaseOf(of, size);
  }

  /** As `tryTake`. @throws what `refuse` of the gate makes, when no slot is free */
  mustTake(caller: Caller, size = 1): () => void {
    const taken = this.tryTake(caller, size);
    if (!taken) throw this.#around.refuse(false);
    return taken;
  }

  /** The failure of a task whose client has left. */
  gone(): Error {
    return this.#around.gone();
  }

  #releaseOf(of: Holders, size: number): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.#end(of, size);
      isHeld = false;
    };
  }

  #holdersOf({ person, address }: Caller): Holders {
    const name = person === address ? address : `${person} ${address}`;
    const known = this.#callers.get(name);
    if (known) return known;
    if (this.#callers.size >= this.#sweepAt) this.#forgetIdle();
    const network = networkOf(address);
    const of: Holders = {
      person: holderIn(this.#persons, person),
      address: holderIn(this.#addresses, address),
      network: holderIn(this.#networks, network),
      path: [network, address, person],
    };
    this.#callers.set(name, of);
    return of;
  }

  #forgetIdle(): void {
    const isIdle = ({ running, waiting }: Holder) => running === 0 && waiting === 0;
    // A caller of whom either is idle has no tasks, and the other may be found anew by its name.
    for (const [name, { person, address }] of this.#callers)
      if (isIdle(person) || isIdle(address)) this.#callers.delete(name);
    for (const holders of [this.#persons, this.#addresses, this.#networks])
      for (const [name, holder] of holders) if (isIdle(holder)) holders.delete(name);
    this.#sweepAt = Math.max(this.#around.mostCallers, 2 * this.#callers.size);
  }

  #mayStart(of: Holders, size: number): boolean {
    return !this.#isStuck && this.#running + size <= this.#limits.atOnce && this.#isInShare(of, size);
  }

  #isInShare({ person, address, network }: Holders, size: number): boolean {
    const { shares } = this.#limits;
    return (
      person.running + size <= shares.person &&
      address.running + size <= shares.address &&
      network.running + size <= shares.network
    );
  }

  #start({ person, address, network }: Holders, size: number): void {
    this.#running += size;
    person.running += size;
    address.running += size;
    network.running += size;
  }

  #end(of: Holders, size: number): void {
    this.#start(of, -size);
    if (this.#waiting > 0) this.#next();
  }

  #turn(of: Holders, size: number, client?: Client): Promise<void> {
    const { waiting, patience } = this.#limits;
    if (!waiting) throw this.#around.refuse(false);
    const { shares } = waiting;
    const { person, address, network } = of;
    const isFull = [
      person.waiting >= shares.person,
      address.waiting >= shares.address,
      network.waiting >= shares.network,
    ];
    if (isFull.includes(true)) throw this.#around.refuse(true);
    if (this.#waiting >= waiting.atMost) {
      const last = this.#line.lastOfLongest(of.path);
      if (!last) throw this.#around.refuse(false);
      last.leave();
    }
    return new Promise((resolve, reject) => {
      const leave = (failure = this.#around.refuse(false)) => {
        clearTimeout(timer);
        stay?.();
        this.#line.remove(of.path, one);
        this.#counted(of, -1);
        reject(failure);
        this.#next();
      };
      const timer = patience === undefined ? undefined : setTimeout(() => leave(), patience).unref();
      const stay = client?.onGone?.(() => leave(this.#around.gone()));
      const start = () => {
        clearTimeout(timer);
        stay?.();
        resolve();
      };
      const one: Waiting<Holders> = { of, size, start, leave };
      this.#counted(of, 1);
      this.#line.add(of.path, one);
      this.#isStuck ||= size > 1 && this.#isInShare(of, size);
    });
  }

  #counted({ person, address, network }: Holders, by: 1 | -1): void {
    this.#waiting += by;
    person.waiting += by;
    address.waiting += by;
    network.waiting += by;
  }

  /** Starts the tasks whose turn it is. One that is too large for what is free is waited for, and not overtaken. */
  #next(): void {
    this.#isStuck = false;
    while (this.#waiting > 0) {
      const next = this.#line.first(({ of, size }) => this.#isInShare(of, size));
      if (!next) return;
      if (this.#running + next.size > this.#limits.atOnce) {
        this.#isStuck = true;
        return;
      }
      this.#line.remove(next.of.path, next);
      this.#line.rotate(next.of.path);
      this.#counted(next.of, -1);
      this.#start(next.of, next.size);
      next.start();
    }
  }
}
