import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/core';
import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Pool, QueryResult } from 'pg';
import type { PooledConnection } from '../connection/pooled-connection.ts';
import { ConnectionLost, unavailabilityIn } from '../connection/connection-errors.ts';
import { ConnectionPool } from '../connection/connection-pool.ts';
import type { DatabaseConfig } from '../interface/database-config.ts';
import type { Given } from '../interface/given.ts';
import { makeHosts } from '../connection/hosts.ts';
import { listenOn } from '../connection/listen.ts';
import { postgresOptions } from './postgres-options.ts';
import type { QueryOptions } from '../interface/query-options.ts';
import { checkPooler, makeDirectPool, refusedByPooler } from './pooler.ts';
import { driverOf } from '../connection/driver.ts';
import type { Driver } from '../connection/driver.ts';
import { makeProbe } from '../connection/probe.ts';
import { openReplicas } from './replicas.ts';
import { retryDeadlocks } from '../connection/retry-deadlocks.ts';
import type { Transaction } from '../interface/postgres-database.ts';
import type { PreparedStatement, Queries, SqlValue } from '../interface/prepared-statement.ts';
import { withReplicas } from './with-replicas.ts';
import type { UnobservedDatabase } from '../transaction/write-listeners.ts';
import { beginPooled } from '../connection/session-settings.ts';
import { requestLimits, setUnhurried, setUnhurriedLocally, settingLimits } from '../connection/time-limits.ts';
import { UnitOfWork } from '../transaction/unit-of-work.ts';

/** Milliseconds for which closing waits for statements in progress. */
const closingMs = 1500;

/** Connects to a PostgreSQL server. @throws an error of the driver, when the server cannot be reached */
export async function openPostgres(config: DatabaseConfig, given: Given): Promise<UnobservedDatabase> {
  const answered = answering(given);
  const driver = await driverOf(config);
  const hosts = makeHosts(config.databaseUrl ?? '', driver, config.databaseDirectUrl !== undefined);
  const orm = (await PostgresOrm.init(postgresOptions(config, given.orm, hosts))) as unknown as MikroORM;
  const em = orm.em as unknown as SqlEntityManager;
  const pool = await (em.getConnection() as unknown as { getNativeClient(): Promise<Pool> }).getNativeClient();
  const limits = requestLimits(config);
  const connections = new ConnectionPool(pool, limits, given, driver);
  const directPool = config.databaseDirectUrl ? makeDirectPool(config, config.databaseDirectUrl, driver) : pool;
  const direct = directPool === pool ? connections : new ConnectionPool(directPool, limits, given, driver);
  const closePools = async () => {
    await Promise.all([orm.close(true), directPool === pool || directPool.end()]);
    // The query builder of the ORM closes the pool only if it has used it.
    if (!pool.ending) await pool.end();
  };
  try {
    // Connecting now reports a missing database, which the migrator would create.
    await awaitOneServer(pool, hosts.count, given);
    await checkPooler({ pool, direct: directPool, limits, given });
  } catch (error) {
    await closePools();
    throw error;
  }
  const isPooled = direct !== connections;
  const queryOf = isPooled ? driver.unnamed : driver.prepared;
  const begin = isPooled ? `${beginPooled}; ${settingLimits(limits, 'set local')}` : 'begin';
  const probe = makeProbe(hosts, given.migrations);
  const replicas = await openReplicas(config, driver, given).catch(async (error: unknown) => {
    await closePools();
    throw error;
  });

  const run = <Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[], options?: QueryOptions) =>
    answered((forgets) =>
      forgets
        ? transact((tx) => tx.all(statement, values), { ...options, forgets }).then((rows) => ({ rows }))
        : isPooled || statement.writes
          ? connections.run<{ rows: Row[] }>(queryOf(statement, values), options, statement.writes)
          : connections.read<{ rows: Row[] }>(driver.prepared(statement, values), options),
    );
  const transact = async <Result>(work: (tx: Transaction) => Promise<Result>, options?: QueryOptions) => {
    const connection = await (options?.unhurried ? direct : connections).acquire(options);
    try {
      const way = options?.unhurried
        ? { begin: `begin; ${setUnhurriedLocally}`, queryOf: driver.prepared }
        : { begin, queryOf };
      if (options?.forgets) way.begin += `; ${connection.forgetting()}`;
      return await runTransaction(orm, connection, work, way, given);
    } finally {
      connection.release();
    }
  };
  const transaction = <Result>(work: (tx: Transaction) => Promise<Result>, options?: QueryOptions): Promise<Result> =>
    answered((forgets) => transact(work, forgets ? { ...options, forgets } : options));
  const unhurried = async <Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[]) =>
    transaction((tx) => tx.all(statement, values), { unhurried: true });

  return withReplicas(replicas, {
    kind: 'postgresql',
    orm,
    all: async (statement, values, options) => (await run(statement, values, options)).rows,
    one: async (statement, values, options) => (await run(statement, values, options)).rows[0],
    transaction,
    unhurried: { all: unhurried, one: async (statement, values) => (await unhurried(statement, values))[0] },
    execute: (query, options) =>
      answered((forgets) => execute(options?.unhurried ? direct : connections, query, { ...options, forgets })),
    listen: (channel, onPayload, lost) => listenOn(direct, channel, onPayload, lost),
    pool: () => ({
      max: config.databasePool,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    probe: probe.look,
    async close() {
      probe.close();
      const deadline = setTimeout(() => {
        connections.closeAll();
        direct.closeAll();
      }, closingMs);
      await Promise.all([closePools(), replicas?.close()]).finally(() => clearTimeout(deadline));
    },
  });
}

/** Connects to a server that takes writes. @throws the error of the last one, if none does */
async function awaitOneServer(pool: Pool, servers: number, given: Given): Promise<void> {
  for (let left = servers - 1; ; left--) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (left <= 0) throw refusedByPooler(error, given) ?? error;
      // Until the connection is noticed to have ended.
      await pause(20);
    }
  }
}

