import { hash } from 'node:crypto';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { BoundedLimiter } from '../../platform/bounded-limiter.ts';
import { bottomlessBuckets, makeCostBuckets } from '../../platform/cost-buckets.ts';
import type { CostBuckets } from '../../platform/cost-buckets.ts';
import { Failure } from '../../errors.ts';
import type { FailureCode } from '../../errors.ts';
import { networkOf } from '@runners/limits';
import type { SharedRedis } from '../../platform/redis.ts';
import { budgets } from './budgets.ts';
import type { BudgetKind, NamedKind, Of, OwnKind } from './budgets.ts';
import { RequestCost, costRules } from './request-cost.ts';

/** The counters of this process, or of all processes if Redis is configured. */
export interface RateLimits {
  /** @throws Failure RATE_LIMITED with the seconds to wait. */
  spend(kind: BudgetKind, who: string, points?: number): Promise<void>;
  /** Forgets what was spent. */
  clear(kind: BudgetKind, who: string): Promise<void>;
  /** Takes back one that was spent. */
  giveBack(kind: BudgetKind, who: string): Promise<void>;
  /** Whether the budget is used up, as far as this process knows. */
  isSpent(kind: BudgetKind, who: string): Promise<boolean>;
  /** The points of each caller. */
  readonly points: CostBuckets;
  /** Whether anything is limited. */
  readonly areOn: boolean;
}

/** No rate limits, for benchmarks. */
export const unlimited: RateLimits = {
  spend: async () => {},
  clear: async () => {},
  giveBack: async () => {},
  isSpent: async () => false,
  points: bottomlessBuckets,
  areOn: false,
};

/**
 * Makes the rate limits, which processes share through Redis. While Redis is not available, each process counts for
 * itself.
 * @param points that each caller has in the window of `costRules`
 */
export function makeRates(redis: SharedRedis | undefined, points: number): RateLimits {
  const limiters = new Map<BudgetKind, BoundedLimiter>();
  const shared = new Map<BudgetKind, RateLimiterAbstract>();
  for (const [kind, { points, duration }] of Object.entries(budgets)) {
    const options = { keyPrefix: `rate:${kind}`, points, duration };
    limiters.set(kind as BudgetKind, new BoundedLimiter(options));
    if (redis) shared.set(kind as BudgetKind, new RateLimiterRedis({ ...options, storeClient: redis.client }));
  }
  return {
    async spend(kind, who, points = 1) {
      try {
        const name = nameOf(who);
        const counter = shared.get(kind);
        const counted = counter && (await redis?.run(() => counter.consume(name, points), isRefusal));
        if (!counted) await limiters.get(kind)?.consume(name, points);
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal;
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new Failure('RATE_LIMITED', undefined, { retryAfter });
      }
    },
    async clear(kind, who) {
      const name = nameOf(who);
      const counter = shared.get(kind);
      if (counter) await redis?.run(() => counter.delete(name), isRefusal);
      await limiters.get(kind)?.delete(name);
    },
    async giveBack(kind, who) {
      const name = nameOf(who);
      const counter = shared.get(kind);
      // A window that has ended owes nothing: to give back would begin the next one with more than it has.
      const reward = async (limiter: RateLimiterAbstract) =>
        (await limiter.get(name)) ? limiter.reward(name, 1) : true;
      const given = counter && (await redis?.run(() => reward(counter), isRefusal));
      const own = limiters.get(kind);
      if (!given && own) await reward(own);
    },
    async isSpent(kind, who) {
      const name = nameOf(who);
      const counter = shared.get(kind);
      const left = counter && (await redis?.run(() => counter.get(name), isRefusal));
      const known = left ?? (await limiters.get(kind)?.get(name));
      return known != null && known.remainingPoints <= 0;
    },
    points: makeCostBuckets({ points, window: costRules.window }, redis),
    areOn: true,
  };
}

/** Whether this is what the limiters throw when a budget is used up. */
function isRefusal(thrown: unknown): thrown is RateLimiterRes {
  return thrown instanceof RateLimiterRes;
}

/**
 * The name under which something is counted: a hash, so that neither memory nor Redis contains addresses or e-mail
 * addresses.
 */
function nameOf(who: string): string {
  return hash('sha256', who, 'base64url');
}

/** The refusal of an attempt for an account to which too many have failed, with the way in for its owner. */
function lockedOut(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'RATE_LIMITED') return error;
  const sentence =
    'Too many attempts to sign in to this account have failed; try again later, or request a mail with which you can set a new password and sign in at once.';
  return new Failure('RATE_LIMITED', sentence, error.details);
}

/** Failures of which the credentials are the cause: a password, a token of a social network, or that of a mailed link. */
const wrongCredentials = new Set<FailureCode>(['WRONG_PASSWORD', 'OLD_PASSWORD_MISMATCH', 'SOCIAL_TOKEN_REJECTED']);

