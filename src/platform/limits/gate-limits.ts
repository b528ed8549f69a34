import type { FailureCode } from '../../errors.ts';
import type { Shares } from './shares.ts';

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
  /** The failure of further tasks. By default, it is RATE_LIMITED if the caller's own share is used up, and otherwise UNAVAILABLE. */
  refusal?: FailureCode;
}

/** The limits of a gate that takes this many tasks at a time, from each caller in turn. How many wait is bounded elsewhere. */
export function fromEachInTurn(atOnce: number): Pick<GateLimits, 'atOnce' | 'shares' | 'waiting'> {
  const any = { person: Infinity, address: Infinity, network: Infinity };
  return { atOnce, shares: any, waiting: { atMost: Infinity, shares: any } };
}