/** Milliseconds between two log entries about the same failure. */
const sayMs = 5000;

/**
 * Makes the function that repeats work (`retryDeadlocks`). It throws `Failures.unavailable` when the database is
 * unreachable, and otherwise the error of the database with the stack of the caller.
 */
function answering({ failures, log }: Given) {
  let said = Number.NEGATIVE_INFINITY;
  const shownError = (error: unknown): unknown => {
    const cause = unavailabilityIn(error);
    const failure = error instanceof failures.OutcomeUnknown ? error : cause && failures.unavailable(cause);
    if (failure && performance.now() - said > sayMs) {
      said = performance.now();
      log?.warn({ err: failure === error ? failure.cause : error }, 'the database is not available');
    }
    if (error instanceof Error && !failure && !(error instanceof failures.Failure)) Error.captureStackTrace(error);
    return failure ?? error;
  };
  return <Result>(work: (forgets: boolean) => Promise<Result>): Promise<Result> => retryDeadlocks(work, shownError);
}

async function execute(
  connections: ConnectionPool,
  query: object,
  options?: QueryOptions,
): Promise<QueryResult | QueryResult[]> {
  // Long statements of the jobs come in one text with their own transaction, or alone, so the long limits apply to the
  // whole answer.
  const connection = await connections.acquire({ ...options, unhurried: true });
  try {
    if (options?.forgets) await connection.run({ text: connection.forgetting() });
    if (options?.unhurried) await connection.run({ text: setUnhurried });
    const result = await connection.run<QueryResult | QueryResult[]>(query);
    // Its time limits differ from those of other connections.
    if (options?.unhurried) connection.close(new ConnectionLost('used up'));
    return result;
  } catch (error) {
    // When one of several statements in a text fails, a transaction may still be open.
    connection.close(error as Error);
    throw error;
  } finally {
    connection.release();
  }
}

async function runTransaction<Result>(
  orm: MikroORM,
  connection: PooledConnection,
  work: (tx: Transaction) => Promise<Result>,
  { begin, queryOf }: { begin: string; queryOf: Driver['unnamed'] },
  { failures }: Given,
): Promise<Result> {
  const all = async <Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[]): Promise<Row[]> =>
    (await connection.run<QueryResult>(queryOf(statement, values))).rows as Row[];
  const queries: Queries = { all, one: async (statement, values) => (await all(statement, values))[0] };
  const unit = new UnitOfWork(
    orm,
    queries,
    async (text, values) => {
      const { rows, command, rowCount } = await connection.run<QueryResult>({ text, values });
      return { rows: rows ?? [], changed: changing.has(command) ? (rowCount ?? undefined) : undefined };
    },
    failures.Failure,
  );
  let result: Result;
  try {
    await connection.run({ text: begin });
    result = await work({ ...queries, em: () => unit.em() });
    await unit.flush();
    await connection.commit();
  } catch (error) {
    // A connection that cannot roll back is broken, and is removed from the pool.
    if (!connection.broken) await connection.rollback().catch((broken: Error) => connection.close(broken));
    await unit.rolledBack();
    throw unit.causeOf(error);
  }
  connection.release();
  await unit.committed();
  return result;
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
