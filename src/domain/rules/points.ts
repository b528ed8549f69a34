import type { PointBucket } from '../../platform/point-buckets.ts';
import { Failure } from '../../errors.ts';

/** The one budget of everybody, for all interfaces together (docs/budget.md). */
export const pointRules = {
  /** Seconds after which a bucket is full again, counted from its first use. `RATE_POINTS` says how much it holds. */
  window: 300,
  /** Points of the cheapest request, and of the cheapest event that a subscription delivers. */
  least: 20,
  /** Bytes of a body that cost a point, and the most points that a body costs: larger ones have their own limits. */
  bytesAPoint: 1024,
  mostForBody: 1024,
} as const;

/** What an answer says about its cost. */
export interface CostReport {
  /** Points that were taken before the request ran. */
  requested: number;
  /** Points that it took in fact. */
  actual: number;
  /** Points that are left. Null when rate limits are off. */
  remaining: number | null;
  /** When all points are there again. Null when rate limits are off. */
  restoresAt: string | null;
}

/**
 * What one request pays from its caller's bucket: what it is estimated to cost before it runs, corrected afterwards. A
 * request that runs several documents pays for each.
 */
export class Bill {
  readonly #bucket: PointBucket;
  /** The bucket when this was paid: what is given back later belongs to that one. */
  #paidUntil = 0;
  #forBody = 0;
  #requested = 0;
  #actual = 0;

  constructor(bucket: PointBucket) {
    this.#bucket = bucket;
  }

  /** Whether anything was paid. */
  get isPaid(): boolean {
    return this.#actual > 0;
  }

  /** @throws Failure RATE_LIMITED when this process knows that not even the cheapest request can be paid */
  check(): void {
    if (this.#bucket.remaining < pointRules.least) throw this.#refusal();
  }

  /** Tells how large the body was: the next payment includes it. */
  weigh(bytes: number): void {
    this.#forBody = Math.min(pointRules.mostForBody, Math.floor(bytes / pointRules.bytesAPoint));
  }

  /**
   * Pays before something runs. Undefined when that was done at once.
   * @param points what it is estimated to cost
   * @throws Failure RATE_LIMITED, from the promise if there is one; nothing is taken then
   */
  pay(points: number): Promise<void> | undefined {
    const all = Math.max(pointRules.least, points) + this.#forBody;
    this.#requested += all;
    this.#forBody = 0;
    const taken = this.#bucket.take(all);
    if (typeof taken !== 'boolean') return taken.then((isTaken) => this.#paid(all, isTaken));
    this.#paid(all, taken);
    return undefined;
  }

  #paid(points: number, isTaken: boolean): void {
    if (!isTaken) throw this.#refusal();
    this.#actual += points;
    this.#paidUntil = this.#bucket.restoresAt;
  }

  /**
   * Corrects a payment when it is known what the work took.
   * @param estimated what was given to `pay`
   */
  correct(estimated: number, actual: number): void {
    const { least } = pointRules;
    const more = Math.max(least, actual) - Math.max(least, estimated);
    if (more === 0) return;
    this.#actual += more;
    if (more > 0 || this.#paidUntil === this.#bucket.restoresAt) this.#bucket.settle(more);
  }

  /** Gives back what `pay` took for work that was not begun. */
  giveBack(points: number): void {
    const all = Math.max(pointRules.least, points);
    this.#actual -= all;
    if (this.#paidUntil === this.#bucket.restoresAt) this.#bucket.settle(-all);
  }

  /** Pays for what was done already, even with more than is left: a refused request, a delivered event. */
  charge(points: number): void {
    const all = Math.max(pointRules.least, points) + this.#forBody;
    this.#forBody = 0;
    this.#requested += all;
    this.#actual += all;
    this.#bucket.settle(all);
  }

  /** What the answer says in `extensions.cost`. */
  report(): CostReport {
    const { limit, remaining, restoresAt } = this.#bucket;
    const isCounted = limit !== Infinity;
    return {
      requested: this.#requested,
      actual: this.#actual,
      remaining: isCounted ? remaining : null,
      restoresAt: isCounted ? isoText(restoresAt) : null,
    };
  }

  /** Adds the headers that say what is left to those of an answer. */
  addHeaders(headers: Record<string, unknown>): void {
    const { limit, remaining, restoresAt } = this.#bucket;
    if (limit === Infinity) return;
    const [all, left, seconds] = [String(limit), String(remaining), String(secondsUntil(restoresAt))];
    headers['RateLimit-Limit'] = all;
    headers['RateLimit-Remaining'] = left;
    headers['RateLimit-Reset'] = seconds;
    headers['X-RateLimit-Limit'] = all;
    headers['X-RateLimit-Remaining'] = left;
    headers['X-RateLimit-Reset'] = seconds;
  }

  /** The same headers alone. */
  headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    this.addHeaders(headers);
    return headers;
  }

  #refusal(): Failure {
    return new Failure('RATE_LIMITED', undefined, { retryAfter: secondsUntil(this.#bucket.restoresAt) });
  }
}

/** The names of the headers, for browsers that show scripts only those that are named. */
export const pointHeaders = ['RateLimit', 'X-RateLimit'].flatMap((name) =>
  ['Limit', 'Remaining', 'Reset'].map((part) => `${name}-${part}`),
);

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}

let lastTime = 0;
let lastText = '';
/** A time as ISO 8601. A busy caller's answers have the same one for minutes. */
function isoText(time: number): string {
  if (time !== lastTime) {
    lastTime = time;
    lastText = new Date(time).toISOString();
  }
  return lastText;
}
