import type { SharedRedis } from './redis.ts';
import { declareBound } from './bounds.ts';
import { countedCache } from './counted-cache.ts';

const bound = declareBound(import.meta.url, {
  name: 'points',
  holds: 'buckets of points, one for each recent caller',
  limit: 50_000,
  unit: 'buckets',
  share: 'None: a caller whose bucket is evicted loses nothing.',
  beyond: 'The least recently used bucket is evicted, and its caller starts with a full bucket.',
});

/** The number of points of a full bucket, and the time after its first use at which it is full again. */
interface BucketSize {
  points: number;
  /** Seconds. */
  window: number;
}

/** The points of one caller. All times are in milliseconds since 1970. */
export interface CostBucket {
  /** The number of points of a full bucket. Infinite if points are not counted. */
  readonly limit: number;
  /** The number of points that are left, at least 0. With Redis, it is the last number that this process has received. */
  readonly remaining: number;
  /** The time at which the bucket is full again. */
  readonly restoresAt: number;
  /**
   * Takes either all of these points or none, and returns whether they were taken. It returns a promise if the points are
   * counted in Redis, which takes one round trip.
   */
  take(points: number): boolean | Promise<boolean>;
  /**
   * Takes points for work that was already done, even if there are not enough of them. A negative number gives points back.
   * It does not wait for Redis.
   */
  settle(points: number): void;
}

/** The buckets of all callers. */
export interface CostBuckets {
  /** @param who an opaque name of the caller: an id or a hash */
  of(who: string): CostBucket;
}

/** A bucket that is never empty, for benchmarks. */
const bottomless: CostBucket = {
  limit: Infinity,
  remaining: Infinity,
  restoresAt: 0,
  take: () => true,
  settle: () => {},
};

/** Buckets that are never empty. */
export const bottomlessBuckets: CostBuckets = { of: () => bottomless };

/** Creates buckets. They are counted in Redis for all processes, or without Redis in the memory of this process. */
export function makeCostBuckets(size: BucketSize, redis: SharedRedis | undefined): CostBuckets {
  const buckets = countedCache<string, MemoryBucket>(bound.limit);
  bound.watch(() => buckets.size);
  const take = redis && sharedTake(redis);
  return {
    of(who) {
      let bucket = buckets.get(who);
      if (!bucket) {
        bucket = take ? new SharedBucket(size, who, take) : new MemoryBucket(size);
        buckets.set(who, bucket);
      }
      return bucket;
    },
  };
}

/** A bucket in the memory of this process. */
class MemoryBucket implements CostBucket {
  readonly limit: number;
  readonly #windowMs: number;
  protected used = 0;
  #restoresAt = 0;

  constructor({ points, window }: BucketSize) {
    this.limit = points;
    this.#windowMs = window * 1000;
  }

  get remaining(): number {
    this.refill();
    return Math.max(0, this.limit - this.used);
  }

  get restoresAt(): number {
    this.refill();
    return this.#restoresAt;
  }

  take(points: number): boolean | Promise<boolean> {
    return this.takeHere(points);
  }

  settle(points: number): void {
    this.settleHere(points);
  }

  protected takeHere(points: number): boolean {
    this.refill();
    if (this.used + points > this.limit) return false;
    this.used += points;
    return true;
  }

  protected settleHere(points: number): void {
    this.refill();
    this.used = Math.max(0, this.used + points);
  }

  protected refill(): void {
    const now = Date.now();
    if (now < this.#restoresAt) return;
    this.used = 0;
    this.#restoresAt = now + this.#windowMs;
  }

  /** Stores the numbers of Redis. Small differences between two times are ignored, because they come from the round trip. */
  protected learn(used: number, restoresInMs: number): void {
    this.used = used;
    const restoresAt = Date.now() + restoresInMs;
    if (Math.abs(restoresAt - this.#restoresAt) > 1000) this.#restoresAt = restoresAt;
  }
}

/**
 * Counts in Redis, in one atomic step. `KEYS[1]` contains the number of used points, and expires when the bucket is full
 * again. Negative points are given back, unless the bucket is already full again. Returns whether the points were taken, the
 * number of used points, and the number of milliseconds until the bucket is full.
 */
const script = `
  local used = tonumber(redis.call('get', KEYS[1]) or '0')
  local points = math.max(tonumber(ARGV[1]), -used)
  if ARGV[4] == 'all or none' and used + points > tonumber(ARGV[2]) then
    return {0, used, redis.call('pttl', KEYS[1])}
  end
  if points ~= 0 then used = redis.call('incrby', KEYS[1], points) end
  local left = redis.call('pttl', KEYS[1])
  if left < 0 then
    left = tonumber(ARGV[3])
    redis.call('pexpire', KEYS[1], left)
  end
  return {1, used, left}`;

type Counted = [taken: number, used: number, restoresInMs: number];
type SharedTake = (who: string, size: BucketSize, points: number, force: boolean) => Promise<Counted | null>;

/** Returns a function that runs the script. Its result is null if Redis does not respond. */
function sharedTake(redis: SharedRedis): SharedTake {
  redis.client.defineCommand('takePoints', { numberOfKeys: 1, lua: script });
  const client = redis.client as unknown as { takePoints(...values: unknown[]): Promise<Counted> };
  return (who, { points: limit, window }, points, force) =>
    redis.run(
      () => client.takePoints(`points:${who}`, points, limit, window * 1000, force ? 'in any case' : 'all or none'),
      () => false,
    );
}

/** A bucket that is counted in Redis. While Redis does not respond, it is counted here, from the last numbers of Redis. */
class SharedBucket extends MemoryBucket {
  readonly #size: BucketSize;
  readonly #who: string;
  readonly #take: SharedTake;
  /** Points to be settled that have not been sent yet. */
  #owed = 0;
  #settling = false;

  constructor(size: BucketSize, who: string, take: SharedTake) {
    super(size);
    this.#size = size;
    this.#who = who;
    this.#take = take;
  }

  override async take(points: number): Promise<boolean> {
    const counted = await this.#take(this.#who, this.#size, points, false);
    if (!counted) return this.takeHere(points);
    const [taken, used, restoresInMs] = counted;
    this.learn(used, restoresInMs > 0 ? restoresInMs : this.#size.window * 1000);
    return taken === 1;
  }

  /** Points that are settled while a settlement is being sent are sent with the next one. */
  override settle(points: number): void {
    this.settleHere(points);
    this.#owed += points;
    if (!this.#settling) void this.#settleOwed();
  }

  async #settleOwed(): Promise<void> {
    this.#settling = true;
    while (this.#owed !== 0) {
      const points = this.#owed;
      this.#owed = 0;
      const counted = await this.#take(this.#who, this.#size, points, true);
      if (counted) this.learn(counted[1] + this.#owed, counted[2]);
    }
    this.#settling = false;
  }
}
