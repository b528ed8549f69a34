import type { Logger } from 'pino';
import type { Capacity, InnerGate } from './rules/capacity.ts';
import type { Database } from '../platform/database/database.ts';
import { Failure } from '../errors.ts';
import type { Observer } from '../platform/observability/observer.ts';
import type { RequestRecord } from '../platform/observability/request-record.ts';
import type { Caller, ApiInterface, KeyUses, RefusedKey, ProcessContext, Viewer } from './process-context.ts';

export type { Caller, ApiInterface, ProcessContext } from './process-context.ts';
import type { Integrations } from '../platform/integrations.ts';
import { RunningSlot, runWithin } from '@runners/limits';
import type { Caller as Whom } from '@runners/limits';
import type { CallerBudgets } from './rules/rates.ts';

/**
 * How a loader is made for a reader: the definition by which `context.loader(…)` finds the one of a request. It stands with what it
 * loads.
 */
export interface LoaderDefinition<Loader> {
  /** The viewer id of those who are not signed in is 0, whom no row belongs to: they see nothing. */
  readonly make: (context: Context, viewerId: number) => Loader;
  /**
   * Whether a request keeps it when another user signs in within it: because it counts what the answer contains, and reads
   * nothing for a certain viewer.
   */
  readonly lasts: boolean;
}

/** Defines a loader, which a request makes when it first uses it: there are some forty, and most requests use one or two. */
export function defineLoader<Loader>(
  make: LoaderDefinition<Loader>['make'],
  { lasts = false } = {},
): LoaderDefinition<Loader> {
  return { make, lasts };
}

/** What a request carries through GraphQL to the operations. */
export interface Context extends ProcessContext {
  readonly apiInterface: ApiInterface;
  /** The signed-in user; null without a sign-in. */
  readonly viewer: Viewer | null;
  /** Why the key of the request does not sign in; null for one that does, and without a key. */
  readonly refusedKey: RefusedKey | null;
  /** The loader of this request by its definition: it collects the keys of a tick, and asks once. */
  loader<Loader>(definition: LoaderDefinition<Loader>): Loader;
  /** Forgets what an operation itself has loaded of an object before it changed it, so that its result is read anew. */
  forget(loader: LoaderDefinition<{ clear(id: number): unknown }>, id: number): void;
  /** The rate limits of the caller (decisions W23). */
  readonly budget: CallerBudgets;
  /** The client that signed in, for the list of API keys. */
  readonly userAgent: string;
  /** Its place among the running requests, which it gives up while it waits at a further gate. */
  readonly slot: RunningSlot;
  /** What is noted of the request. */
  readonly record: RequestRecord;
  /**
   * From now on, the document is executed as this user, who has just signed in, with empty loaders. Null: as its caller, for a
   * further mutation (decisions D280).
   */
  actAs(viewer: Viewer | null): void;
}

/**
 * Makes the context of one request.
 * @param caller who signed in: null without a key, or why the key does not sign in
 * @param database runs its statements, and stops them when the caller hangs up
 * @param record what is noted of it; by default a new one, which nobody reads
 */
export function makeContext(
  processContext: ProcessContext,
  caller: Caller,
  budget: CallerBudgets,
  userAgent: string,
  apiInterface: ApiInterface = 'graphql',
  database: Database = processContext.database,
  record: RequestRecord = processContext.observer.beginWork(),
): Context {
  return new RequestContext(processContext, caller, budget, userAgent, apiInterface, database, record);
}

class RequestContext implements Context {
  readonly apiInterface: ApiInterface;
  viewer: Viewer | null;
  readonly refusedKey: RefusedKey | null;
  readonly database: Database;
  readonly integrations: Integrations;
  readonly live: ProcessContext['live'];
  readonly budget: CallerBudgets;
  readonly capacity: Capacity;
  readonly log: Logger;
  readonly userAgent: string;
  readonly publicUrl: string;
  readonly signer: ProcessContext['signer'];
  readonly strangers: 'anybody' | 'proven';
  readonly originalsQuota: number;
  readonly forgetKeys: () => void;
  readonly isPreparing: () => boolean;
  readonly hasPartIds: () => boolean;
  readonly keyUses: KeyUses;
  readonly plan: ProcessContext['plan'];
  readonly now: () => Date;
  readonly record: RequestRecord;
  readonly slot: RunningSlot;
  // Not a #private: Apollo copies contexts property by property.
  private made: Map<LoaderDefinition<unknown>, unknown> | undefined;
  private readonly caller: Viewer | null;

