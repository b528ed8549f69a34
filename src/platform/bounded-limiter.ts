import type { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { IRateLimiterOptions, RateLimiterRes } from 'rate-limiter-flexible';
import { declareBound } from './bounds.ts';
import { countedCache } from './counted-cache.ts';

const bound = declareBound(import.meta.url, {
  name: 'budgets',
  holds: 'counts of actions with a limited rate (`src/domain/rules/budgets.ts`), for each kind of action',
  limit: 50_000,
  unit: 'counts',
  share: 'None: a caller whose count is evicted loses nothing.',
  beyond: 'The least recently used count is evicted and starts again at zero.',
});

/** A rate limiter in memory whose size is bounded, however many names are counted. */
export class BoundedLimiter extends RateLimiterMemory {
  readonly #seen: LRUCache<string, true>;

  constructor(options: IRateLimiterOptions, max: number = bound.limit) {
    super(options);
    bound.watch(() => this.#seen.size);
    this.#seen = countedCache(max, { dispose: (_, key, reason) => void (reason === 'evict' && this.delete(key)) });
  }

  override consume(key: string | number, points?: number, options?: Record<string, unknown>): Promise<RateLimiterRes> {
    this.#seen.set(String(key), true);
    return super.consume(key, points, options);
  }
}
