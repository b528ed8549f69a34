import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Database } from './database.ts';
import type { Statement } from './statement.ts';

/** A database that nobody hears of what it writes. */
export type SilentDatabase = Omit<Database, 'onWrite' | 'em'>;

/** Lets others hear of each committed write, whichever way it was made. */
export function tellingWrites(database: SilentDatabase): Database {
  const listeners = new Set<() => void>();
  const telling = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    for (const told of listeners) told();
    return result;
  };
  const after = <Result>({ writes }: Statement<unknown>, work: Promise<Result>) => (writes ? telling(work) : work);
  const transaction: Database['transaction'] = (work, terms) => telling(database.transaction(work, terms));
  return {
    ...database,
    all: (statement, values, terms) => after(statement, database.all(statement, values, terms)),
    one: (statement, values, terms) => after(statement, database.one(statement, values, terms)),
    transaction,
    em() {
      const em = database.orm.em.fork() as unknown as SqlEntityManager;
      return Object.assign(em, {
        transactional: <Result>(work: (inner: SqlEntityManager) => Promise<Result>) =>
          transaction(async (tx) => work(await tx.em())),
      });
    },
    onWrite(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}
