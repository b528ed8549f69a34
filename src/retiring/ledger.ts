import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { hourMs } from '../platform/observability/usage-counts.ts';
import type { UsageCounts, UsageHour } from '../platform/observability/usage-counts.ts';
import { addHour, addPacked, packed } from './usage-content.ts';
import type { UsageDay } from './usage-content.ts';
import {
  daysInHours,
  keptDays,
  lockDays,
  sweepPages,
  sweepWriters,
  takeDay,
  writeDay,
  writePage,
} from './usage.queries.ts';

/** Milliseconds between two writes of what a process has counted. */
const flushMs = 5000;
const dayMs = 24 * hourMs;

/** The day of a moment in UTC, as `YYYY-MM-DD`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The first day whose calls are kept. */
export function firstKeptDay(now: Date): string {
  return dayOf(now.getTime() - (keptDays - 1) * dayMs);
}

/** Writes what a process counts into the ledger. */
export interface LedgerWriter {
  /** Writes everything that was counted before. It never rejects: what could not be written is written later. */
  flush(): Promise<void>;
  /** Writes the last calls, and ends. */
  stop(): Promise<void>;
}

/**
 * Writes the calls of a process every few seconds. Each page has a number: one whose write has failed, perhaps after its commit,
 * is sent again until it is known to be stored, and stored once (decisions D501).
 */
export function startLedger(database: Database, counts: UsageCounts, log: Pick<Logger, 'warn'>): LedgerWriter {
  const id = randomUUID();
  let number = 0;
  let waiting: UsageHour[] = [];
  let hasFailed = false;

  async function write(): Promise<void> {
    try {
      do {
        for (let page = waiting[0]; page; page = waiting[0]) {
          const hour = (page.startMs / hourMs) % 24;
          const day: UsageDay = new Map();
          addHour(day, page, hour);
          await database.all(writePage, [id, number + 1, dayOf(page.startMs), hour, await packed(day)]);
          number++;
          waiting.shift();
        }
        waiting = counts.take();
      } while (waiting.length > 0);
      hasFailed = false;
    } catch (error: unknown) {
      if (!hasFailed) log.warn({ err: error }, 'the counts of calls could not be written, and are written later');
      hasFailed = true;
    }
  }

  let writing = Promise.resolve();
  const flush = () => (writing = writing.then(write));
  const timer = setInterval(() => void flush(), flushMs).unref();
  return {
    flush,
    stop() {
      clearInterval(timer);
      return flush();
    },
  };
}

/**
 * Puts the pages of each day together in one, of days that have so many pages of hours.
 * @param least the number of pages
 */
export async function foldUsage(database: Database, least: number): Promise<void> {
  for (const { day } of await database.unhurried.all(daysInHours, [least]))
    await database.transaction(
      async (tx) => {
        await tx.all(lockDays, []);
        const pages = await tx.all(takeDay, [day]);
        const whole: UsageDay = new Map();
        for (const { content } of pages) await addPacked(whole, content);
        if (pages.length > 0) await tx.all(writeDay, [day, await packed(whole)]);
      },
      { unhurried: true },
    );
}

/** Removes the calls that are not kept any more. */
export async function sweepUsage({ unhurried }: Database, now: Date): Promise<void> {
  await unhurried.all(sweepPages, [firstKeptDay(now)]);
  await unhurried.all(sweepWriters, []);
}
