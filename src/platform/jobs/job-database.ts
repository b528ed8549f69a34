import { types } from 'pg';
import type { Db } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { setUnhurriedLocally } from '../database/connection-pool.ts';

/** What pg-boss does to its tables rather than to jobs takes as long as there is much: in a transaction of its own … */
const transaction = /^\s*begin;/i;
/** … or, as these can't be, on a connection of its own. */
const outsideTransactions = /\b(reindex|vacuum)\b/i;

/**
 * The service's database as pg-boss sees it. On PostgreSQL that is the service's own pool: a statement of the jobs
 * holds a connection for a millisecond and nothing while it waits, so a pool of its own would only add
 * connections. Embedded it is the one connection, where statements wait for the transaction in progress.
 */
export function jobDatabase(database: Database): Db {
  return {
    async executeSql(text, values) {
      const unhurried = database.kind === 'postgresql' && outsideTransactions.test(text);
      // The driver's own parsers: the ORM's pool reads times as text.
      const query = {
        text: database.kind === 'embedded' ? text : withTime(text),
        types,
        ...(values ? { values } : {}),
      };
      const result = await database.execute(query, { unhurried });
      return Array.isArray(result) ? { rows: result.flatMap((each) => each.rows) } : result;
    },
  };
}

function withTime(text: string): string {
  return text.replace(transaction, (begin) => `${begin} ${setUnhurriedLocally};`);
}
