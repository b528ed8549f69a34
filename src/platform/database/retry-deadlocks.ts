import { setTimeout as pause } from 'node:timers/promises';

/**
 * The codes of PostgreSQL for a transaction that it has aborted because of another one: a deadlock or a serialization
 * failure.
 */
const overtaken = new Set<unknown>(['40P01', '40001']);
const attempts = 8;

/**
 * Repeats a statement or transaction that the database has aborted after a deadlock, of which nothing was done.
 * Everything that runs through `Database` is repeated in this way. Writes lock objects first and users last, each kind
 * by id, but the deletion of an account holds the lock of the user while the last objects are written.
 * @param shownError converts the last error into the one to throw
 */
export async function retryDeadlocks<Result>(
  transaction: () => Promise<Result>,
  shownError: (error: unknown) => unknown,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attempts || !overtaken.has((error as { code?: unknown }).code)) throw shownError(error);
      // The delay grows and varies, so that the same transactions do not collide again.
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}
