import { setTimeout as pause } from 'node:timers/promises';

/**
 * PostgreSQL's codes for a transaction that it ended because it and another one stood in each other's way: a deadlock, and
 * what cannot be serialized.
 */
const overtaken = new Set<unknown>(['40P01', '40001']);
const attempts = 8;

/**
 * Runs a statement or transaction again that the database ended for a deadlock; nothing of it was done. All that goes
 * through `Database` is run so. Writes take things first and people last, each kind by id, but who deletes their account
 * holds the person while the last things come in.
 * @param shownError what to throw of what it throws in the end
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
      // Ever longer: those that met are to meet no more.
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}