  constructor(
    processContext: ProcessContext,
    caller: Caller,
    budget: CallerBudgets,
    userAgent: string,
    apiInterface: ApiInterface,
    database: Database,
    record: RequestRecord,
    slot = new RunningSlot(database.client),
    plan = processContext.plan,
  ) {
    this.apiInterface = apiInterface;
    this.refusedKey = typeof caller === 'string' ? caller : null;
    this.caller = typeof caller === 'string' ? null : caller;
    this.viewer = this.caller;
    this.database = database;
    this.integrations = processContext.integrations;
    this.live = processContext.live;
    this.budget = budget;
    this.capacity = processContext.capacity;
    this.log = processContext.log;
    this.userAgent = userAgent;
    this.publicUrl = processContext.publicUrl;
    this.signer = processContext.signer;
    this.strangers = processContext.strangers;
    this.originalsQuota = processContext.originalsQuota;
    this.forgetKeys = processContext.forgetKeys;
    this.isPreparing = processContext.isPreparing;
    this.hasPartIds = processContext.hasPartIds;
    this.keyUses = processContext.keyUses;
    this.plan = plan;
    this.now = processContext.now;
    this.record = record;
    this.slot = slot;
  }

  get observer(): Observer {
    return this.record.observer;
  }

  loader<Loader>(definition: LoaderDefinition<Loader>): Loader {
    const made = (this.made ??= new Map());
    let loader = made.get(definition) as Loader | undefined;
    if (loader === undefined) made.set(definition, (loader = definition.make(this, this.viewer?.id ?? 0)));
    return loader;
  }

  forget(loader: LoaderDefinition<{ clear(id: number): unknown }>, id: number): void {
    (this.made?.get(loader) as { clear(id: number): unknown } | undefined)?.clear(id);
  }

  actAs(viewer: Viewer | null): void {
    this.viewer = viewer ?? this.caller;
    for (const definition of this.made?.keys() ?? []) if (!definition.lasts) this.made?.delete(definition);
  }
}

/** A context for the same caller with empty loaders: what is loaded with it is read anew. */
export function renewed(context: Context): Context {
  context.database.texts?.begin();
  return withDatabase(context, context.database);
}

/** A context of the same caller with another database, on which everything that it does runs, and a plan of what is switched off. */
export function withDatabase(context: Context, database: Database, plan = context.plan): Context {
  const { viewer, refusedKey, budget, userAgent, apiInterface, record, slot } = context;
  const caller = refusedKey ?? viewer;
  return new RequestContext(context, caller, budget, userAgent, apiInterface, database, record, slot, plan);
}

/** Properties that do not depend on the reader. */
const sameForAll: ReadonlySet<string | symbol> = new Set<keyof Context>([
  'integrations',
  'log',
  'publicUrl',
  'signer',
  'now',
]);

/**
 * A context that belongs to no reader, for results that are computed once and sent to many readers. It has none of the
 * properties that differ between readers. When `usedReader` returns true, one of those was requested, and the result must not be
 * used.
 */
export function sharedContext(processContext: ProcessContext): { context: Context; usedReader(): boolean } {
  let usedReader = false;
  const context = new Proxy(processContext, {
    get(target, name) {
      if (sameForAll.has(name)) return Reflect.get(target, name) as unknown;
      usedReader = true;
      throw new Error(`${String(name)} is not the same for all readers`);
    },
    has() {
      usedReader = true;
      return false;
    },
  });
  return { context: context as unknown as Context, usedReader: () => usedReader };
}

/** The signed-in user. @throws Failure UNAUTHENTICATED, KEY_EXPIRED, INVALID_KEY */
export function viewerOf(context: Context): Viewer {
  if (!context.viewer) throw new Failure(refusalOfKey(context));
  return context.viewer;
}

/** @throws Failure NOT_STAFF unless a staff account is signed in, and as `viewerOf` without a sign-in */
export function mustBeStaff(context: Context): void {
  if (!viewerOf(context).isStaff) throw new Failure('NOT_STAFF');
}

/** The failure of a caller who is not signed in. */
export function refusalOfKey({ refusedKey }: Context): 'UNAUTHENTICATED' | 'KEY_EXPIRED' | 'INVALID_KEY' {
  if (refusedKey === null) return 'UNAUTHENTICATED';
  return refusedKey === 'expired' ? 'KEY_EXPIRED' : 'INVALID_KEY';
}

/** Whose work it is, for gates that are fair between callers. */
export function callerOf({ viewer, budget: { address } }: Context): Whom {
  return { person: viewer ? String(viewer.id) : address, address };
}

/**
 * Runs a part of a request when it is its turn at a gate, of which the users take turns (`src/domain/rules/capacity.ts`). While it
 * waits, the request gives up its place among the running ones.
 * @throws Failure RATE_LIMITED, UNAVAILABLE when too many tasks wait; whatever the work throws
 */
export function runInTurn<T>(context: Context, gate: InnerGate, work: () => Promise<T>): Promise<T> {
  return runWithin(context.slot, context.capacity[gate], callerOf(context), work);
}
