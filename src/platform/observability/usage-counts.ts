import { declareBound } from '../bounds.ts';
import { otherClients } from './client-name.ts';
import type { RequestRecord } from './request-record.ts';

/** What is counted, as one text: its kind, its name and a detail, separated by tabs. */
export type Entry = string;

/** One entry, or those that are counted together, as those of a document are. The same object stands for the same entries. */
export type Use = Entry | readonly Entry[];

/** How often something was called, and who called it first: the id of a user, or 0 without a key. */
interface Counter {
  calls: number;
  readonly person: number;
}

/** The calls of a part of a day by client and use. */
export interface UsageDay {
  /** The beginning of the day, in Unix milliseconds. */
  startMs: number;
  clients: ReadonlyMap<string, ReadonlyMap<Use, Counter>>;
}

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** The entries that one person may bring in between two writes; all callers without a key are one person. */
const ofPerson = 10_000;

const bound = declareBound(import.meta.url, {
  name: 'usage_counts',
  holds:
    'entries whose calls are counted, and their counters, by client and by document or row, until they are written',
  limit: 100_000,
  unit: 'entries',
  share: `Each person has ${ofPerson.toLocaleString('en')}, and so have all callers without a key together.`,
  beyond: 'The calls of further ones are counted together, under other clients.',
});

/** The days of which there are counts while the database is away. The oldest is dropped beyond. */
const mostDays = 3;

/**
 * Counts in memory which client uses what, from the record of an answered request. A request changes one counter; what it consists of is
 * looked up when the counts are written, which is every few seconds. Only those who have brought in something new since are in memory.
 */
export class UsageCounts {
  readonly #now: () => Date;
  #days: { startMs: number; clients: Map<string, Map<Use, Counter>> }[] = [];
  /** The entries that people have brought in. */
  readonly #people = new Map<number, number>();
  #size = 0;

  constructor(now: () => Date) {
    this.#now = now;
    bound.watch(() => this.#size);
  }

  /** Counts one call. @param values further entries, which only its variables have */
  count({ client, viewer }: Pick<RequestRecord, 'client' | 'viewer'>, use: Use, values: readonly Entry[] | null): void {
    const nowMs = this.#now().getTime();
    let day = this.#days.at(-1);
    if (day?.startMs !== nowMs - (nowMs % dayMs)) {
      this.#days.push((day = { startMs: nowMs - (nowMs % dayMs), clients: new Map() }));
      if (this.#days.length > mostDays) this.#days.shift();
    }
    this.#add(day.clients, client, use, viewer ?? 0);
    if (values) for (const value of values) this.#add(day.clients, client, value, viewer ?? 0);
  }

  /** Takes what was counted since it was taken before, one part for each day. */
  take(): readonly UsageDay[] {
    this.#people.clear();
    this.#size = 0;
    return this.#days.splice(0);
  }

  #add(clients: Map<string, Map<Use, Counter>>, client: string, use: Use, person: number): void {
    let uses = clients.get(client);
    const counter = uses?.get(use);
    if (counter) return void counter.calls++;
    if (client !== otherClients) {
      const size = entriesOf(use).length + 1;
      const own = (this.#people.get(person) ?? 0) + size;
      // There are not so many entries as documents.
      if (own > ofPerson || this.#size + size > bound.limit)
        return entriesOf(use).forEach((entry) => this.#add(clients, otherClients, entry, person));
      this.#people.set(person, own);
      this.#size += size;
    }
    if (!uses) clients.set(client, (uses = new Map()));
    uses.set(use, { calls: 1, person });
  }
}

/** The entries that are counted together. */
export function entriesOf(use: Use): readonly Entry[] {
  return typeof use === 'string' ? [use] : use;
}
