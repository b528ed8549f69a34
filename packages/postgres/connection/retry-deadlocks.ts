import { setTimeout as pause } from 'node:timers/promises';

/**
 * The codes of PostgreSQL for a transaction that it has aborted because of another one: a deadlock or a serialization
 * failure.
 */
const overtaken = new Set<unknown>(['40P01', '40001']);
const attempts = 8;

/**
 * The functions of PostgreSQL that refuse what a connection has prepared since a migration has changed the type of a column: statements
 * by their names, and those in functions and triggers. Their messages are translated.
 */
const refusing = /^(RevalidateCachedQuery|plpgsql_param_.*)$/;

/**
 * Whether an error says that a migration has outdated what the connection had prepared, so that nothing was done. On a connection that
 * has forgotten it (`PooledConnection.forgetting`), the same succeeds.
 */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: string };
  return (code === '0A000' || code === '42804') && refusing.test(routine ?? '');
}

/**
 * Repeats a statement or transaction that the database has aborted after a deadlock, of which nothing was done; and once what it has
 * refused because the connection is outdated, which other processes then are that keep answering while one migrates. Everything that runs through `Database` is repeated in this way. Writes lock objects first and users last, each kind
 * by id, but the deletion of an account holds the lock of the user while the last objects are written.
 * @param transaction is told whether the connection is to forget what it has prepared
 * @param shownError converts the last error into the one to throw
 */
export async function retryDeadlocks<Result>(
  transaction: (forgets: boolean) => Promise<Result>,
  shownError: (error: unknown) => unknown,
): Promise<Result> {
  let forgets = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(forgets);
    } catch (error) {
      if (!forgets && (forgets = isOutdated(error))) continue;
      if (attempt === attempts || !overtaken.has((error as { code?: unknown }).code)) throw shownError(error);
      // The delay grows and varies, so that the same transactions do not collide again.
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}
