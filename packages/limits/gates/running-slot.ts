import type { Caller } from './caller.ts';
import type { Gate } from './gate.ts';
import type { Holders } from './holders.ts';
import type { Client } from './gate-limits.ts';

/**
 * The slot of a request among those that run at a gate. While the request waits at a further gate, it gives the slot up, so that
 * however many wait there, others run. It takes it again without waiting: those that come back are bounded by the further gate.
 */
export class RunningSlot {
  // Not a #private: Apollo copies contexts property by property.
  private gate: Gate | null = null;
  private of: Holders | null = null;
  /** Takes again what was given up. */
  private comeBack: (() => void) | null = null;
  private waits = 0;
  /** The client that waits for the answer; undefined where nobody does. */
  readonly client: Client | undefined;

  constructor(client?: Client) {
    this.client = client;
  }

  /** Notes at which gate the request has a slot, and as whose task; null when it has ended. */
  hold(gate: Gate | null, of: Holders | null): void {
    this.gate = gate;
    this.of = of;
  }

  /** Waits without the slot. A document waits at several gates at once; it gives its slot up once. */
  async whileWaiting<T>(wait: () => Promise<T>): Promise<T> {
    if (this.waits === 0) this.comeBack = (this.of && this.gate?.leave(this.of)) ?? null;
    this.waits += 1;
    try {
      return await wait();
    } finally {
      this.waits -= 1;
      if (this.waits === 0) this.comeBack?.();
    }
  }
}

/**
 * Runs a part of a request when it is its turn at this gate, unless its client has left. The request gives its slot up while it waits.
 * @throws as `Gate.run`, and what `gone` of the gate makes when the client has left
 */
export async function runWithin<T>(slot: RunningSlot, gate: Gate, caller: Caller, work: () => Promise<T>): Promise<T> {
  if (slot.client?.gone) throw gate.gone();
  const release = gate.tryTake(caller) ?? (await slot.whileWaiting(() => gate.take(caller, 1, slot.client)));
  try {
    return await work();
  } finally {
    release();
  }
}
