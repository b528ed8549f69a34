import { OneTransaction } from '../../platform/database/one-transaction.ts';
import { withDatabase } from '../context.ts';
import type { Context } from '../context.ts';

/**
 * Executes a request and rolls back all of its writes, whether it succeeds or fails. Its mails and jobs are
 * rolled back with them. Not undone are what it has spent of rate limits, and files of pictures, which are removed within hours
 * because nothing refers to them. Nothing is switched off for it, because whoever moves away from something reads what replaces it.
 * @param run executes the request with the given context
 * @throws any error of `run`
 */
export async function runWithoutEffect<Result>(
  context: Context,
  run: (context: Context) => Promise<Result>,
): Promise<Result> {
  const database = new OneTransaction(context.database, async () => {});
  try {
    return await run(withDatabase(context, database, context.plan.none()));
  } finally {
    await database.abandon();
  }
}
