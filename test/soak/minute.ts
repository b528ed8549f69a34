import { quantile } from '../bench/quantile.ts';
import type { Calls } from '../faults/calls.ts';

/** What a minute was like. */
export interface Minute {
  requests: number;
  /** Milliseconds, by kind of request. */
  latency: Map<string, { p50: number; p99: number }>;
  /** Megabytes: of the process that is never killed, and of all processes. */
  oldest: number;
  memory: number;
  /** Answers with a status of 500 or more. */
  serverErrors: number;
  /** Connections that broke. */
  cut: number;
  /** Events that subscriptions delivered, and how often one was interrupted. */
  events: number;
  interruptions: number;
}

/** What the calls of a minute were like. */
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

/** Minutes after a start that are no measure: programs are compiled, and pools filled. */
const warmUp = 1;

/**
 * What grows over a run, one sentence each: the memory of the oldest process, and the median latency of each kind, when
 * the last third of the minutes is compared with the first. A single minute on a busy machine says nothing.
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
