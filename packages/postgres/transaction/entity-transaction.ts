import type { SqlEntityManager } from '@mikro-orm/sql';
import type { PostgresDatabase } from '../interface/postgres-database.ts';
import type { PreparedStatement, Queries, SqlValue } from '../interface/prepared-statement.ts';
import type { QueryOptions } from '../interface/query-options.ts';

/** The statements of units of work, by transaction. */
const statementsOf = new WeakMap<object, Queries>();

/** Runs statements inside the unit of work of `em`, and in its transaction if it has one. */
export function queriesOf(em: SqlEntityManager): Queries {
  const known = statementsOf.get(em.getTransactionContext() ?? em);
  if (known) return known;
  const run = async <Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[]): Promise<Row[]> => {
    const { CompiledQuery } = await import('kysely');
    const { rows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(statement.text, values as unknown[]));
    return rows;
  };
  return { all: run, one: async (statement, values) => (await run(statement, values))[0] };
}

/** What is called when the transactions of units of work have committed, by transaction. */
const afterCommits = new WeakMap<object, Set<() => void>>();

/** Calls `call` once the transaction of `em` has committed, but not when it rolls back. The same function is called once. */
export function afterCommit(em: SqlEntityManager, call: () => void): void {
  const transaction = em.getTransactionContext();
  if (transaction) afterCommits.get(transaction)?.add(call);
}

/** Notes the statements of a transaction of entities, when it begins. */
export function beginsWith(transaction: object, queries: Queries): void {
  statementsOf.set(transaction, queries);
  afterCommits.set(transaction, new Set());
}

/** Calls what waits for the commit of a transaction. */
export function hasCommitted(transaction: object): void {
  for (const call of afterCommits.get(transaction) ?? []) call();
}

/**
 * Runs a transaction of entities. What `work` creates, changes and removes is written before the commit, and an entity
 * that it returns has its id. In all other respects it is like `PostgresDatabase.transaction`.
 */
export function unitOfWork<Result>(
  database: Pick<PostgresDatabase, 'transaction'>,
  work: (em: SqlEntityManager) => Promise<Result>,
  options?: QueryOptions,
): Promise<Result> {
  return database.transaction(async (tx) => work(await tx.em()), options);
}
