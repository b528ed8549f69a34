import type { CostBucket } from '../../platform/cost-buckets.ts';
import { Failure } from '../../errors.ts';

/** The budget of points of each caller, for all interfaces together (docs/budget.md). */
export const costRules = {
  /** Seconds after which a bucket is full again, counted from its first use. `RATE_POINTS` is its size. */
  window: 300,
  /** The points of the cheapest request, and of the cheapest event that a subscription delivers. */
  least: 20,
  /** A document that costs this much is expensive: only a few of each user run at the same time (`src/domain/rules/capacity.ts`). */
  expensive: 5000,
  /**
   * The number of bytes of a body that cost a point, and the largest number of points of a body. Larger bodies have
   * other limits.
   */
  bytesAPoint: 1024,
  mostForBody: 1024,
} as const;

/** The cost in an answer. */
export interface CostReport {
  /** The points that were charged before the request was executed. */
  requested: number;
  /** The points that it has cost. */
  actual: number;
  /** The remaining points. Null when rate limits are off. */
  remaining: number | null;
  /** When all points are available again. Null when rate limits are off. */
  restoresAt: string | null;
}

/**
 * The payments of a request from the bucket of its caller: the estimated cost before it is executed, corrected
 * afterwards. A request that executes several documents pays for each.
 */
export class RequestCost {
  readonly #bucket: CostBucket;
  /** The bucket at the time of the payment. Later refunds belong to this bucket. */
  #paidUntil = 0;
  #forBody = 0;
  #owed = 0;
  #requested = 0;
  #actual = 0;

  constructor(bucket: CostBucket) {
    this.#bucket = bucket;
  }

  /** Whether there was a payment. */
  get isPaid(): boolean {
    return this.#actual > 0;
  }

  /** @throws Failure RATE_LIMITED when this process knows that the points do not suffice for the cheapest request */
  check(): void {
    if (this.#bucket.remaining < costRules.least) throw this.#refusal();
  }

  /** Records the size of the body, which is included in the next payment. */
  addBody(bytes: number): void {
    this.#forBody = Math.min(costRules.mostForBody, Math.floor(bytes / costRules.bytesAPoint));
  }

  /** Records work that was done before the next payment, which includes it. It is charged even if that payment is refused. */
  addWork(points: number): void {
    this.#owed += points;
  }

  /** The points of the body and of other work that was already done. They are due once. */
  #due(): number {
    const points = this.#forBody + this.#owed;
    this.#forBody = this.#owed = 0;
    return points;
  }

  /**
   * Pays before an execution. Undefined when the payment was made synchronously.
   * @param points the estimated cost
   * @throws Failure RATE_LIMITED, from the promise if there is one; only what was already done is charged then
   */
  reserve(points: number): Promise<void> | undefined {
    const due = this.#due();
    const all = Math.max(costRules.least, points) + due;
    this.#requested += all;
    const taken = this.#bucket.take(all);
    if (typeof taken !== 'boolean') return taken.then((isTaken) => this.#paid(all, due, isTaken));
    this.#paid(all, due, taken);
    return undefined;
  }

  #paid(points: number, due: number, isTaken: boolean): void {
    if (!isTaken) {
      const { remaining } = this.#bucket;
      if (due > 0) this.#bucket.settle(due);
      const left = `This costs ${points} points, and ${Math.floor(remaining)} are left; try again later.`;
      throw this.#refusal(remaining < costRules.least ? undefined : left);
    }
    this.#actual += points;
    this.#paidUntil = this.#bucket.restoresAt;
  }

  /**
   * Corrects a payment once the actual cost is known.
   * @param estimated the points that were given to `reserve`
   */
  adjust(estimated: number, actual: number): void {
    const { least } = costRules;
    const more = Math.max(least, actual) - Math.max(least, estimated);
    if (more === 0) return;
    this.#actual += more;
    if (more > 0 || this.#paidUntil === this.#bucket.restoresAt) this.#bucket.settle(more);
  }

  /** Refunds the points of `reserve` for work that was not begun. */
  refund(points: number): void {
    const all = Math.max(costRules.least, points);
    this.#actual -= all;
    if (this.#paidUntil === this.#bucket.restoresAt) this.#bucket.settle(-all);
  }

  /**
   * Pays for work that was already done, even if the points do not suffice: a refused request, or a delivered event.
   */
  charge(points: number): void {
    const all = Math.max(costRules.least, points) + this.#due();
    this.#requested += all;
    this.#actual += all;
    this.#bucket.settle(all);
  }

  /** The content of `extensions.cost`. */
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

  /**
   * The headers with the remaining points. None if points are not counted.
   * @param how `shortly` without their older names, for answers that have nothing but headers
   */
  headers(how: 'shortly' | 'fully' = 'fully'): Readonly<Record<string, number>> {
    const { limit, remaining, restoresAt } = this.#bucket;
    if (limit === Infinity) return {};
    const seconds = secondsUntil(restoresAt);
    const current = { 'RateLimit-Limit': limit, 'RateLimit-Remaining': remaining, 'RateLimit-Reset': seconds };
    if (how === 'shortly') return current;
    const former = { 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': seconds };
    return Object.assign(current, former);
  }

  #refusal(sentence?: string): Failure {
    return new Failure('RATE_LIMITED', sentence, { retryAfter: secondsUntil(this.#bucket.restoresAt) });
  }
}

/** The names of the headers, for browsers, which hide other headers from scripts. */
export const pointHeaders = ['RateLimit', 'X-RateLimit'].flatMap((name) =>
  ['Limit', 'Remaining', 'Reset'].map((part) => `${name}-${part}`),
);

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}

let lastTime = 0;
let lastText = '';
/** A time as ISO 8601. Answers to a busy caller have the same value for minutes. */
function isoText(time: number): string {
  if (time !== lastTime) {
    lastTime = time;
    lastText = new Date(time).toISOString();
  }
  return lastText;
}
