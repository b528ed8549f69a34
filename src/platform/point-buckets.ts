import { LRUCache } from 'lru-cache';
import type { SharedRedis } from './redis.ts';
import { declareBound } from './bounds.ts';

const held = declareBound(import.meta.url, {
  name: 'points',
  holds: 'buckets of points, one for each caller of the last minutes',
  limit: 50_000,
  unit: 'buckets',
  beyond: 'The bucket that was not used for longest is forgotten: its caller begins with a full one.',
});

/** What a bucket holds when it is full, and how long it takes until it is full again after its first use. */
interface BucketSize {
  points: number;
  /** Seconds. */
  window: number;
}

/** Points that are shared by all that one caller does. All times are in milliseconds since 1970. */
export interface PointBucket {
  /** Points of a full bucket; infinite when nothing is counted. */
  readonly limit: number;
  /** Points that are left, as far as this process knows; exact without Redis. Never below 0. */
  readonly remaining: number;
  /** When the bucket is full again. */
  readonly restoresAt: number;
  /**
   * Takes points, all or none. The answer is there at once when they are counted in memory, and takes one round trip when
   * they are counted in Redis.
   */
  take(points: number): boolean | Promise<boolean>;
  /** Takes points for what was done already, even if there are not enough, or gives back negative ones. Nobody waits for it. */
  settle(points: number): void;
}

/** The buckets of all callers. */
export interface PointBuckets {
  /** @param who a name that says nothing about the caller: an id, or a hash */
  of(who: string): PointBucket;
}

/** A bucket that is never empty: for benchmarks. */
const bottomless: PointBucket = {
  limit: Infinity,
  remaining: Infinity,
  restoresAt: 0,
  take: () => true,
  settle: () => {},
};

/** Buckets that are never empty. */
export const bottomlessBuckets: PointBuckets = { of: () => bottomless };

/** Makes buckets that are counted in Redis for all processes, and in the memory of the process while there is none. */
export function makePointBuckets(size: BucketSize, redis: SharedRedis | undefined): PointBuckets {
  const buckets = new LRUCache<string, MemoryBucket>({ max: held.limit });
  held.watch(() => buckets.size);
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
class MemoryBucket implements PointBucket {
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

  /** Takes over what Redis has counted. Times of two answers differ by the time that they take, which changes nothing. */
  protected learn(used: number, restoresInMs: number): void {
    this.used = used;
    const restoresAt = Date.now() + restoresInMs;
    if (Math.abs(restoresAt - this.#restoresAt) > 1000) this.#restoresAt = restoresAt;
  }
}

/**
 * Counts in Redis, all in one step. `KEYS[1]` has what is used, and expires when the bucket is full again. Negative points
 * are given back, unless that bucket is full again already. Returns whether the points were taken, what is used, and the
 * milliseconds until the bucket is full.
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

/** Runs the script. Null when Redis does not answer. */
function sharedTake(redis: SharedRedis): SharedTake {
  redis.client.defineCommand('takePoints', { numberOfKeys: 1, lua: script });
  const client = redis.client as unknown as { takePoints(...values: unknown[]): Promise<Counted> };
  return (who, { points: limit, window }, points, force) =>
    redis.run(
      () => client.takePoints(`points:${who}`, points, limit, window * 1000, force ? 'in any case' : 'all or none'),
      () => false,
    );
}

/** A bucket that is counted in Redis. What Redis said last is known here, and is counted on from while Redis does not answer. */
class SharedBucket extends MemoryBucket {
  readonly #size: BucketSize;
  readonly #who: string;
  readonly #take: SharedTake;
  /** Points to be settled that are not on their way yet. */
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

  /** What is settled while a settlement is on its way goes with the next one. */
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
