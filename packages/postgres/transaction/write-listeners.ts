import type { PostgresDatabase } from '../interface/postgres-database.ts';
import type { PreparedStatement } from '../interface/prepared-statement.ts';

/** A database that does not notify listeners of its writes. */
export type UnobservedDatabase = Omit<PostgresDatabase, 'onWrite'>;

/** Notifies listeners of each committed write, by a statement or a transaction. */
export function withWriteListeners(database: UnobservedDatabase): PostgresDatabase {
  const listeners = new Set<() => void>();
  const notifying = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    for (const listener of listeners) listener();
    return result;
  };
  const after = <Result>({ writes }: PreparedStatement<unknown>, work: Promise<Result>) =>
    writes ? notifying(work) : work;
  return {
    ...database,
    all: (statement, values, options) => after(statement, database.all(statement, values, options)),
    one: (statement, values, options) => after(statement, database.one(statement, values, options)),
    transaction: (work, options) => notifying(database.transaction(work, options)),
    onWrite(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
