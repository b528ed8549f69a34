import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { Failure } from '../../errors.ts';

/** What is counted, how many, in how many seconds (decisions W23). */
const budgets = {
  /** All requests of a key, or of an address without one. */
  request: { points: 300, duration: 300 },
  /** Workouts and pictures a key. */
  upload: { points: 60, duration: 900 },
  /** Sign-ins an address. */
  signIn: { points: 10, duration: 300 },
  /** Sign-ins an e-mail. */
  signInAs: { points: 25, duration: 3600 },
  /** Invitations a key: each may send a mail to a stranger. */
  invitation: { points: 50, duration: 3600 },
  /** Password mails an address. */
  passwordMail: { points: 5, duration: 3600 },
} as const;

export type BudgetKind = keyof typeof budgets;

/** Counters of a process, or of all processes when Redis is there. */
export interface Rates {
  /** @throws Failure RATE_LIMITED with the seconds to wait. */
  spend(kind: BudgetKind, who: string): Promise<void>;
}

/** Rate limits off: for benchmarks. */
export const unlimited: Rates = { spend: async () => {} };

/** Rate limits, shared between processes through Redis; when Redis is away each process counts alone. */
export function makeRates(redis: Redis | undefined): Rates {
  const limiters = new Map<BudgetKind, RateLimiterAbstract>();
  for (const [kind, { points, duration }] of Object.entries(budgets)) {
    const options = { keyPrefix: `rate:${kind}`, points, duration };
    const memory = new RateLimiterMemory(options);
    limiters.set(
      kind as BudgetKind,
      redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory,
    );
  }
  return {
    async spend(kind, who) {
      try {
        await limiters.get(kind)?.consume(who);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new Failure('RATE_LIMITED', undefined, { retryAfter });
      }
    },
  };
}

/** The budgets of one caller. What a face has paid before it read the body is not charged again by the operation. */
export class Budget {
  readonly #rates: Rates;
  readonly #key: string;
  readonly #address: string;
  readonly #prepaid = new Set<BudgetKind>();

  /**
   * @param key identifies the signed-in key; null without one
   * @param address the client's network address
   */
  constructor(rates: Rates, key: string | null, address: string) {
    this.#rates = rates;
    this.#address = `address:${address}`;
    this.#key = key === null ? this.#address : `key:${key}`;
  }

  /** Spends one now, so that the operation's own `spend` of the same kind is free once. */
  async prepay(kind: 'upload' | 'signIn' | 'passwordMail'): Promise<void> {
    await this.spend(kind);
    this.#prepaid.add(kind);
  }

  /** @throws Failure RATE_LIMITED */
  async spend(kind: Exclude<BudgetKind, 'signInAs'>): Promise<void> {
    if (this.#prepaid.delete(kind)) return;
    await this.#rates.spend(kind, kind === 'signIn' || kind === 'passwordMail' ? this.#address : this.#key);
  }

  /** One attempt to sign in as this e-mail. @throws Failure RATE_LIMITED */
  async spendSignInAs(email: string): Promise<void> {
    await this.#rates.spend('signInAs', email.toLowerCase());
  }
}
