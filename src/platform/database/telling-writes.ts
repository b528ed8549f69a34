import type { Database } from './database.ts';
import type { Statement } from './statement.ts';

/** A database that nobody hears of what it writes. */
export type SilentDatabase = Omit<Database, 'onWrite'>;

/** Lets others hear of each committed write, whichever way it was made. */
export function tellingWrites(database: SilentDatabase): Database {
  const listeners = new Set<() => void>();
  const wrote = () => {
    for (const told of listeners) told();
  };
  const telling = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    wrote();
    return result;
  };
  const after = <Result>({ writes }: Statement<unknown>, work: Promise<Result>) => (writes ? telling(work) : work);
  database.orm.em.getEventManager().registerSubscriber({ afterTransactionCommit: async () => wrote() });
  return {
    ...database,
    all: (statement, values) => after(statement, database.all(statement, values)),
    one: (statement, values) => after(statement, database.one(statement, values)),
    transaction: (work) => telling(database.transaction(work)),
    onWrite(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}
