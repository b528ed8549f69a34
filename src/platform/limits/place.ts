import type { Caller } from './caller.ts';
import type { Gate } from './gate.ts';

/** How a task gives up its place among those that run at a gate, and takes it again. */
export interface HeldPlace {
  leave(): void;
  comeBack(): void;
}

/**
 * The place of a request among those that run. While the request waits at a further gate, it gives the place up, so that however
 * many wait there, others run. It takes it again without waiting: those that come back are bounded by the further gate.
 */
export class Place {
  // Not a #private: Apollo copies contexts property by property.
  private held: HeldPlace | null = null;
  private left: HeldPlace | null = null;
  private waits = 0;

  /** Sets the place of the running task; null when it has ended. */
  hold(held: HeldPlace | null): void {
    this.held = held;
  }

  /** Waits without the place. A document waits at several gates at once; it gives its place up once. */
  async whileWaiting<T>(wait: () => Promise<T>): Promise<T> {
    if (this.waits === 0) {
      this.left = this.held;
      this.left?.leave();
    }
    this.waits += 1;
    try {
      return await wait();
    } finally {
      this.waits -= 1;
      if (this.waits === 0) this.left?.comeBack();
    }
  }
}

/**
 * Runs a part of a request when it is its turn at this gate. The request gives its place up while it waits.
 * @throws Failure as `Gate.run`
 */
export async function runWithin<T>(place: Place, gate: Gate, caller: Caller, work: () => Promise<T>): Promise<T> {
  const release = gate.tryTake(caller) ?? (await place.whileWaiting(() => gate.take(caller)));
  try {
    return await work();
  } finally {
    release();
  }
}
