import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Database } from '../platform/database/database.ts';
import { splitClient } from '../platform/observability/client-name.ts';
import { addUses, lockUses, takePage } from './usage.queries.ts';
import type { Use } from './usage.queries.ts';

/** A page of the version before: clients, entries, and calls by hour, with the indexes of a client and of entries. */
interface Page {
  clients: string[];
  entries: string[];
  calls: [client: number, entries: number[], hours: number[]][];
}

/** The rows that are added at once. */
const atOnce = 5000;
const decompress = promisify(brotliDecompress);

/** Carries over what the version before has counted, and what one of its processes still counts (decisions D500). */
export async function carryOver(database: Pick<Database, 'transaction'>): Promise<void> {
  const one = () =>
    database.transaction(
      async (tx) => {
        const page = await tx.one(takePage, []);
        if (!page) return false;
        await tx.all(lockUses, []);
        const { clients, entries, calls } = JSON.parse(String(await decompress(page.content))) as Page;
        const uses: Use[] = [];
        for (const [index, group, hours] of calls) {
          const [client, version] = splitClient(clients[index] ?? '');
          const sum = hours.reduce((all, count) => all + count, 0);
          for (const entry of group)
            if (uses.push({ client, version, element: entries[entry] ?? '', calls: sum, person: -1 }) === atOnce)
              await addUses(tx, page.day, uses.splice(0));
        }
        await addUses(tx, page.day, uses);
        return true;
      },
      { unhurried: true },
    );
  while (await one());
}
