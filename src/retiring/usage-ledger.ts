import { clientNameIn } from '../platform/observability/client-name.ts';
import type { ClientName } from '../platform/observability/client-name.ts';
import type { Database } from '../platform/database/database.ts';
import { Sentence } from '../platform/sentence.ts';
import { firstKeptDay } from './ledger.ts';
import { addPacked } from './usage-content.ts';
import type { UsageDay } from './usage-content.ts';
import { pagesSince } from './usage.queries.ts';

/** How often a client has called something. */
export interface LedgerEntry {
  kind: 'row' | 'parameter' | 'field' | 'argument' | 'value' | 'input';
  /** A row (`GET /post/`), a value of its parameter (`GET /post/?type=dashboard`), or a coordinate (`Query.feed(type:)`). */
  name: string;
  /** Of a row, the format and the class of the status; of the schema, how its document came (`text`, `known`, `rest`). */
  detail: string;
  client: ClientName;
  calls: number;
  /** The beginnings of the hours of the first and last call. */
  first: string;
  last: string;
  /** The calls by day (`2026-11-28`) or by hour (`2026-11-28T10`), in UTC. */
  times: Record<string, number>;
}

/** Who has called what, as it is exported. */
export interface UsageLedger {
  version: 1;
  /** The hour of the first call that is kept; null if there is none. */
  from: string | null;
  /** When it was exported. */
  until: string;
  entries: LedgerEntry[];
}

/** Reads an exported ledger. @throws Sentence if the text is none */
export function ledgerIn(text: string): UsageLedger {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // It is refused below.
  }
  const { version, entries } = (json ?? {}) as Partial<UsageLedger>;
  const isEntry = ({ name, client, calls, times }: LedgerEntry) =>
    typeof name === 'string' && typeof calls === 'number' && typeof client === 'object' && typeof times === 'object';
  if (version === 1 && Array.isArray(entries) && entries.every(isEntry)) return json as UsageLedger;
  throw new Sentence('this is no ledger that npx runners ledger has exported');
}

/**
 * Reads who has called what in the days that are kept. Calls of the last seconds may be missing.
 * @param by how the calls are divided
 */
export async function readLedger(
  { unhurried }: Pick<Database, 'unhurried'>,
  now: Date,
  by: 'day' | 'hour' = 'day',
): Promise<UsageLedger> {
  const pages = await unhurried.all(pagesSince, [firstKeptDay(now)]);
  const entries = new Map<string, LedgerEntry>();
  for (const [day, ofDay] of Map.groupBy(pages, (page) => page.day)) {
    const usage: UsageDay = new Map();
    for (const { content } of ofDay) await addPacked(usage, content);
    for (const [client, uses] of usage)
      for (const [use, hours] of uses)
        for (const [hour, calls] of hours.entries())
          if (calls > 0) addCalls(entries, [client, use], day, hour, calls, by);
  }
  const sorted = [...entries.values()].sort((one, other) => other.calls - one.calls);
  const from = sorted.reduce<string | null>(
    (least, { first }) => (least === null || first < least ? first : least),
    null,
  );
  return { version: 1, from, until: now.toISOString(), entries: sorted };
}

function addCalls(
  entries: Map<string, LedgerEntry>,
  [client, use]: [client: string, use: string],
  day: string,
  hour: number,
  calls: number,
  by: 'day' | 'hour',
): void {
  const at = `${day}T${String(hour).padStart(2, '0')}`;
  const key = `${client}\n${use}`;
  let entry = entries.get(key);
  if (!entry) {
    const [kind = '', name = '', detail = ''] = use.split('\t');
    entry = {
      kind: kind as LedgerEntry['kind'],
      name,
      detail,
      client: clientNameIn(client),
      calls: 0,
      first: `${at}:00:00Z`,
      last: '',
      times: {},
    };
    entries.set(key, entry);
  }
  entry.calls += calls;
  // Days and hours come in their order.
  entry.last = `${at}:00:00Z`;
  const time = by === 'day' ? day : at;
  entry.times[time] = (entry.times[time] ?? 0) + calls;
}
