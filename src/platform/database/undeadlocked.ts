import { setTimeout as pause } from 'node:timers/promises';

/** PostgreSQL's code for a transaction that it ended because two stood in each other's way. */
const deadlock = '40P01';
const attempts = 6;

/**
 * Runs a statement or transaction again that the database ended for a deadlock; nothing of it was done. Single statements
 * and `database.transaction` are run so already. Writes take things first and people last, each kind by id, but who
 * deletes their account holds the person while the last things come in.
 */
export async function undeadlocked<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if ((error as { code?: unknown }).code !== deadlock || attempt === attempts) throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}
