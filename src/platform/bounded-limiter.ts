import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { IRateLimiterOptions, RateLimiterRes } from 'rate-limiter-flexible';

/** Most that are counted at a time; of who has not been seen longest the count is forgotten. */
const mostCounted = 50_000;

/** Counts in the process's memory, which many callers with names of their own cannot fill. */
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
