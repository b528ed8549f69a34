import { types } from 'pg';
import type { Db } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { setUnhurriedLocally } from '@runners/postgres';

/**
 * Maintenance by pg-boss of its tables takes time in proportion to their size, so it runs in a transaction of its own …
 */
const transaction = /^\s*begin;/i;
/** … or, where a transaction is not possible, on a connection of its own. */
const outsideTransactions = /\b(reindex|vacuum)\b/i;

/**
 * The database of the service, in the form that pg-boss requires. On PostgreSQL it uses the pool of the service,
 * because statements of jobs hold a connection for a millisecond only. The embedded database has one connection, on
 * which statements wait for the transaction in progress.
 */
export function jobDatabase(database: Database): Db {
  return {
    async executeSql(text, values) {
      const unhurried = database.kind === 'postgresql' && outsideTransactions.test(text);
      // The parsers of the driver, because the pool of the ORM reads times as text.
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
