import type { Logger } from 'pino';
import type { Queries } from '../../platform/database/statement.ts';
import { pruneLog } from './event-log.ts';

/** Between looks for old events, and events deleted in one transaction. */
const everyMs = 10 * 60_000;
const together = 1000;

/** Deletes the events from before a moment, in small transactions; several processes may do it at once. */
export async function pruneEvents(queries: Queries, before: Date): Promise<void> {
  while (await queries.one(pruneLog, [before, together]));
}

/** Deletes events older than so many days, now and then, until the returned function is called. */
export function startPruning(queries: Queries, log: Logger, days: number, now: () => Date): () => void {
  const prune = () =>
    pruneEvents(queries, new Date(now().getTime() - days * 86_400_000)).catch((error: unknown) =>
      log.warn({ err: error }, 'old live events could not be deleted'),
    );
  // Processes that start together don't look together.
  const every = setInterval(() => void prune(), everyMs * (0.75 + Math.random() / 2)).unref();
  return () => clearInterval(every);
}
