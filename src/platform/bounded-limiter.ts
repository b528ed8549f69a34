import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { IRateLimiterOptions, RateLimiterRes } from 'rate-limiter-flexible';

/** The largest number of counters. The least recently used ones are dropped. */
const mostCounted = 50_000;

/** A rate limiter in memory whose size is bounded, however many names are counted. */
export class BoundedLimiter extends RateLimiterMemory {
  readonly #seen: LRUCache<string, true>;

  constructor(options: IRateLimiterOptions, max = mostCounted) {
    super(options);
    this.#seen = new LRUCache({ max, dispose: (_, key, reason) => void (reason === 'evict' && this.delete(key)) });
  }

  override consume(key: string | number, points?: number, options?: Record<string, unknown>): Promise<RateLimiterRes> {
    this.#seen.set(String(key), true);
    return super.consume(key, points, options);
  }
}
