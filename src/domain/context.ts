import type { Logger } from 'pino';
import type { Viewer } from './accounts/authenticate.ts';
import type { Capacity } from './rules/capacity.ts';
import type { Database } from '../platform/database/database.ts';
import { Failure } from '../errors.ts';
import type { Live } from './live/live.ts';
import { makeLoaders } from './loaders.ts';
import type { Loaders } from './loaders.ts';
import type { Outside } from '../platform/outside.ts';
import type { Budget } from './rules/rates.ts';
import type { UrlSigner } from './media-urls/signed-url.ts';

/** Which interface a request speaks. REST shows the preferences of everybody who may be seen, GraphQL one's own (decisions N19). */
export type Face = 'graphql' | 'rest';

/** What a request carries through GraphQL to the operations. */
export interface Context {
  readonly face: Face;
  /** Who is signed in; null when nobody is. */
  readonly viewer: Viewer | null;
  readonly database: Database;
  readonly loaders: Loaders;
  readonly outside: Outside;
  readonly live: Live;
  /** What the caller may still spend of requests, uploads and sign-ins (decisions W23). */
  readonly budget: Budget;
  /** What takes much of the process goes through here. */
  readonly capacity: Capacity;
  readonly log: Logger;
  /** What signed in, for the list of keys. */
  readonly userAgent: string;
  /** Base of absolute URLs, without a trailing slash. */
  readonly publicUrl: string;
  /** Signs URLs that work without a key. */
  readonly signer: UrlSigner;
  /** Whether text for strangers needs a proven address. */
  readonly strangers: 'anybody' | 'proven';
  /** After keys were revoked: no request that follows is let in by one of them, in this process at once. */
  forgetKeys(): void;
  now(): Date;
}

/** The parts of a context that live as long as the process. */
export interface Surroundings {
  database: Database;
  outside: Outside;
  live: Live;
  capacity: Capacity;
  log: Logger;
  publicUrl: string;
  signer: UrlSigner;
  strangers: 'anybody' | 'proven';
  forgetKeys(): void;
  now(): Date;
}

/** A context for one request. @param database runs what it wants as long as somebody waits for it */
export function makeContext(
  surroundings: Surroundings,
  viewer: Viewer | null,
  budget: Budget,
  userAgent: string,
  face: Face = 'graphql',
  database: Database = surroundings.database,
): Context {
  return new RequestContext(surroundings, viewer, budget, userAgent, face, database);
}

class RequestContext implements Context {
  readonly face: Face;
  readonly viewer: Viewer | null;
  readonly database: Database;
  readonly outside: Outside;
  readonly live: Live;
  readonly budget: Budget;
  readonly capacity: Capacity;
  readonly log: Logger;
  readonly userAgent: string;
  readonly publicUrl: string;
  readonly signer: UrlSigner;
  readonly strangers: 'anybody' | 'proven';
  readonly forgetKeys: () => void;
  readonly now: () => Date;
  // Not a #private: Apollo copies contexts property by property.
  private made: Loaders | undefined;

  constructor(
    surroundings: Surroundings,
    viewer: Viewer | null,
    budget: Budget,
    userAgent: string,
    face: Face,
    database: Database,
  ) {
    this.face = face;
    this.viewer = viewer;
    this.database = database;
    this.outside = surroundings.outside;
    this.live = surroundings.live;
    this.budget = budget;
    this.capacity = surroundings.capacity;
    this.log = surroundings.log;
    this.userAgent = userAgent;
    this.publicUrl = surroundings.publicUrl;
    this.signer = surroundings.signer;
    this.strangers = surroundings.strangers;
    this.forgetKeys = surroundings.forgetKeys;
    this.now = surroundings.now;
  }

  get loaders(): Loaders {
    return (this.made ??= makeLoaders(this));
  }
}

/** A context for the same caller that has read nothing yet: what is loaded with it is as it is now. */
export function renewed(context: Context): Context {
  return new RequestContext(context, context.viewer, context.budget, context.userAgent, context.face, context.database);
}

/** What is the same whoever asks. */
const sameForAll: ReadonlySet<string | symbol> = new Set<keyof Context>([
  'outside',
  'log',
  'publicUrl',
  'signer',
  'now',
]);

/**
 * A context that belongs to no reader: for results that are made once and given to many. It has nothing that could tell
 * readers apart; `asked` says whether something was asked of it that only a reader's own context can answer, and then the
 * result is worth nothing.
 */
export function contextOfNobody(surroundings: Surroundings): { context: Context; asked(): boolean } {
  let asked = false;
  const context = new Proxy(surroundings, {
    get(target, name) {
      if (sameForAll.has(name)) return Reflect.get(target, name) as unknown;
      asked = true;
      throw new Error(`${String(name)} is not the same for all readers`);
    },
    has() {
      asked = true;
      return false;
    },
  });
  return { context: context as unknown as Context, asked: () => asked };
}

/** The signed-in user. @throws Failure UNAUTHENTICATED */
export function viewerOf(context: Context): Viewer {
  if (!context.viewer) throw new Failure('UNAUTHENTICATED');
  return context.viewer;
}

/**
 * Does dear work when it is its turn: at most two things of a person are under way, and what waits is taken in turn from
 * each person.
 * @throws Failure RATE_LIMITED, UNAVAILABLE when too much waits; whatever the work throws
 */
export function dearly<T>(context: Context, work: () => Promise<T>): Promise<T> {
  return context.capacity.dear.run(String(context.viewer?.id ?? 0), work);
}
