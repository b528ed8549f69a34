import type { PGliteOptions } from '@electric-sql/pglite';
import type { Options } from '@mikro-orm/core';
import type { StatementObserver } from './observed.ts';

/** What whoever opens a database hands in. */
export interface Given {
  /** The entities, their migrations, and how the ORM treats both. */
  readonly orm: OrmOptions;
  /** The names of the migrations, without which the database is not ready. */
  readonly migrations: readonly string[];
  /** The extensions of the embedded database. */
  readonly extensions: NonNullable<PGliteOptions['extensions']>;
  readonly failures: Failures;
  readonly bounds: Bounds;
  readonly settings: SettingNames;
  /** Makes what checks everything in progress once in each interval. */
  readonly makeWatch: <What extends Watched>(everyMs: number) => Watch<What>;
  /** Is called after each statement. */
  readonly observer: StatementObserver;
  /** Records that the database is unreachable, or a replica behind; undefined for none. */
  readonly log?: Log | undefined;
}

/** The settings of the ORM that do not depend on the kind of database. */
export type OrmOptions = Partial<
  Pick<Options, 'entities' | 'extensions' | 'migrations' | 'schemaGenerator' | 'forceUtcTimezone' | 'discovery'>
>;

/** The errors that callers and operators get to see. */
export interface Failures {
  /** What all errors for callers are. One that is thrown in a transaction is passed on as it is. */
  readonly Failure: abstract new (...given: never[]) => Error;
  /** Thrown instead of running a statement for a client that has disconnected. */
  readonly CallerGone: new () => Error;
  /** The connection broke after a change was sent and before the answer came. */
  readonly OutcomeUnknown: new (cause: unknown) => Error;
  /** The database is unreachable, frozen or overloaded. */
  unavailable(cause: unknown): Error;
  /** A setting has to be another one. */
  misconfigured(sentence: string): Error;
}

/** What the operator calls the settings, for the sentences about them. */
export interface SettingNames {
  readonly url: string;
  readonly directUrl: string;
  readonly replicaUrls: string;
  readonly dataDir: string;
  /** The page about poolers of connections. */
  readonly poolerPage: string;
}

/** A limit of a collection, which is told how to read its size. */
export interface Bound {
  watch(read: () => number): void;
}

/** The limits of what is kept for callers. */
export interface Bounds {
  /** Open connections. */
  readonly lent: Bound;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: Bound;
  /** Prepared statements of the embedded database. */
  readonly embeddedStatements: Bound & { readonly limit: number };
}

/** Something in progress that is checked regularly. */
export interface Watched {
  /** Its index in the list of the watch, or -1. Only the watch uses it. */
  index: number;
  /** Ends it if it takes too long. */
  check(): void;
}

/** Checks everything in progress once in each interval. */
export interface Watch<What> {
  add(one: What): void;
  /** Returns false when it is no longer there. */
  remove(one: What): boolean;
  /** Calls `visit` for each, which may remove any of them. */
  forEach(visit: (one: What) => void): void;
}

/** A log with fields and a sentence. */
export interface Log {
  warn(fields: object, sentence: string): void;
  warn(sentence: string): void;
}
