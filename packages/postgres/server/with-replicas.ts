import type { Replicas } from '../interface/replicas.ts';
import type { PreparedStatement } from '../interface/prepared-statement.ts';
import type { UnobservedDatabase } from '../transaction/write-listeners.ts';

/** Lets each write of a database wait until the replicas show it, so that everybody can read what was acknowledged. */
export function withReplicas(
  replicas: Replicas | null,
  database: Omit<UnobservedDatabase, 'replicas'>,
): UnobservedDatabase {
  if (!replicas) return { ...database, replicas };
  const settling = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    await replicas.settled();
    return result;
  };
  const after = <Result>({ writes }: PreparedStatement<unknown>, work: Promise<Result>) =>
    writes ? settling(work) : work;
  return {
    ...database,
    replicas,
    all: (statement, values, options) => after(statement, database.all(statement, values, options)),
    one: (statement, values, options) => after(statement, database.one(statement, values, options)),
    transaction: (work, options) => settling(database.transaction(work, options)),
  };
}
