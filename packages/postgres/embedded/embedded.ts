import { mkdir } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { MikroORM } from '@mikro-orm/core';
import { MikroORM as EmbeddedOrm } from '@mikro-orm/pglite';
import { fromPglite } from 'pg-boss';
import type { Driver, Embedded } from '../connection/driver.ts';
import { embeddedOptions } from './embedded-options.ts';
import { embeddedFolder, lockFolder, makeFolder } from './folder-lock.ts';
import type { Given } from '../interface/given.ts';
import { openEmbedded } from './open-embedded.ts';
import type { DatabaseFiles } from './open-embedded.ts';
import type { Transaction } from '../interface/postgres-database.ts';
import type { PreparedStatement, Queries, SqlValue } from '../interface/prepared-statement.ts';
import { missingMigrations } from '../connection/probe.ts';
import type { Caller, QueryOptions } from '../interface/query-options.ts';
import { sequentialObserver } from '../interface/observed.ts';
import type { StatementObserver } from '../interface/observed.ts';
import type { UnobservedDatabase } from '../transaction/write-listeners.ts';
import { UnitOfWork } from '../transaction/unit-of-work.ts';

/**
 * Opens the embedded PostgreSQL, in its folder or in memory (`memory://`).
 * @param image the files that an embedded database in memory starts from
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  given: Given,
  driver: Driver,
  image?: DatabaseFiles,
): Promise<UnobservedDatabase> {
  const { extensions } = given;
  if (dataDir === 'memory://')
    return openPglite(await openEmbedded(dataDir, extensions, image), given, () => {}, driver);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir, given);
  try {
    const folder = embeddedFolder(dataDir);
    return await openPglite(
      await makeFolder(dataDir, folder, () => openEmbedded(dataDir, extensions)),
      given,
      unlock,
      driver,
    );
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Runs a statement, by itself or in a transaction. */
type Run = Embedded['run'];

/** @param transaction the options of the transaction that the statements are part of */
function queriesOn(runText: Run, observer: StatementObserver, transaction?: QueryOptions) {
  const all = async <Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[], options = transaction) => {
    const run = () => runText<Row>(statement.text, values);
    return (await observed(observer, statement, options?.caller, run)).rows;
  };
  const one: UnobservedDatabase['one'] = async (statement, values, options) =>
    (await all(statement, values, options))[0];
  return { all, one };
}

/** Runs a statement, and calls the observer once it has ended. */
async function observed<T>(
  observer: StatementObserver,
  query: object,
  caller: Caller | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    observer.ended(query, begun, failed, caller);
  }
}

/** @param closed called when the files of the database are closed */
async function openPglite(
  pglite: PGlite,
  given: Given,
  closed: () => void,
  driver: Driver,
): Promise<UnobservedDatabase> {
  await pglite.exec("set time zone 'UTC'; set plan_cache_mode = force_generic_plan");
  const orm = (await EmbeddedOrm.init(embeddedOptions(pglite, given.orm))) as unknown as MikroORM;
  const sequential = sequentialObserver(given.observer);
  const statements = driver.embedded(pglite, given.bounds.embeddedStatements);
  const queries = queriesOn((text, values) => statements.run(text, values), sequential);
  const jobs = fromPglite(pglite);
  return {
    kind: 'embedded',
    replicas: null,
    orm,
    ...queries,
    unhurried: queries,
    execute: ({ text, values }) => jobs.executeSql(text, values as unknown[]),
    transaction: (work, options) =>
      runTransaction(orm, pglite, statements, { ...given, observer: sequential }, work, options).finally(
        sequential.released,
      ),
    pool: () => ({ max: 1, open: 1, idle: 1, waiting: 0 }),
    listen: (channel, onPayload) => pglite.listen(channel, onPayload),
    probe: async () => (await queries.one(missingMigrations, [given.migrations]))?.missing === 0,
    whileUnchanged: statements.whileUnchanged.bind(statements),
    async close() {
      await orm.close(true);
      await pglite.close();
      closed();
    },
  };
}

async function runTransaction<Result>(
  orm: MikroORM,
  pglite: PGlite,
  statements: Embedded,
  { failures, observer }: Given,
  work: (tx: Transaction) => Promise<Result>,
  options?: QueryOptions,
): Promise<Result> {
  let unit: UnitOfWork | undefined;
  let result: Result;
  try {
    result = await pglite.transaction(async (inner) => {
      const run: Run = async (text, values) => {
        if (inner.closed) throw new Error('the transaction has ended');
        return statements.runInTransaction(text, values, inner);
      };
      const queries: Queries = queriesOn(run, observer, options);
      const made = new UnitOfWork(
        orm,
        queries,
        async (text, values) => {
          const once = () => run(text, values);
          const { rows, affectedRows } = await observed(observer, { text }, options?.caller, once);
          return { rows, changed: affectedRows };
        },
        failures.Failure,
      );
      unit = made;
      const done = await work({ ...queries, em: () => made.em() });
      await made.flush();
      return done;
    });
  } catch (error) {
    await unit?.rolledBack();
    throw error;
  }
  await unit?.committed();
  return result;
}
