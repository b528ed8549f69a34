import { declareBound } from '../bounds.ts';
import type { Caller } from '../limits/caller.ts';
import { Gate } from '../limits/gate.ts';
import { sharesOf } from '../limits/shares.ts';
import { clientNamed, otherClients } from './client-name.ts';

/** What is counted, as one text: its kind, its name and a detail, separated by tabs. */
export type Entry = string;

/** One entry, or those that are counted together. The same object stands for the same entries. */
export type Use = Entry | readonly Entry[];

/** The calls of one hour by client and entry. */
export interface UsageHour {
  /** The beginning of the hour, in Unix milliseconds. */
  startMs: number;
  clients: ReadonlyMap<string, ReadonlyMap<Entry, number>>;
}

/** A client whose calls are counted in an hour. */
export interface CountedClient {
  readonly text: string;
  readonly caller: Caller;
  readonly startMs: number;
  readonly uses: Map<Use, number>;
  release(): void;
}

/** Milliseconds of an hour. */
export const hourMs = 3_600_000;

const bounds = {
  clients: declareBound(import.meta.url, {
    name: 'usage_clients',
    holds: 'clients whose calls are counted in this hour, by their names',
    limit: 2000,
    unit: 'clients',
    share: sharesOf(2000, 20),
    beyond: 'The calls of further clients are counted together, under `(other)`.',
  }),
  uses: declareBound(import.meta.url, {
    name: 'usage_counts',
    holds: 'counters of calls, by client and by document or row, until they are written',
    limit: 200_000,
    unit: 'counters',
    share: 'None: what does not fit is counted under `(other)`.',
    beyond: 'Further calls are counted under `(other)`.',
  }),
};

/** The hours that wait to be written while the database is away. The oldest is dropped beyond. */
const mostSealed = 24;

const nobody: Caller = { person: '', address: '' };

/**
 * Counts in memory which client uses what. A call changes one counter; what it consists of is looked up when the counts are
 * taken, which is every few seconds.
 */
export class UsageCounts {
  readonly #now: () => Date;
  readonly #isKept: boolean;
  readonly #slots = new Gate({ atOnce: bounds.clients.limit, shares: bounds.clients.share });
  /** The clients of the hour by their names, and by the headers that were read last. */
  readonly #clients = new Map<string, CountedClient>();
  readonly #seen = new Map<string, CountedClient>();
  readonly #sealed: UsageHour[] = [];
  #other: CountedClient;
  #startMs: number;
  #size = 0;

  /** @param isKept whether calls are counted; otherwise clients only have their names */
  constructor(now: () => Date, isKept = true) {
    this.#now = now;
    this.#isKept = isKept;
    this.#startMs = this.#hourNow();
    this.#other = this.#begun(otherClients, nobody, () => {});
    bounds.clients.watch(() => this.#clients.size);
    bounds.uses.watch(() => this.#size);
  }

  /** The client with these headers. @param key the name of its API key @param caller whose share it takes */
  clientOf(key: string, headers: Parameters<typeof clientNamed>[1], caller: Caller): CountedClient {
    const { 'user-agent': agent, 'apollographql-client-name': name, 'apollographql-client-version': version } = headers;
    const sent = `${key}\t${short(agent)}\t${short(name)}\t${short(version)}\t${caller.person}`;
    const seen = this.#seen.get(sent);
    if (seen !== undefined && seen.startMs === this.#startMs) return seen;
    if (this.#seen.size >= bounds.clients.limit) this.#seen.clear();
    const client = this.#named(clientNamed(key, headers), caller);
    this.#seen.set(sent, client);
    return client;
  }

  /** Counts one call. */
  add(client: CountedClient, use: Use): void {
    if (!this.#isKept) return;
    if (this.#hourNow() !== this.#startMs) this.#beginHour();
    const own = client.startMs === this.#startMs ? client : this.#named(client.text, client.caller);
    if (this.#size < bounds.uses.limit || own.uses.has(use)) this.#count(own, use);
    // There are not so many entries as documents.
    else for (const entry of entriesOf(use)) this.#count(this.#other, entry);
  }

  /** Takes what was counted since it was taken before, one part for each hour. */
  take(): UsageHour[] {
    if (this.#hourNow() !== this.#startMs) this.#beginHour();
    else this.#seal();
    return this.#sealed.splice(0);
  }

  #count({ uses }: CountedClient, use: Use): void {
    const count = uses.get(use);
    if (count === undefined) this.#size++;
    uses.set(use, (count ?? 0) + 1);
  }

  #hourNow(): number {
    const now = this.#now().getTime();
    return now - (now % hourMs);
  }

  #named(text: string, caller: Caller): CountedClient {
    const known = text === otherClients ? this.#other : this.#clients.get(text);
    if (known) return known;
    const release = this.#slots.tryTake(caller);
    // It has a name all the same, for the plan of what will be switched off.
    if (!release) return { ...this.#other, text, caller };
    const client = this.#begun(text, caller, release);
    this.#clients.set(text, client);
    return client;
  }

  #begun(text: string, caller: Caller, release: () => void): CountedClient {
    return { text, caller, startMs: this.#startMs, uses: new Map(), release };
  }

  #beginHour(): void {
    this.#seal();
    for (const { release } of this.#clients.values()) release();
    this.#clients.clear();
    this.#seen.clear();
    this.#startMs = this.#hourNow();
    this.#other = this.#begun(otherClients, nobody, () => {});
  }

  #seal(): void {
    const clients = new Map<string, ReadonlyMap<Entry, number>>();
    for (const { text, uses } of [...this.#clients.values(), this.#other]) {
      if (uses.size > 0) clients.set(text, byEntry(uses));
      uses.clear();
    }
    this.#size = 0;
    if (clients.size > 0) this.#sealed.push({ startMs: this.#startMs, clients });
    if (this.#sealed.length > mostSealed) this.#sealed.shift();
  }
}

/** The beginning of a header, which contains what is read of it. */
function short(header: string | string[] | undefined): string {
  return header === undefined ? '' : String(header).slice(0, 200);
}

function entriesOf(use: Use): readonly Entry[] {
  return typeof use === 'string' ? [use] : use;
}

function byEntry(uses: ReadonlyMap<Use, number>): Map<Entry, number> {
  const entries = new Map<Entry, number>();
  for (const [use, count] of uses)
    for (const entry of entriesOf(use)) entries.set(entry, (entries.get(entry) ?? 0) + count);
  return entries;
}
