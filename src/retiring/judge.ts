import { otherProduct } from '../platform/observability/client-name.ts';
import type { ClientName } from '../platform/observability/client-name.ts';
import { roomOfDay, roomOfPerson } from './usage.queries.ts';
import { lastDayOf } from './usage-ledger.ts';
import type { LedgerEntry, UsageLedger } from './usage-ledger.ts';

/** What a client has called of something, in all of its versions. */
export interface ClientUse {
  client: string;
  calls: number;
  /** The part of all calls, from 0 to 1. */
  share: number;
  /** The day of the last call. */
  last: string;
  /** Versions, the most used first. */
  versions: string[];
  /** The change from the thirty days before to the last thirty days: `new`, `ended`, or a percentage such as `-40 %`. */
  trend: string;
  /** Formats and statuses of a row; how the documents came. */
  details: string[];
}

/** Whether something can be switched off without breaking anybody. */
export interface Verdict {
  /** Null if no call is known at all, so that nothing can be said. */
  isSafe: boolean | null;
  calls: number;
  clients: ClientUse[];
  /** How many calls are of clients that were not told apart, and why; empty if there are none. */
  apart: string;
}

/** Judges by the ledger whether nobody uses something. @param isIt whether an entry is a use of it */
export function judge(ledger: UsageLedger, isIt: (entry: LedgerEntry) => boolean): Verdict {
  const entries = ledger.entries.filter(isIt);
  const calls = sum(entries.map((entry) => entry.calls));
  const clients = [...Map.groupBy(entries, ({ client }) => titleOf(client))].map(([client, own]): ClientUse => {
    const versions = Map.groupBy(own, (entry) => versionOf(entry.client));
    const ofOwn = sum(own.map((entry) => entry.calls));
    return {
      client,
      calls: ofOwn,
      share: ofOwn / calls,
      last: lastDayOf(own),
      versions: [...versions]
        .sort(([, one], [, other]) => sum(other.map((entry) => entry.calls)) - sum(one.map((entry) => entry.calls)))
        .map(([version]) => version)
        .filter((version) => version !== ''),
      trend: trendOf(own, ledger.until),
      details: [...new Set(own.map(({ detail }) => detail))].filter((detail) => detail !== '').sort(),
    };
  });
  clients.sort((one, other) => other.calls - one.calls);
  return { isSafe: ledger.from === null ? null : clients.length === 0, calls, clients, apart: apartIn(entries) };
}

const isOther = ({ product }: ClientName) => product === otherProduct;

/** A sentence about calls of clients that were not told apart; empty if there are none. */
export function apartIn(entries: readonly LedgerEntry[]): string {
  const calls = sum(entries.filter(({ client }) => isOther(client)).map((entry) => entry.calls));
  if (calls === 0) return '';
  const number = (one: number) => one.toLocaleString('en');
  return `${number(calls)} ${calls === 1 ? 'call is' : 'calls are'} of clients that were not told apart, because a day has room for ${roomOfDay[1]} clients and ${number(roomOfDay[0])} entries, and a person for ${roomOfPerson[1]} and ${number(roomOfPerson[0])} of them.`;
}

/** Whether an entry is a call, and not a part of one: of a row, or of a field at the root of a document. */
export function isCall({ kind, name, detail }: LedgerEntry): boolean {
  return kind === 'row' || (kind === 'field' && /^(Query|Mutation|Subscription)\./.test(name) && detail !== 'rest');
}

/** A client without its versions, for people. */
export function titleOf(client: ClientName): string {
  if (isOther(client)) return 'other clients';
  const { key, product, apollo } = client;
  const named = [apollo, product, key === '' ? '' : `key "${key}"`].filter((part) => part !== '');
  return named.join(', ') || 'a client without a name';
}

/** Whether a client has this name: of itself, of its product or of its key. */
export function isClient({ key, product, apollo }: ClientName, name: string): boolean {
  return [key, product, apollo].some((part) => part !== '' && part.toLowerCase() === name.toLowerCase());
}

function versionOf({ apollo, apolloVersion, version }: ClientName): string {
  return apollo !== '' && apolloVersion !== '' ? apolloVersion : version;
}

const dayMs = 86_400_000;

function trendOf(entries: readonly LedgerEntry[], until: string): string {
  const dayBefore = (days: number) => new Date(Date.parse(until) - days * dayMs).toISOString().slice(0, 10);
  const [middle, first] = [dayBefore(30), dayBefore(60)];
  let [now, before] = [0, 0];
  for (const { times } of entries)
    for (const [time, calls] of Object.entries(times)) {
      const day = time.slice(0, 10);
      if (day > middle) now += calls;
      else if (day > first) before += calls;
    }
  if (before === 0) return now === 0 ? 'ended' : 'new';
  if (now === 0) return 'ended';
  const percent = Math.round((now / before - 1) * 100);
  return `${percent > 0 ? '+' : ''}${percent} %`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
