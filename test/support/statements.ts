import type { Database } from '../../src/platform/database/database.ts';
import type { PreparedStatement, Queries, QueryOptions, Transaction } from '@runners/postgres';

/** What the ORM does in one unit of work counts as one statement of this name. */
const unitOfWork = 'unit of work';

/** What is left out: the look-up of the key, and what the service does by itself. */
const ownWork = /^(viewers_by_keys|live_events|place_live_events|usage_\w+)$|^sweep_/;

/**
 * The names of the statements that a service sends to its database while `work` runs, sorted: its statements, those in its
 * transactions, and the ORM's units of work. The look-up of the key is left out: whether it is needed depends on the
 * seconds since the last one; and what goes on by
 * itself: looks at the log of live events, the sweep of pictures, and what the ledger of use writes.
 */
export async function countStatements(
  { database }: { database: Database },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const names: string[] = [];
  const note = ({ name }: PreparedStatement<unknown>) => {
    if (!ownWork.test(name)) names.push(name);
  };
  const noted = (queries: Queries): Queries => ({
    all: (statement, values) => (note(statement), queries.all(statement, values)),
    one: (statement, values) => (note(statement), queries.one(statement, values)),
  });
  const { all, one, transaction } = database;
  Object.assign(database, {
    ...noted({ all, one }),
    transaction: <T>(steps: (tx: Transaction) => Promise<T>, terms?: QueryOptions) =>
      transaction((tx) => steps({ ...noted(tx), em: () => (names.push(unitOfWork), tx.em()) }), terms),
  });
  try {
    await work();
  } finally {
    Object.assign(database, { all, one, transaction });
  }
  return names.sort();
}
