/** The largest parts of a bound that one person, one address and one network of addresses may have. */
export interface Shares {
  readonly person: number;
  readonly address: number;
  readonly network: number;
}

/** The usual shares: half for an address, and three quarters for a network, so that others always find something free. */
export function sharesOf(all: number, person: number): Shares {
  const atLeast = (part: number) => Math.max(person, Math.floor(all * part));
  return { person, address: atLeast(1 / 2), network: atLeast(3 / 4) };
}

/** The limits of a gate. Tasks have a size: one, or a number of bytes. */
export interface GateLimits {
  /** The size of all tasks that run at the same time. */
  atOnce: number;
  /** The parts of `atOnce`. */
  shares: Shares;
  /** The number of waiting tasks, and the parts of it. Without it, no task waits. */
  waiting?: { atMost: number; shares: Shares };
  /** The largest number of milliseconds for which a task waits. If it is undefined, there is no limit. */
  patience?: number;
}

/** What a gate is told by whoever makes it. */
export interface GateAround {
  /** Makes the failure of a task that finds no slot, because all are taken, or because the share of its own caller is used up. */
  refuse(isOfOne: boolean): Error;
  /** Makes the failure of a task whose client has left. */
  gone(): Error;
  /** The number of callers above which those without a task are forgotten. */
  mostCallers: number;
}

/** The client that waits for what a task is a part of. */
export interface Client {
  /** Whether its connection is closed, so that nothing waits any more. */
  readonly gone: boolean;
  /** Calls back once it is closed, until the returned function is called. */
  onGone?(listener: () => void): () => void;
}

/** The limits of a gate that takes this many tasks at a time, from each caller in turn. How many wait is bounded elsewhere. */
export function fromEachInTurn(atOnce: number): Pick<GateLimits, 'atOnce' | 'shares' | 'waiting'> {
  const any = { person: Infinity, address: Infinity, network: Infinity };
  return { atOnce, shares: any, waiting: { atMost: Infinity, shares: any } };
}
