import type { Logger } from 'pino';
import type { Queries } from '../../platform/database/statement.ts';
import { pruneLog } from './event-log.ts';

/** Milliseconds between two prunings, and the number of events that are deleted in one transaction. */
const everyMs = 10 * 60_000;
const together = 1000;

/** Deletes the events from before a moment, in small transactions. Several processes may do so at the same time. */
export async function pruneEvents(queries: Queries, before: Date): Promise<void> {
  while (await queries.one(pruneLog, [before, together]));
}

/** Regularly deletes events older than this number of days, until the returned function is called. */
export function startPruning(queries: Queries, log: Logger, days: number, now: () => Date): () => void {
  const prune = () =>
    pruneEvents(queries, new Date(now().getTime() - days * 86_400_000)).catch((error: unknown) =>
      log.warn({ err: error }, 'old live events could not be deleted'),
    );
  // The interval varies, so that processes that start together do not prune together.
  const every = setInterval(() => void prune(), everyMs * (0.75 + Math.random() / 2)).unref();
  return () => clearInterval(every);
}
