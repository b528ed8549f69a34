import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { splitClient } from '../platform/observability/client-name.ts';
import { dayMs, entriesOf } from '../platform/observability/usage-counts.ts';
import type { UsageCounts } from '../platform/observability/usage-counts.ts';
import { carryOver } from './carry-over.ts';
import { addUses, keptDays, lockUses, outcomeOf, sweepUses } from './usage.queries.ts';
import type { Use } from './usage.queries.ts';

/** Milliseconds between two writes of what a process has counted. */
const flushMs = 5000;
/** The rows that are written in a transaction, and the entries that are read in one turn of the loop. */
const atOnce = 200;
const inTurn = 5000;

/** The day of a moment in UTC, as `YYYY-MM-DD`. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

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
 * Writes the calls of a process every few seconds. Where the outcome of a transaction is not known, the database is asked before it is
 * repeated, so that each call is stored once.
 */
export function startLedger(
  database: Pick<Database, 'one' | 'transaction'>,
  counts: Pick<UsageCounts, 'take'>,
  log: Pick<Logger, 'warn'>,
): LedgerWriter {
  const parts = partsOf(counts);
  let part: Part | null = null;
  let xid: string | null = null;
  let hasFailed = false;

  async function store({ day, uses }: Part): Promise<void> {
    const known = xid === null ? undefined : await database.one(outcomeOf, [xid]);
    if (known?.outcome === 'in progress') throw new Error('the transaction before has not ended yet');
    if (known?.outcome !== 'committed')
      await database.transaction(async (tx) => {
        xid = (await tx.one(lockUses, []))?.xid ?? null;
        await addUses(tx, day, uses);
      });
    xid = null;
  }

  async function write(): Promise<void> {
    try {
      while ((part ??= (await parts.next()).value)) {
        await store(part);
        part = null;
      }
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

/** What is written in one transaction. */
interface Part {
  day: string;
  uses: Use[];
}

/** What was counted, until there is nothing (null), and then what was counted since. What documents and rows consist of is looked up in turns. */
async function* partsOf(counts: Pick<UsageCounts, 'take'>): AsyncGenerator<Part | null, null> {
  for (let read = 0; ; yield null)
    for (const { startMs, clients } of counts.take()) {
      const part: Part = { day: dayOf(startMs), uses: [] };
      for (const [text, counters] of clients) {
        const [client, version] = splitClient(text);
        const byEntry = new Map<string, Use>();
        for (const [use, { calls, person }] of counters)
          for (const element of entriesOf(use)) {
            const known = byEntry.get(element);
            if (known) known.calls += calls;
            else byEntry.set(element, { client, version, element, calls, person });
            if (++read % inTurn === 0) await setImmediate();
          }
        for (const use of byEntry.values())
          if (part.uses.push(use) === atOnce) yield { ...part, uses: part.uses.splice(0) };
      }
      if (part.uses.length > 0) yield part;
    }
}

/** Carries over what is left of the version before, and removes the calls that are not kept any more. */
export async function sweepUsage(database: Database, now: Date): Promise<void> {
  await carryOver(database);
  await database.unhurried.all(sweepUses, [firstKeptDay(now), dayOf(now.getTime() - dayMs)]);
}
