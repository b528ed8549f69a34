import type { Database } from './database.ts';
import type { Statement } from './statement.ts';

/** A database that nobody hears of what it writes. */
export type SilentDatabase = Omit<Database, 'onWrite'>;

/** Lets others hear of each committed write, whichever way it was made. */
export function tellingWrites(database: SilentDatabase): Database {
  const listeners = new Set<() => void>();
  const telling = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    for (const told of listeners) told();
    return result;
  };
  const after = <Result>({ writes }: Statement<unknown>, work: Promise<Result>) => (writes ? telling(work) : work);
  return {
    ...database,
    all: (statement, values, terms) => after(statement, database.all(statement, values, terms)),
    one: (statement, values, terms) => after(statement, database.one(statement, values, terms)),
    transaction: (work, terms) => telling(database.transaction(work, terms)),
    onWrite(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}