function isWrongCredential(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  return wrongCredentials.has(error.code) || (error.details.violations ?? []).some(({ path }) => path === 'token');
}

/** The key that spends, and its user. */
interface Spender {
  keyId: number;
  id: number;
}

/**
 * The budgets of one caller. What an interface has charged before it read the body is not charged again by the
 * operation.
 */
export class CallerBudgets {
  /** The network address of the caller, in the form in which it is counted. */
  readonly address: string;
  readonly #rates: RateLimits;
  readonly #spender: Spender | null;
  #prepaid: BudgetKind | null = null;
  /** What was spent in advance, whether the operation has spent it already or not. */
  #paidAhead: OwnKind | null = null;
  #cost: RequestCost | undefined;

  /**
   * @param spender the signed-in caller; null without a sign-in
   * @param address the caller's network address
   */
  constructor(rates: RateLimits, spender: Spender | null, address: string) {
    this.#rates = rates;
    this.#spender = spender;
    this.address = address;
  }

  /** Whether what the caller does is counted, which operators can switch off. */
  get isCounted(): boolean {
    return this.#rates.areOn;
  }

  /** What this request pays of its caller's points: those of a person, or of an address without one. */
  get points(): RequestCost {
    const who = () => (this.#spender ? `user:${this.#spender.id}` : nameOf(this.address));
    return (this.#cost ??= new RequestCost(this.#rates.points.of(who())));
  }

  /** Spends one in advance, so that the first `spend` of this kind by the operation is free. */
  async prepay(kind: 'upload' | 'signIn' | 'passwordMail'): Promise<void> {
    await this.spend(kind);
    this.#prepaid = this.#paidAhead = kind;
  }

  /** Gives back what was spent in advance, because the service itself has failed. */
  async refundPrepaid(): Promise<void> {
    const kind = this.#paidAhead;
    this.#prepaid = this.#paidAhead = null;
    if (kind) await this.#rates.giveBack(kind, this.#ownerOf(budgets[kind].of));
  }

  /** @throws Failure RATE_LIMITED */
  async spend(kind: OwnKind, points = 1): Promise<void> {
    if (this.#prepaid === kind) this.#prepaid = null;
    else await this.#rates.spend(kind, this.#ownerOf(budgets[kind].of), points);
  }

  /**
   * Runs an attempt that counts for the budgets only if the credentials turn out to be wrong (decisions P11). It is counted while
   * it runs, so that attempts at the same time are no more than those one after the other.
   * @param account the name of the account, if the attempt is for one
   * @param byAddress whether the failures of the network address are counted as well
   * @throws Failure RATE_LIMITED, and what the attempt throws
   */
  async guess<Result>(account: string | null, attempt: () => Promise<Result>, byAddress = true): Promise<Result> {
    const counted: [BudgetKind, string][] = [];
    if (byAddress) counted.push(['failedSignIn', this.#ownerOf(budgets.failedSignIn.of)]);
    if (account !== null) counted.push(['signInAs', account]);
    const spent: typeof counted = [];
    try {
      for (const [kind, who] of counted) {
        await this.#rates.spend(kind, who).catch((error: unknown) => {
          throw kind === 'signInAs' ? lockedOut(error) : error;
        });
        spent.push([kind, who]);
      }
      const result = await attempt();
      await this.#giveBack(spent);
      return result;
    } catch (error) {
      if (!isWrongCredential(error)) await this.#giveBack(spent);
      throw error;
    }
  }

  /** Accepts attempts again to sign in to an account, whose owner has proven to be there. */
  async forgive(account: string): Promise<void> {
    await this.#rates.clear('signInAs', account);
  }

  async #giveBack(spent: [BudgetKind, string][]): Promise<void> {
    for (const [kind, who] of spent.splice(0)) await this.#rates.giveBack(kind, who);
  }

  #ownerOf(of: Exclude<Of, 'named'>): string {
    if (of === 'all') return 'all';
    if (of === 'network') return `network:${networkOf(this.address)}`;
    if (of === 'address' || !this.#spender) return `address:${this.address}`;
    return of === 'key' ? `key:${this.#spender.keyId}` : `user:${this.#spender.id}`;
  }

  /** Spends one of the budget with this name. @throws Failure RATE_LIMITED */
  async spendOn(kind: NamedKind, name: string): Promise<void> {
    await this.#rates.spend(kind, name, 1);
  }

  /** Spends, and returns false when the budget is used up. */
  async spendsOn(kind: NamedKind, name: string): Promise<boolean> {
    try {
      await this.spendOn(kind, name);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.code === 'RATE_LIMITED') return false;
      throw error;
    }
  }
}
