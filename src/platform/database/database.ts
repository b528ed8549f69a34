import { mkdir } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';
import type { PGlite, Transaction as EmbeddedTransaction } from '@electric-sql/pglite';
import type { MikroORM } from '@mikro-orm/core';
import { MikroORM as EmbeddedOrm } from '@mikro-orm/pglite';
import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';
import type { Config } from '../config.ts';
import { lockFolder, makeFolder } from './folder-lock.ts';
import { embeddedFolder, embeddedOptions, openEmbedded, postgresOptions } from './orm-options.ts';
import { runPrepared } from './prepared-query.ts';
import type { Queries, SqlValue, Statement } from './statement.ts';
import { tellingWrites } from './telling-writes.ts';
import type { SilentDatabase } from './telling-writes.ts';
import { undeadlocked } from './undeadlocked.ts';

/** The database of a process: entities for writes, prepared statements for reads, on one pool. */
export interface Database extends Queries {
  readonly kind: 'postgresql' | 'embedded';
  readonly orm: MikroORM;
  /** A unit of work of its own. */
  em(): SqlEntityManager;
  /**
   * Runs statements in one transaction, committed when `work` returns and rolled back when it throws. After a deadlock
   * `work` is called again, so it does nothing but run statements.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /**
   * Calls `heard` when any process announces on the channel, until the returned function is called.
   * `lost` is called once when the connection that listens breaks: announcements may be missed from then on.
   */
  listen(channel: string, heard: (payload: string) => void, lost: () => void): Promise<() => Promise<void>>;
  /**
   * Calls back after each write that this process committed, until the returned function is called: after statements that
   * write, `transaction`, and transactions of the ORM. Reads pay nothing for it.
   */
  onWrite(told: () => void): () => void;
  close(): Promise<void>;
}

/** Statements inside the unit of work of `em` (and its transaction, when it has one). */
export function queriesOf(em: SqlEntityManager): Queries {
  const run = async <Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> => {
    const { rows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(statement.text, values as unknown[]));
    return rows;
  };
  return { all: run, one: async (statement, values) => (await run(statement, values))[0] };
}

/** Opens the database that the configuration names; migrations are not applied here. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
  image?: Blob,
): Promise<Database> {
  return tellingWrites(await openEither(config, image));
}

async function openEither(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
  image?: Blob,
): Promise<SilentDatabase> {
  if (config.databaseUrl) return openPostgres(config);
  const { dataDir } = config;
  if (dataDir === 'memory://') return openPglite(await openEmbedded(dataDir, image), () => {});
  await mkdir(dataDir, { recursive: true });
  const unlock = lockFolder(dataDir);
  try {
    return await openPglite(
      await makeFolder(dataDir, embeddedFolder(dataDir), () => openEmbedded(dataDir, image)),
      unlock,
    );
  } catch (error) {
    unlock();
    throw error;
  }
}

function pgQueries(client: Pool | PoolClient): Queries {
  return {
    all: (statement, values) => runPrepared(client, statement, values),
    one: async (statement, values) => (await runPrepared(client, statement, values))[0],
  };
}

async function openPostgres(config: Pick<Config, 'databaseUrl' | 'databasePool'>): Promise<SilentDatabase> {
  const orm = (await PostgresOrm.init(postgresOptions(config))) as unknown as MikroORM;
  const em = orm.em as unknown as SqlEntityManager;
  const connection = em.getConnection() as unknown as { getNativeClient(): Promise<Pool> };
  const pool = await connection.getNativeClient();
  // Now: the migrator would make a database that is not there.
  await pool.query('select 1');
  const queries = pgQueries(pool);
  const transaction = async <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(pgQueries(client));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      // A connection that can't roll back is broken: it leaves the pool.
      await client.query('rollback').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw error;
    }
  };
  return {
    kind: 'postgresql',
    orm,
    em: () => em.fork(),
    all: (statement, values) => undeadlocked(() => queries.all(statement, values)),
    one: (statement, values) => undeadlocked(() => queries.one(statement, values)),
    transaction: (work) => undeadlocked(() => transaction(work)),
    async listen(channel, heard, lost) {
      const client = await pool.connect();
      const broken = () => {
        client.removeListener('end', broken);
        client.release(true);
        lost();
      };
      client.on('notification', (message) => heard(message.payload ?? ''));
      client.on('end', broken);
      await client.query(`listen ${channel}`);
      return async () => {
        client.removeListener('end', broken);
        client.release(true);
      };
    },
    close: () => orm.close(true),
  };
}

function embeddedQueries(client: PGlite | EmbeddedTransaction): Queries {
  const run = async <Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> => {
    const result = await client.query<Row>(statement.text, values as unknown[]);
    return result.rows;
  };
  return { all: run, one: async (statement, values) => (await run(statement, values))[0] };
}

/** @param closed called when the database's files are closed */
async function openPglite(pglite: PGlite, closed: () => void): Promise<SilentDatabase> {
  await pglite.exec("set time zone 'UTC'");
  const orm = (await EmbeddedOrm.init(embeddedOptions(pglite))) as unknown as MikroORM;
  const em = orm.em as unknown as SqlEntityManager;
  return {
    kind: 'embedded',
    orm,
    em: () => em.fork(),
    ...embeddedQueries(pglite),
    transaction: (work) => pglite.transaction((tx) => work(embeddedQueries(tx))),
    listen: (channel, heard) => pglite.listen(channel, heard),
    async close() {
      await orm.close(true);
      await pglite.close();
      closed();
    },
  };
}
