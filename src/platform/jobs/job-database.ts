import type { PGlite } from '@electric-sql/pglite';
import { types } from 'pg';
import type { Pool, QueryResult } from 'pg';
import { fromPglite } from 'pg-boss';
import type { Db } from 'pg-boss';
import type { Database } from '../database/database.ts';

/**
 * The service's database as pg-boss sees it. On PostgreSQL that is the ORM's own pool: a statement of the jobs
 * holds a connection for a millisecond and nothing while it waits, so a pool of its own would only add
 * connections. Embedded it is the one connection, where statements wait for the transaction in progress.
 */
export async function jobDatabase(database: Database): Promise<Db> {
  const connection = database.em().getConnection() as unknown as { getNativeClient(): Promise<unknown> };
  const client = await connection.getNativeClient();
  return database.kind === 'embedded' ? fromPglite(client as PGlite) : fromPool(client as Pool);
}

function fromPool(pool: Pool): Db {
  return {
    async executeSql(text, values) {
      // The driver's own parsers: the ORM's pool reads times as text.
      const result: QueryResult | QueryResult[] = await pool.query({ text, types, ...(values ? { values } : {}) });
      return Array.isArray(result) ? { rows: result.flatMap((each) => each.rows) } : result;
    },
  };
}
