import { mkdir } from 'node:fs/promises';
import type { PGlite, Transaction as EmbeddedTransaction } from '@electric-sql/pglite';
import type { MikroORM } from '@mikro-orm/core';
import { MikroORM as EmbeddedOrm } from '@mikro-orm/pglite';
import { fromPglite } from 'pg-boss';
import { lockFolder, makeFolder } from './folder-lock.ts';
import { embeddedFolder, embeddedOptions, openEmbedded } from './orm-options.ts';
import type { DatabaseFiles, Entities } from './orm-options.ts';
import type { Transaction } from './database.ts';
import { migrationNames, missingMigrations } from './probe.ts';
import type { Terms } from './lender.ts';
import type { Queries, SqlValue, Statement } from './statement.ts';
import { oneAfterTheOther, unwatched } from './statement-watch.ts';
import type { StatementWatch } from './statement-watch.ts';
import type { Caller } from './unavailable.ts';
import type { SilentDatabase } from './telling-writes.ts';
import { UnitOfWork } from './unit-of-work.ts';

/**
 * Opens the PostgreSQL inside the process, in its folder or (`memory://`) without one.
 * @param image what an embedded database in memory starts from
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  entities: Entities,
  image?: DatabaseFiles,
  heard: StatementWatch = unwatched,
): Promise<SilentDatabase> {
  if (dataDir === 'memory://') return openPglite(await openEmbedded(dataDir, image), entities, () => {}, heard);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir);
  try {
    const folder = embeddedFolder(dataDir);
    return await openPglite(await makeFolder(dataDir, folder, () => openEmbedded(dataDir)), entities, unlock, heard);
  } catch (error) {
    unlock();
    throw error;
  }
}

function queriesOn(client: PGlite | EmbeddedTransaction, heard: StatementWatch, transaction?: Terms) {
  const all = async <Row>(statement: Statement<Row>, values: readonly SqlValue[], terms = transaction) => {
    const run = () => client.query<Row>(statement.text, values as unknown[]);
    return (await hearing(heard, statement, terms?.caller, run)).rows;
  };
  const one: SilentDatabase['one'] = async (statement, values, terms) => (await all(statement, values, terms))[0];
  return { all, one };
}

/** Runs a statement, and tells of it once it has ended. */
async function hearing<T>(heard: StatementWatch, query: object, caller: Caller | undefined, run: () => Promise<T>) {
  const begun = performance.now();
  try {
    const result = await run();
    heard.ran(query, begun, false, caller);
    return result;
  } catch (error) {
    heard.ran(query, begun, true, caller);
    throw error;
  }
}

/** @param closed called when the database's files are closed */
async function openPglite(
  pglite: PGlite,
  entities: Entities,
  closed: () => void,
  heard: StatementWatch,
): Promise<SilentDatabase> {
  await pglite.exec("set time zone 'UTC'");
  const orm = (await EmbeddedOrm.init(embeddedOptions(pglite, entities))) as unknown as MikroORM;
  const hears = oneAfterTheOther(heard);
  const queries = queriesOn(pglite, hears);
  const jobs = fromPglite(pglite);
  return {
    kind: 'embedded',
    orm,
    ...queries,
    unhurried: queries,
    execute: ({ text, values }) => jobs.executeSql(text, values as unknown[]),
    transaction: (work, terms) => runTransaction(orm, pglite, hears, work, terms).finally(hears.freed),
    pool: () => ({ max: 1, open: 1, idle: 1, waiting: 0 }),
    listen: (channel, heard) => pglite.listen(channel, heard),
    probe: async () => (await queries.one(missingMigrations, [migrationNames]))?.missing === 0,
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
  heard: StatementWatch,
  work: (tx: Transaction) => Promise<Result>,
  terms?: Terms,
): Promise<Result> {
  let unit: UnitOfWork | undefined;
  let result: Result;
  try {
    result = await pglite.transaction(async (inner) => {
      const queries: Queries = queriesOn(inner, heard, terms);
      const made = new UnitOfWork(orm, queries, async (text, values) => {
        const run = () => inner.query(text, [...values]);
        const { rows, affectedRows } = await hearing(heard, { text }, terms?.caller, run);
        return { rows, changed: affectedRows };
      });
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
