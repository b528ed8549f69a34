import type { Round } from '../bench/http-load.ts';
import { quantile } from '../bench/quantile.ts';

/** What some seconds of requests have shown. */
export interface Rate {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Sums up what several threads have seen at the same time. */
export function rate(rounds: readonly Round[]): Rate {
  const latencies = rounds.flatMap((round) => round.latencies);
  return {
    requests: latencies.length,
    requestsPerSecond: rounds.reduce((sum, round) => sum + round.requests / round.seconds, 0),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
