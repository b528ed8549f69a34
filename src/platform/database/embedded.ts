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
import type { Queries, SqlValue, Statement } from './statement.ts';
import type { UnobservedDatabase } from './write-listeners.ts';
import { UnitOfWork } from './unit-of-work.ts';

/**
 * Opens the embedded PostgreSQL, in its folder or in memory (`memory://`).
 * @param image the files that an embedded database in memory starts from
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  entities: Entities,
  image?: DatabaseFiles,
): Promise<UnobservedDatabase> {
  if (dataDir === 'memory://') return openPglite(await openEmbedded(dataDir, image), entities, () => {});
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir);
  try {
    const folder = embeddedFolder(dataDir);
    return await openPglite(await makeFolder(dataDir, folder, () => openEmbedded(dataDir)), entities, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function queriesOn(client: PGlite | EmbeddedTransaction): Queries {
  const run = async <Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> => {
    const result = await client.query<Row>(statement.text, values as unknown[]);
    return result.rows;
  };
  return { all: run, one: async (statement, values) => (await run(statement, values))[0] };
}

/** @param closed called when the files of the database are closed */
async function openPglite(pglite: PGlite, entities: Entities, closed: () => void): Promise<UnobservedDatabase> {
  await pglite.exec("set time zone 'UTC'");
  const orm = (await EmbeddedOrm.init(embeddedOptions(pglite, entities))) as unknown as MikroORM;
  const queries = queriesOn(pglite);
  const jobs = fromPglite(pglite);
  return {
    kind: 'embedded',
    orm,
    ...queries,
    unhurried: queries,
    execute: ({ text, values }) => jobs.executeSql(text, values as unknown[]),
    transaction: (work) => runTransaction(orm, pglite, work),
    listen: (channel, onPayload) => pglite.listen(channel, onPayload),
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
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let unit: UnitOfWork | undefined;
  let result: Result;
  try {
    result = await pglite.transaction(async (inner) => {
      const queries = queriesOn(inner);
      const made = new UnitOfWork(orm, queries, async (text, values) => {
        const { rows, affectedRows } = await inner.query(text, [...values]);
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
