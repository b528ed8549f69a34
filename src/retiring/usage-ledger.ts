import { joinedClient, otherClient } from '../platform/observability/client-name.ts';
import type { ClientName } from '../platform/observability/client-name.ts';
import type { Database } from '../platform/database/database.ts';
import { Sentence } from '../platform/sentence.ts';
import { firstKeptDay } from './ledger.ts';
import { usesSince } from './usage.queries.ts';

/** How often a client has called something. */
export interface LedgerEntry {
  kind: 'row' | 'parameter' | 'field' | 'argument' | 'value' | 'input';
  /** A row (`GET /post/`), a value of its parameter (`GET /post/?type=dashboard`), or a coordinate (`Query.feed(type:)`). */
  name: string;
  /** Of a row, the format and the class of the status; of the schema, how its document came (`text`, `known`, `rest`). */
  detail: string;
  client: ClientName;
  calls: number;
  /** The days of the first and last call (`2026-11-28`). */
  first: string;
  last: string;
  /** The calls by day, in UTC. */
  times: Record<string, number>;
}

/** Who has called what, as it is exported. */
export interface UsageLedger {
  version: 1;
  /** The day of the first call that is kept; null if there is none. */
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

/** The combinations of clients and elements that are read by themselves, the most used first. */
const mostRead = 50_000;

/** Reads who has called what in the days that are kept. Calls of the last seconds may be missing. */
export async function readLedger({ unhurried }: Pick<Database, 'unhurried'>, now: Date): Promise<UsageLedger> {
  const rows = await unhurried.all(usesSince, [firstKeptDay(now), mostRead, otherClient]);
  const entries = rows.map(({ client, version, element, times }): LedgerEntry => {
    const [kind = '', name = '', detail = ''] = element.split('\t');
    const days = Object.keys(times);
    return {
      kind: kind as LedgerEntry['kind'],
      name,
      detail,
      client: joinedClient(client, version),
      calls: Object.values(times).reduce((sum, calls) => sum + calls, 0),
      first: days[0] ?? '',
      last: days.at(-1) ?? '',
      times,
    };
  });
  const from = entries.reduce<string | null>(
    (least, { first }) => (least === null || first < least ? first : least),
    null,
  );
  return { version: 1, from, until: now.toISOString(), entries };
}

/** The day of the last call of entries (`2026-11-28`), of which there is one. Those exported by the version before have hours. */
export function lastDayOf(entries: readonly LedgerEntry[]): string {
  return entries.reduce((last, entry) => (entry.last > last ? entry.last : last), '').slice(0, 10);
}
