import pg from 'pg';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type * as Fast from './fast/index.ts';
import type { Runnable } from './pooled-connection.ts';
import type { SqlValue, Statement } from './statement.ts';
import type { Config } from '../config.ts';

/** How statements reach the database. */
export interface Driver {
  /** The class of connections to a server. */
  readonly Client: typeof pg.Client;
  /** Lets reads that begin in the same turn share connections; null if each gets its own. */
  readonly ReadGroups: typeof Fast.ReadGroups | null;
  /** A run of a statement that the server prepares by its name. */
  prepared(statement: Statement<unknown>, values: readonly SqlValue[]): Runnable & { readonly name: string };
  /** A run of a statement that leaves nothing on the connection. */
  unnamed(statement: Statement<unknown>, values: readonly SqlValue[]): Runnable;
  /** Runs statements in the embedded database. */
  embedded(pglite: PGlite): Embedded;
}

/** The result of a statement in the embedded database. */
interface Result<Row> {
  rows: Row[];
  /** The number of rows that an INSERT, UPDATE or DELETE has changed. */
  affectedRows: number;
}

/** Statements of the embedded database. */
export interface Embedded {
  /** Runs a statement by itself, once the transaction of another caller has ended. */
  run<Row>(text: string, values: readonly unknown[]): Promise<Result<Row>>;
  /** Runs a statement in a transaction of `PGlite.transaction`. */
  runInTransaction<Row>(text: string, values: readonly unknown[], inner: Transaction): Promise<Result<Row>>;
  /** Does something with the files while nothing is written to them. */
  whileUnchanged<T>(work: () => Promise<T>): Promise<T>;
}

/** Uses nothing but what `pg` and PGlite document. */
const plain: Driver = {
  Client: pg.Client,
  ReadGroups: null,
  prepared: ({ name, text }, values) => ({ name, text, values }),
  unnamed: (statement, values) => ({ text: statement.text, values, queryMode: 'extended', statement }),
  embedded: (pglite) => ({
    run: async <Row>(text: string, values: readonly unknown[]) => changed(await pglite.query<Row>(text, [...values])),
    runInTransaction: async <Row>(text: string, values: readonly unknown[], inner: Transaction) =>
      changed(await inner.query<Row>(text, [...values])),
    whileUnchanged: (work) =>
      pglite.transaction(async (inner) => {
        await inner.query('checkpoint');
        await pglite.syncToFs();
        return pglite.runExclusive(work);
      }),
  }),
};

function changed<Row>({ rows, affectedRows = 0 }: { rows: Row[]; affectedRows?: number }): Result<Row> {
  return { rows, affectedRows };
}

/** Uses parts that they do not document (`src/platform/database/fast/README.md`), which are loaded here. */
async function loadFast(): Promise<Driver> {
  const { Client, EmbeddedStatements, preparedQuery, ReadGroups, unnamedQuery } = await import('./fast/index.ts');
  return {
    Client,
    ReadGroups,
    prepared: preparedQuery,
    unnamed: unnamedQuery,
    embedded: (pglite) => new EmbeddedStatements(pglite),
  };
}

/** The driver of a configuration. With `plain`, nothing of the fast one is loaded, which may be what does not load. */
export async function driverOf({ driver }: Pick<Config, 'driver'>): Promise<Driver> {
  return driver === 'plain' ? plain : loadFast();
}
