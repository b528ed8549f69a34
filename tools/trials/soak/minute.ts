import { quantile } from '../bench/quantile.ts';
import type { Calls } from '../faults/calls.ts';

/** The measurements of a minute. */
export interface Minute {
  requests: number;
  /** Durations in milliseconds, by kind of request. */
  latency: Map<string, { p50: number; p99: number }>;
  /** The memory in megabytes of the process that is never killed, and of all processes. */
  oldest: number;
  memory: number;
  /** The number of answers with a status of 500 or above. */
  serverErrors: number;
  /** The number of broken connections. */
  cut: number;
  /** The number of delivered events, and of interrupted subscriptions. */
  events: number;
  interruptions: number;
}

/** Returns the measurements of the calls of a minute. */
export function minuteOf(
  calls: Calls,
  memory: Pick<Minute, 'oldest' | 'memory'>,
  live: Pick<Minute, 'events' | 'interruptions'>,
): Minute {
  const latency = new Map<string, { p50: number; p99: number }>();
  for (const [kind, times] of calls.times) {
    const sorted = times.toSorted((a, b) => a - b);
    latency.set(kind, { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) });
  }
  const counted = (pattern: RegExp) =>
    [...calls.statuses].reduce((sum, [status, count]) => sum + (pattern.test(status) ? count : 0), 0);
  return {
    requests: calls.count,
    latency,
    serverErrors: counted(/^5/),
    cut: counted(/^\D/),
    ...memory,
    ...live,
  };
}

/** The number of minutes after a start that are not compared, because code is still compiled and pools are filled. */
const warmUp = 1;

/**
 * Returns what has grown over a run, one sentence each. It compares the memory of the oldest process and the median latency of
 * each kind of request in the last third of the minutes with the first third, because a single minute on a busy machine is not
 * meaningful.
 */
export function growth(minutes: readonly Minute[]): string[] {
  const steady = minutes.slice(Math.min(warmUp, minutes.length - 1));
  const third = Math.max(1, Math.floor(steady.length / 3));
  const [first, last] = [steady.slice(0, third), steady.slice(-third)];
  const median = (values: number[]) =>
    quantile(
      values.toSorted((a, b) => a - b),
      0.5,
    );
  const faults: string[] = [];
  const [before, after] = [first, last].map((some) => median(some.map(({ oldest }) => oldest))) as [number, number];
  if (after > before * 1.25 + 60) faults.push(`memory grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`);
  for (const kind of steady[0]?.latency.keys() ?? []) {
    const [early, late] = [first, last].map((some) => median(some.map((one) => one.latency.get(kind)?.p50 ?? 0))) as [
      number,
      number,
    ];
    if (late > early * 2 + 20)
      faults.push(`the median of ${kind} grew from ${early.toFixed(0)} to ${late.toFixed(0)} ms`);
  }
  return faults;
}
