import type { Database } from '../../src/platform/database/database.ts';
import type { Queries, Statement } from '../../src/platform/database/statement.ts';

/** Statements that wait until they are let go. */
export interface Held {
  /** How many wait at the moment. */
  waiting(): number;
  /** Lets all of them go, and those that come. */
  release(): void;
}

/** Has a service's statements of these names wait, as if the database were slow: how much comes at once can be seen. */
export function holdStatements({ database }: { database: Database }, names: RegExp): Held {
  const { all, one } = database;
  let waiting = 0;
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const hold = async ({ name }: Statement<unknown>) => {
    if (!names.test(name)) return;
    waiting++;
    await released;
    waiting--;
  };
  const held: Queries = {
    all: async (statement, values) => (await hold(statement), all(statement, values)),
    one: async (statement, values) => (await hold(statement), one(statement, values)),
  };
  Object.assign(database, held);
  return {
    waiting: () => waiting,
    release() {
      Object.assign(database, { all, one });
      resolve();
    },
  };
}
