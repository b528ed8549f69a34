import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Entry, UsageHour } from '../platform/observability/usage-counts.ts';

/** The calls of a client by entry: one number for each hour of the day. */
type Hours = number[];
/** The calls of a day by client and entry. */
export type UsageDay = Map<string, Map<Entry, Hours>>;

/**
 * The calls of a day as they are stored. Entries of a client that were called equally often in each hour stand together, as those of
 * one document are. Thus a busy client takes less than 200 bytes a day.
 */
interface Content {
  clients: string[];
  entries: Entry[];
  /** The index of a client, those of entries, and their calls by hour, up to the last hour that has some. */
  calls: [client: number, entries: number[], hours: Hours][];
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Writes the calls of a day as bytes. */
export async function packed(day: UsageDay): Promise<Buffer> {
  const clients = [...day.keys()].sort();
  const entries = [...new Set(clients.flatMap((client) => [...(day.get(client)?.keys() ?? [])]))].sort();
  const indexes = new Map(entries.map((entry, index) => [entry, index]));
  const calls = clients.flatMap((client, index) => {
    const equal = new Map<string, number[]>();
    for (const [entry, hours] of day.get(client) ?? []) {
      const key = hours.join();
      const group = equal.get(key) ?? [];
      equal.set(key, group);
      group.push(indexes.get(entry) ?? 0);
    }
    return [...equal].map(([key, group]): Content['calls'][number] => [
      index,
      group.sort((a, b) => a - b),
      key.split(',').map(Number),
    ]);
  });
  const content: Content = { clients, entries, calls };
  return compress(JSON.stringify(content), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

/** Adds the calls of an hour, as they were counted in memory. */
export function addHour(day: UsageDay, { clients }: UsageHour, hour: number): void {
  for (const [client, uses] of clients) for (const [entry, count] of uses) add(day, client, entry, hour, count);
}

/** Adds the calls in bytes that `packed` has written. */
export async function addPacked(day: UsageDay, bytes: Uint8Array): Promise<void> {
  const { clients, entries, calls } = JSON.parse(String(await decompress(bytes))) as Content;
  for (const [client, group, hours] of calls)
    for (const entry of group)
      for (const [hour, count] of hours.entries())
        if (count > 0) add(day, clients[client] ?? '', entries[entry] ?? '', hour, count);
}

function add(day: UsageDay, client: string, entry: Entry, hour: number, count: number): void {
  let entries = day.get(client);
  if (!entries) day.set(client, (entries = new Map()));
  let hours = entries.get(entry);
  if (!hours) entries.set(entry, (hours = []));
  while (hours.length <= hour) hours.push(0);
  hours[hour] = (hours[hour] ?? 0) + count;
}
