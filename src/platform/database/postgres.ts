import type { MikroORM } from '@mikro-orm/core';
import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Pool, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { Failure } from '../../errors.ts';
import type { LentConnection } from './lent-connection.ts';
import { Lender, setUnhurried, setUnhurriedLocally } from './lender.ts';
import type { Terms } from './lender.ts';
import { listenOn } from './listen.ts';
import { postgresOptions } from './orm-options.ts';
import type { DatabaseConfig, Entities } from './orm-options.ts';
import { preparedQuery } from './prepared-query.ts';
import { makeProbe } from './probe.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';
import type { Queries, SqlValue, Statement } from './statement.ts';
import { unwatched } from './statement-watch.ts';
import type { StatementWatch } from './statement-watch.ts';
import type { Transaction } from './database.ts';
import type { SilentDatabase } from './telling-writes.ts';
import { requestLimits } from './time-limits.ts';
import { ConnectionLost, unavailableFor } from './unavailable.ts';
import { UnitOfWork } from './unit-of-work.ts';

/** Milliseconds that closing waits for what is under way. */
const closingMs = 1500;

/** Opens a PostgreSQL server. @throws what the driver says, when it cannot be reached */
export async function openPostgres(
  config: DatabaseConfig,
  entities: Entities,
  log?: Pick<Logger, 'warn'>,
  heard: StatementWatch = unwatched,
): Promise<SilentDatabase> {
  const answered = answering(log);
  const orm = (await PostgresOrm.init(postgresOptions(config, entities))) as unknown as MikroORM;
  const em = orm.em as unknown as SqlEntityManager;
  const pool = await (em.getConnection() as unknown as { getNativeClient(): Promise<Pool> }).getNativeClient();
  // Now: the migrator would make a database that is not there.
  await pool.query('select 1');
  const lender = new Lender(pool, requestLimits(config), heard);
  const probe = makeProbe(config);

  const run = <Row>(statement: Statement<Row>, values: readonly SqlValue[], terms?: Terms) =>
    answered(() => lender.run<{ rows: Row[] }>(preparedQuery(statement, values), terms));
  const transaction = <Result>(work: (tx: Transaction) => Promise<Result>, terms?: Terms): Promise<Result> =>
    answered(async () => {
      const connection = await lender.lend(terms);
      try {
        return await runTransaction(orm, connection, work, terms?.unhurried);
      } finally {
        connection.giveBack();
      }
    });
  const unhurried = async <Row>(statement: Statement<Row>, values: readonly SqlValue[]) =>
    transaction((tx) => tx.all(statement, values), { unhurried: true });

  return {
    kind: 'postgresql',
    orm,
    all: async (statement, values, terms) => (await run(statement, values, terms)).rows,
    one: async (statement, values, terms) => (await run(statement, values, terms)).rows[0],
    transaction,
    unhurried: { all: unhurried, one: async (statement, values) => (await unhurried(statement, values))[0] },
    execute: (query, terms) => answered(() => execute(lender, query, terms)),
    listen: (channel, heard, lost) => listenOn(lender, channel, heard, lost),
    pool: () => ({
      max: config.databasePool,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    probe: probe.look,
    async close() {
      probe.close();
      const cut = setTimeout(() => lender.closeAll(), closingMs);
      await orm.close(true).finally(() => clearTimeout(cut));
    },
  };
}

/** Milliseconds between two words about the same trouble. */
const sayMs = 5000;

/**
 * Makes what runs work again after a deadlock. That throws Failure UNAVAILABLE when the database is away, and else what the
 * database says, with the stack of who asked.
 */
function answering(log: Pick<Logger, 'warn'> | undefined) {
  let said = Number.NEGATIVE_INFINITY;
  const told = (error: unknown): unknown => {
    const failure = unavailableFor(error);
    if (failure && performance.now() - said > sayMs) {
      said = performance.now();
      log?.warn({ err: error }, 'the database is not available');
    }
    if (error instanceof Error && !failure && !(error instanceof Failure)) Error.captureStackTrace(error);
    return failure ?? error;
  };
  return <Result>(work: () => Promise<Result>): Promise<Result> => retryDeadlocks(work, told);
}

async function execute(lender: Lender, query: object, terms?: Terms): Promise<QueryResult | QueryResult[]> {
  // Long ones come several in a text that begins a transaction of its own, or alone: the answer takes as long.
  const connection = await lender.lend({ ...terms, unhurried: true });
  try {
    if (terms?.unhurried) await connection.run({ text: setUnhurried });
    const result = await connection.run<QueryResult | QueryResult[]>(query);
    // Its limits are not those of others.
    if (terms?.unhurried) connection.close(new ConnectionLost('used up'));
    return result;
  } catch (error) {
    // Of several statements in a text, the one that failed may have left a transaction open.
    connection.close(error as Error);
    throw error;
  } finally {
    connection.giveBack();
  }
}

async function runTransaction<Result>(
  orm: MikroORM,
  connection: LentConnection,
  work: (tx: Transaction) => Promise<Result>,
  unhurried = false,
): Promise<Result> {
  const all = async <Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> =>
    (await connection.run<QueryResult>(preparedQuery(statement, values))).rows as Row[];
  const queries: Queries = { all, one: async (statement, values) => (await all(statement, values))[0] };
  const unit = new UnitOfWork(orm, queries, async (text, values) => {
    const { rows, command, rowCount } = await connection.run<QueryResult>({ text, values });
    return { rows: rows ?? [], changed: changing.has(command) ? (rowCount ?? undefined) : undefined };
  });
  let result: Result;
  try {
    await connection.run({ text: unhurried ? `begin; ${setUnhurriedLocally}` : 'begin' });
    result = await work({ ...queries, em: () => unit.em() });
    await unit.flush();
    await connection.finish('commit');
  } catch (error) {
    // One that can't roll back is broken: it leaves the pool.
    if (!connection.broken) await connection.finish('rollback').catch((broken: Error) => connection.close(broken));
    await unit.rolledBack();
    throw unit.causeOf(error);
  }
  connection.giveBack();
  await unit.committed();
  return result;
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
