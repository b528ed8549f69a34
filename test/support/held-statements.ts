import { afterEach } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.ts';
import type { Statement } from '../../src/platform/database/statement.ts';

/** Statements that wait until they are let go. */
interface Held {
  /** How many wait at the moment. */
  waiting(): number;
  /** Lets all of them go, and those that come. */
  release(): void;
}

// A test that fails before it lets go of them makes no other test wait.
const releases: Held['release'][] = [];
afterEach(() => {
  for (const release of releases.splice(0)) release();
});

/**
 * Has a service's statements of these names wait, as if the database were slow: how much comes at once can be seen. Whole
 * transactions have the name `transaction`.
 */
export function holdStatements({ database }: { database: Database }, names: RegExp): Held {
  const { all, one, transaction } = database;
  let waiting = 0;
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const hold = async ({ name }: Pick<Statement<unknown>, 'name'>) => {
    if (!names.test(name)) return;
    waiting++;
    await released;
    waiting--;
  };
  const held: Pick<Database, 'all' | 'one' | 'transaction'> = {
    all: async (statement, values) => (await hold(statement), all(statement, values)),
    one: async (statement, values) => (await hold(statement), one(statement, values)),
    transaction: async (work, terms) => (await hold({ name: 'transaction' }), transaction(work, terms)),
  };
  Object.assign(database, held);
  const release = () => {
    Object.assign(database, { all, one, transaction });
    resolve();
  };
  releases.push(release);
  return { waiting: () => waiting, release };
}
