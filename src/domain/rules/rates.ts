import { hash } from 'node:crypto';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { BoundedLimiter } from '../../platform/bounded-limiter.ts';
import { Failure } from '../../errors.ts';
import type { SharedRedis } from '../../platform/redis.ts';

/**
 * What is counted, how many, in how many seconds, and of whom (decisions W23). `key`: of the signed-in key, or of the address
 * without one; `address`: of the caller's network address; `account`: of the signed-in user, however many keys; `all`: of
 * everybody together; `named`: of whatever the operation names.
 */
const budgets = {
  /** All requests, and each mutation of a document after its first. */
  request: { points: 300, duration: 300, of: 'key' },
  /** Workouts and pictures. */
  upload: { points: 60, duration: 900, of: 'key' },
  /** Requests whose credentials don't sign in. */
  failedKey: { points: 100, duration: 300, of: 'address' },
  signIn: { points: 10, duration: 300, of: 'address' },
  /** Guesses at the password of an account: from unknown addresses together, from each known one by itself. */
  signInAs: { points: 25, duration: 3600, of: 'named' },
  /** Password mails asked for. */
  passwordMail: { points: 5, duration: 3600, of: 'address' },
  /** Password mails that somebody gets. */
  passwordMailTo: { points: 5, duration: 3600, of: 'named' },
  /** New accounts: a school behind one address registers two classes an hour. */
  register: { points: 60, duration: 3600, of: 'address' },
  registerInAll: { points: 5000, duration: 3600, of: 'all' },
  /** Mails to strangers. */
  invitation: { points: 50, duration: 3600, of: 'account' },
  friendRequest: { points: 100, duration: 3600, of: 'account' },
  /** New conversations. */
  conversation: { points: 60, duration: 3600, of: 'account' },
  /** People whom new conversations are begun with. */
  recipient: { points: 300, duration: 3600, of: 'account' },
  message: { points: 300, duration: 300, of: 'account' },
  comment: { points: 150, duration: 900, of: 'account' },
  like: { points: 300, duration: 300, of: 'account' },
  /** Events that are sent to the subscriptions of somebody. */
  delivery: { points: 10_000, duration: 300, of: 'account' },
  /** Promises to participants of events. */
  sponsor: { points: 10, duration: 86_400, of: 'account' },
} as const satisfies Record<string, { points: number; duration: number; of: Of }>;

type Of = 'key' | 'address' | 'account' | 'all' | 'named';
type BudgetKind = keyof typeof budgets;
/** Budgets whose owner the request tells. */
type OwnKind = { [Kind in BudgetKind]: (typeof budgets)[Kind]['of'] extends 'named' ? never : Kind }[BudgetKind];
/** Budgets of something else than the caller. */
type NamedKind = Exclude<BudgetKind, OwnKind>;

/** Counters of a process, or of all processes when Redis is there. */
export interface Rates {
  /** @throws Failure RATE_LIMITED with the seconds to wait. */
  spend(kind: BudgetKind, who: string, points?: number): Promise<void>;
  /** Whether nothing is left, as far as this process knows. */
  isSpent(kind: BudgetKind, who: string): Promise<boolean>;
}

/** Rate limits off: for benchmarks. */
export const unlimited: Rates = { spend: async () => {}, isSpent: async () => false };

/** Rate limits, shared between processes through Redis; when Redis is away each process counts alone. */
export function makeRates(redis: SharedRedis | undefined): Rates {
  const limiters = new Map<BudgetKind, RateLimiterAbstract>();
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
    async isSpent(kind, who) {
      const name = nameOf(who);
      const counter = shared.get(kind);
      const left = counter && (await redis?.run(() => counter.get(name), isRefusal));
      const known = left ?? (await limiters.get(kind)?.get(name));
      return known != null && known.remainingPoints <= 0;
    },
  };
}

/** What the limiters throw when there is nothing left. */
function isRefusal(thrown: unknown): thrown is RateLimiterRes {
  return thrown instanceof RateLimiterRes;
}

/** What something is counted under: neither addresses nor e-mails lie in memory or in Redis. */
function nameOf(who: string): string {
  return hash('sha256', who, 'base64url');
}

/** Who spends: the key, and whose it is. */
interface Spender {
  keyId: number;
  id: number;
}

/** The budgets of one caller. What a face has paid before it read the body is not charged again by the operation. */
export class Budget {
  /** The caller's network address, as it is counted. */
  readonly address: string;
  readonly #rates: Rates;
  readonly #spender: Spender | null;
  #prepaid: BudgetKind | null = null;
  #mutations = 0;

  /**
   * @param spender who is signed in; null when nobody is
   * @param address the caller's network address
   */
  constructor(rates: Rates, spender: Spender | null, address: string) {
    this.#rates = rates;
    this.#spender = spender;
    this.address = address;
  }

  /** Spends one now, so that the operation's own `spend` of the same kind is free once. */
  async prepay(kind: 'upload' | 'signIn' | 'passwordMail'): Promise<void> {
    await this.spend(kind);
    this.#prepaid = kind;
  }

  /** @throws Failure RATE_LIMITED */
  async spend(kind: OwnKind, points = 1): Promise<void> {
    if (this.#prepaid === kind) this.#prepaid = null;
    else await this.#rates.spend(kind, this.#ownerOf(budgets[kind].of), points);
  }

  #ownerOf(of: Exclude<Of, 'named'>): string {
    if (of === 'all') return 'all';
    if (of === 'address' || !this.#spender) return `address:${this.address}`;
    return of === 'key' ? `key:${this.#spender.keyId}` : `user:${this.#spender.id}`;
  }

  /** One of what something has, named by the caller of this method. @throws Failure RATE_LIMITED */
  async spendOn(kind: NamedKind, name: string): Promise<void> {
    await this.#rates.spend(kind, name, 1);
  }

  /** The same as an answer: false when there is nothing left. */
  async spendsOn(kind: NamedKind, name: string): Promise<boolean> {
    try {
      await this.spendOn(kind, name);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.code === 'RATE_LIMITED') return false;
      throw error;
    }
  }

  /** Each mutation of a document is paid for: the first one with the request. @throws Failure RATE_LIMITED */
  async spendMutation(): Promise<void> {
    this.#mutations += 1;
    if (this.#mutations > 1) await this.spend('request');
  }
}
