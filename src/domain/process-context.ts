import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Observer } from '../platform/observability/observer.ts';
import type { Integrations } from '../platform/integrations.ts';
import type { CurrentPlan } from '../retiring/current-plan.ts';
import type { Scopes } from './rules/scopes.ts';
import type { Capacity } from './rules/capacity.ts';
import type { UrlSigner } from './rules/signed-url.ts';

/** The signed-in user and the key of the request. */
export interface Viewer {
  id: number;
  username: string;
  email: string;
  isStaff: boolean;
  /** Whether the user has proven the e-mail address. */
  emailProven?: boolean;
  keyId: number;
  /** What its owner calls the key; null for the key of a sign-in. */
  keyName?: string | null;
  /** What the key may be used for. */
  scopes: Scopes;
  /** When the key expires, in milliseconds of the epoch; null when it does not. */
  expiresMs: number | null;
  /** The beginning of the hour in which the key was last used, as far as this process knows; null when it never was. */
  usedMs: number | null;
}

/** Records when and from where keys are used, for their owners only. */
export interface KeyUses {
  /**
   * Records that a key is used, if that was not recorded in this hour. Nothing is written to the database yet, and the
   * call never fails.
   */
  note(viewer: Viewer, address: string, userAgent: string): void;
  /**
   * Writes the recorded uses with one statement. It never rejects: a use that cannot be written is logged and
   * discarded.
   */
  flush(): Promise<void>;
}

/** The interface of a request. REST shows the preferences of every visible user, GraphQL only one's own (decisions N19). */
export type ApiInterface = 'graphql' | 'rest';

/** The parts of a context that live as long as the process. A module may add its own (`src/domain/live/live.ts`). */
export interface ProcessContext {
  readonly database: Database;
  readonly integrations: Integrations;
  /** Queues for work that takes a large share of the process. */
  readonly capacity: Capacity;
  readonly log: Logger;
  /** Where requests and what is done for them are noted. */
  readonly observer: Observer;
  /** Base of absolute URLs, without a trailing slash. */
  readonly publicUrl: string;
  /** Signs URLs that work without a key. */
  readonly signer: UrlSigner;
  /** Whether writing to people who are not friends requires a proven e-mail address. */
  readonly strangers: 'anybody' | 'proven';
  /** The bytes of original files of workouts that a user may keep. */
  readonly originalsQuota: number;
  /** Called after keys were revoked: this process accepts none of them any more. */
  forgetKeys(): void;
  /** Whether a takeover is being prepared, so that no write is accepted (decisions P29). */
  isPreparing(): boolean;
  /** Whether profiles, preferences or statistics have other ids than their users, as in a service that was taken over. */
  hasPartIds(): boolean;
  /** Notes when and from where keys are used. */
  readonly keyUses: KeyUses;
  /** What will be switched off. */
  readonly plan: CurrentPlan;
  now(): Date;
}

/** A key that does not sign in: its time is over, or it is wrong or revoked (decisions D275). */
export type RefusedKey = 'expired' | 'invalid';

/** Who sends a request: null without a key. */
export type Caller = Viewer | RefusedKey | null;
