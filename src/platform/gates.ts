import { Failure } from '../errors.ts';
import type { FailureCode } from '../errors.ts';
import { declareBound } from './bounds.ts';
import { CallerGone } from './database/unavailable.ts';
import { Gate } from '@runners/limits';
import type { GateLimits } from '@runners/limits';

const bound = declareBound(import.meta.url, {
  name: 'gate_callers',
  holds: 'callers with recent tasks at a gate (`packages/limits/gates/gate.ts`), for each gate',
  limit: 10_000,
  unit: 'callers',
  share: 'None: callers with tasks are never evicted.',
  beyond: 'Callers without a running or waiting task are evicted.',
});

/** Seconds after which a refused caller may try again. */
const retryAfter = { ofOne: 2, ofAll: 5 } as const;

/** The limits of a gate of this service. */
interface RefusingLimits extends GateLimits {
  /** The failure of further tasks. By default, it is RATE_LIMITED if the caller's own share is used up, and otherwise UNAVAILABLE. */
  refusal?: FailureCode;
}

/** Makes a gate that refuses with the failures of this service. The limits are looked at whenever they matter. */
export function makeGate(limits: RefusingLimits): Gate {
  const gate = new Gate(limits, {
    refuse(isOfOne) {
      const { refusal = isOfOne ? 'RATE_LIMITED' : 'UNAVAILABLE' } = limits;
      const sentence = isOfOne ? 'Too much is being done for you already; try again shortly.' : undefined;
      return new Failure(refusal, sentence, { retryAfter: isOfOne ? retryAfter.ofOne : retryAfter.ofAll });
    },
    gone: () => new CallerGone(),
    mostCallers: bound.limit,
  });
  bound.watch(() => gate.callers);
  return gate;
}
