import type pg from 'pg';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { ReadGroups } from './read-groups.ts';
import type { Runnable } from './pooled-connection.ts';
import type { Given } from '../interface/given.ts';
import type { PreparedStatement, SqlValue } from '../interface/prepared-statement.ts';

/** How statements reach the database. */
export interface Driver {
  /** The class of connections to a server. */
  readonly Client: typeof pg.Client;
  /** Lets reads that begin in the same turn share connections; null if each gets its own. */
  readonly ReadGroups: typeof ReadGroups | null;
  /** A run of a statement that the server prepares by its name. */
  prepared(statement: PreparedStatement<unknown>, values: readonly SqlValue[]): Runnable & { readonly name: string };
  /** A run of a statement that leaves nothing on the connection. */
  unnamed(statement: PreparedStatement<unknown>, values: readonly SqlValue[]): Runnable;
  /** Runs statements in the embedded database. */
  embedded(pglite: PGlite, bound: Given['bounds']['embeddedStatements']): Embedded;
}

/** The result of a statement in the embedded database. */
export interface Changed<Row> {
  rows: Row[];
  /** The number of rows that an INSERT, UPDATE or DELETE has changed. */
  affectedRows: number;
}

/** Statements of the embedded database. */
export interface Embedded {
  /** Runs a statement by itself, once the transaction of another caller has ended. */
  run<Row>(text: string, values: readonly unknown[]): Promise<Changed<Row>>;
  /** Runs a statement in a transaction of `PGlite.transaction`. */
  runInTransaction<Row>(text: string, values: readonly unknown[], inner: Transaction): Promise<Changed<Row>>;
  /** Does something with the files while nothing is written to them. */
  whileUnchanged<T>(work: () => Promise<T>): Promise<T>;
}

/** Uses parts that they do not document (`packages/postgres/fast/README.md`), which are loaded here. */
async function loadFast(): Promise<Driver> {
  const { Client, EmbeddedStatements, preparedQuery, unnamedQuery } = await import('../fast/index.ts');
  return {
    Client,
    ReadGroups: (await import('./read-groups.ts')).ReadGroups,
    prepared: preparedQuery,
    unnamed: unnamedQuery,
    embedded: (pglite, bound) => new EmbeddedStatements(pglite, bound),
  };
}

/** The driver of a configuration. With `plain`, nothing of the fast one is loaded, which may be what does not load. */
export async function driverOf({ driver }: { driver: 'fast' | 'plain' }): Promise<Driver> {
  return driver === 'plain' ? (await import('./plain.ts')).plain : loadFast();
}
