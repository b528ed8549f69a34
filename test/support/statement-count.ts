import type { Queries, Statement } from '../../src/database/statement.ts';
import type { TestService } from './service.ts';

/** Counts the statements that a service sends to its database. */
export interface StatementCount {
  /** How many statements `work` takes. */
  of(work: () => Promise<unknown>): Promise<number>;
}

/**
 * Puts a counter in front of the service's database: its statements, those in its transactions, and (as one each) the
 * ORM's units of work. Left out are what depends on the seconds since the last one: the look-up of the key, and sweeps.
 */
export function countStatements({ database }: TestService): StatementCount {
  let count = 0;
  const costOf = ({ name }: Statement<unknown>) => (name === 'viewer_by_key' || name.startsWith('sweep_') ? 0 : 1);
  const counted = (queries: Queries): Queries => ({
    all: (statement, values) => {
      count += costOf(statement);
      return queries.all(statement, values);
    },
    one: (statement, values) => {
      count += costOf(statement);
      return queries.one(statement, values);
    },
  });
  const { transaction, em } = database;
  Object.assign(database, counted({ all: database.all, one: database.one }));
  database.transaction = (work) => transaction((tx) => work(counted(tx)));
  database.em = () => {
    count += 1;
    return em();
  };
  return {
    async of(work) {
      const before = count;
      await work();
      return count - before;
    },
  };
}
