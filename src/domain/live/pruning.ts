import type { Logger } from 'pino';
import type { Queries } from '@runners/postgres';
import { makePartitions, pruneLog } from './event-log.ts';

/** Milliseconds between two prunings, and the number of events that are deleted in one transaction. */
const everyMs = 10 * 60_000;
const together = 1000;

/**
 * Deletes the events that are older than this number of days: whole partitions, and in small transactions those that are in no
 * partition of a day. Several processes may do so at the same time.
 * @param stopped ends it after the transaction that is under way
 */
export async function pruneEvents(queries: Queries, days: number, stopped?: AbortSignal): Promise<void> {
  const isMore = async () => ((await queries.one(pruneLog, [days, together]))?.prunedSeq ?? null) !== null;
  const goesOn = async () => stopped?.aborted !== true && isMore();
  while (await goesOn());
}

/**
 * Makes the partitions of the coming days, and deletes events older than this number of days, at once and then regularly until
 * the returned function is called, which waits for what is under way.
 */
export function startPruning(queries: Queries, log: Logger, days: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  const stopping = new AbortController();
  const prune = async () => {
    try {
      await queries.one(makePartitions, []);
      await pruneEvents(queries, days, stopping.signal);
    } catch (error: unknown) {
      log.warn({ err: error }, 'old live events could not be deleted');
    }
  };
  // The interval varies, so that processes that start together do not prune together.
  const begin = () => (running ??= prune().finally(() => (running = null)));
  const every = setInterval(begin, everyMs * (0.75 + Math.random() / 2)).unref();
  void begin();
  return async () => {
    stopping.abort();
    clearInterval(every);
    await running;
  };
}
