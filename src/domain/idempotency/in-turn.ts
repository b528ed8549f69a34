import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../errors.ts';
import { declareBound } from '../../platform/bounds.ts';

/** Requests with one Idempotency-Key, and the milliseconds for which each of them waits for the first one. */
const mostWaiting = 100;
const longestWaitMs = 20_000;

interface Line {
  tail: Promise<void>;
  length: number;
}

const lines = new Map<string, Line>();
const bound = declareBound(import.meta.url, {
  name: 'idempotency_keys',
  holds: 'Idempotency-Keys of running requests; at most 100 requests of each key wait, for at most 20 seconds',
  limit: 10_000,
  unit: 'keys',
  share: 'Running requests of a caller are bounded by `connections` and `requests_waiting`, which have shares.',
  beyond: 'The request is answered with IDEMPOTENCY_IN_PROGRESS (409 with `Retry-After`).',
});
bound.watch(() => lines.size);

/** The failure for requests that have waited too long for the first request with the same key. */
export function inProgress(): Failure {
  return new Failure('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfter: 1 });
}

/**
 * Runs tasks with the same id one after the other. Waiting tasks hold no connection to the database.
 * @throws Failure IDEMPOTENCY_IN_PROGRESS when too many wait, or one waits too long
 */
export async function inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  const line = lines.get(id) ?? { tail: Promise.resolve(), length: 0 };
  if (line.length >= mostWaiting || lines.size >= bound.limit) throw inProgress();
  lines.set(id, line);
  const before = line.tail;
  const mine = Promise.withResolvers<void>();
  // A task that stops waiting passes its turn on when it comes.
  line.tail = before.then(() => mine.promise);
  line.length++;
  try {
    if (line.length > 1 && !(await reached(before))) throw inProgress();
    return await work();
  } finally {
    mine.resolve();
    line.length--;
    if (line.length === 0) lines.delete(id);
  }
}

/** Whether the turn comes in time. */
async function reached(turn: Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const late = sleep(longestWaitMs, false, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([turn.then(() => true), late]);
  } finally {
    stop.abort();
  }
}
