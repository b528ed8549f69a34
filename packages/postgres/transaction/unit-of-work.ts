import { DriverException } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { ControlledTransaction, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { ConnectionLost } from '../connection/connection-errors.ts';
import { beginsWith, hasCommitted } from './entity-transaction.ts';
import type { Failures } from '../interface/given.ts';
import type { Queries } from '../interface/prepared-statement.ts';

/** Runs SQL with `$1` … on the connection of a transaction. */
type Execute = (text: string, values: readonly unknown[]) => Promise<SqlResult>;

/** The result of a statement, as the drivers return it. */
interface SqlResult {
  rows: unknown[];
  /** The number of changed rows. */
  changed?: number | undefined;
}

/**
 * The entities of a transaction that `database.transaction` begins, commits and rolls back. It is created on first use,
 * because most transactions only have statements.
 */
export class UnitOfWork {
  readonly #orm: MikroORM;
  readonly #queries: Queries;
  readonly #execute: Execute;
  readonly #Failure: Failures['Failure'];
  #made: Promise<SqlEntityManager> | null = null;
  /** The error of the latest statement of entities. */
  #thrown: unknown;

  constructor(orm: MikroORM, queries: Queries, execute: Execute, Failure: Failures['Failure']) {
    this.#Failure = Failure;
    this.#orm = orm;
    this.#queries = queries;
    this.#execute = (text, values) =>
      execute(text, values).catch((error: unknown) => {
        this.#thrown = error;
        throw error;
      });
  }

  em(): Promise<SqlEntityManager> {
    return (this.#made ??= this.#make());
  }

  /** Writes all changes before the commit. */
  async flush(): Promise<void> {
    if (this.#made) await (await this.#made).flush();
  }

  /**
   * The error that a transaction throws after it has failed with `error`. The ORM converts each error of a statement
   * into an exception of its own, which no longer shows that the connection was lost or that the client has
   * disconnected.
   */
  causeOf(error: unknown): unknown {
    const isOurs = this.#thrown instanceof ConnectionLost || this.#thrown instanceof this.#Failure;
    return isOurs && error instanceof DriverException ? this.#thrown : error;
  }

  /** Calls what waits for the commit (`afterCommit`). */
  async committed(): Promise<void> {
    if (!this.#made) return;
    const transaction = (await this.#made).getTransactionContext<ControlledTransaction<unknown>>();
    if (!transaction) return;
    await transaction.commit().execute();
    hasCommitted(transaction);
  }

  /** Discards the work after a rollback. */
  async rolledBack(): Promise<void> {
    await (await this.#made)?.getTransactionContext<ControlledTransaction<unknown>>()?.rollback().execute();
  }

  async #make(): Promise<SqlEntityManager> {
    const kysely = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new OneConnection(this.#execute),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
    const transaction = await kysely.startTransaction().execute();
    beginsWith(transaction, this.#queries);
    const em = this.#orm.em.fork() as unknown as SqlEntityManager;
    em.setTransactionContext(transaction);
    return em;
  }
}

/** The driver of the query builder of the ORM, on one connection. It does not begin or end the transaction. */
class OneConnection implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(execute: Execute) {
    this.#connection = {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
        const { rows, changed } = await execute(sql, parameters);
        return { rows: rows as Row[], ...(changed === undefined ? {} : { numAffectedRows: BigInt(changed) }) };
      },
      streamQuery: () => {
        throw new Error('streams are not read inside transactions');
      },
    };
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }
  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint "${name}"`));
  }
  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint "${name}"`));
  }
  async destroy(): Promise<void> {}
}
