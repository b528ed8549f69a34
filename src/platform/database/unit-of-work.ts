import { DriverException, EventType } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { ControlledTransaction, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { Failure } from '../../errors.ts';
import type { Queries, SqlValue, Statement } from './statement.ts';
import { ConnectionLost } from './unavailable.ts';

/** Runs SQL with `$1` … on the connection of a transaction. */
type Execute = (text: string, values: readonly unknown[]) => Promise<SqlResult>;

/** What the drivers tell of a statement. */
interface SqlResult {
  rows: unknown[];
  /** Rows that were changed. */
  changed?: number | undefined;
}

/** The statements of units of work, by their transactions. */
const statementsOf = new WeakMap<object, Queries>();

/** Statements inside the unit of work of `em` (and its transaction, when it has one). */
export function queriesOf(em: SqlEntityManager): Queries {
  const known = statementsOf.get(em.getTransactionContext() ?? em);
  if (known) return known;
  const run = async <Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> => {
    const { rows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(statement.text, values as unknown[]));
    return rows;
  };
  return { all: run, one: async (statement, values) => (await run(statement, values))[0] };
}

/**
 * Entities in a transaction that somebody else begins, commits and rolls back: `database.transaction`. It is made when it
 * is first asked for; most transactions are statements only.
 */
export class UnitOfWork {
  readonly #orm: MikroORM;
  readonly #queries: Queries;
  readonly #execute: Execute;
  #made: Promise<SqlEntityManager> | null = null;
  /** What the latest statement of entities failed with. */
  #thrown: unknown;

  constructor(orm: MikroORM, queries: Queries, execute: Execute) {
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

  /** Before the commit: writes what was changed. */
  async flush(): Promise<void> {
    if (this.#made) await (await this.#made).flush();
  }

  /**
   * What a transaction that failed with `error` is to throw. The ORM turns whatever its statements fail with into an
   * exception of its own, which says no more that the connection was lost or that the caller has hung up.
   */
  causeOf(error: unknown): unknown {
    const isOurs = this.#thrown instanceof ConnectionLost || this.#thrown instanceof Failure;
    return isOurs && error instanceof DriverException ? this.#thrown : error;
  }

  /** Once the transaction has committed: those who wait for that are told. */
  async committed(): Promise<void> {
    if (!this.#made) return;
    const em = await this.#made;
    const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
    await transaction?.commit().execute();
    await em.getEventManager().dispatchEvent(EventType.afterTransactionCommit, { em, transaction });
  }

  /** Once it is rolled back. */
  async rolledBack(): Promise<void> {
    if (!this.#made) return;
    const em = await this.#made;
    const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
    await transaction?.rollback().execute();
    await em.getEventManager().dispatchEvent(EventType.afterTransactionRollback, { em, transaction });
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
    statementsOf.set(transaction, this.#queries);
    const em = this.#orm.em.fork() as unknown as SqlEntityManager;
    em.setTransactionContext(transaction);
    return em;
  }
}

/** The driver of the query builder that the ORM uses, on one connection. What begins and ends the transaction is not its own. */
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
