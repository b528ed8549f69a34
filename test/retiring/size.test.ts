/**
 * What the ledger takes on the disk. A thousand clients have less than 20 MB in 90 days; ordinarily three days are tried, and
 * `LEDGER_DAYS=90` tries all.
 */
import { expect, test } from '@jest/globals';
import { foldUsage, startLedger } from '../../src/retiring/ledger.ts';
import { readLedger } from '../../src/retiring/usage-ledger.ts';
import type { UsageCounts, UsageHour } from '../../src/platform/observability/usage-counts.ts';
import { testService } from '../support/service.ts';

const days = Number(process.env['LEDGER_DAYS'] ?? 3);
const service = await testService();
const { database, log } = service.processContext;
const hourMs = 3_600_000;

/** Numbers that look random, the same in each run. */
let seed = 42;
const random = (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

/** A client calls five rows by themselves and two documents with twenty fields each, in most hours of the day. */
function hourOf(startMs: number): UsageHour {
  const hour = (startMs / hourMs) % 24;
  const clients = new Map<string, Map<string, number>>();
  for (let client = 0; client < 1000; client++) {
    if (hour < 6 + (client % 4)) continue;
    const uses = new Map<string, number>();
    for (let row = 0; row < 5; row++) {
      const calls = random(50);
      if (calls > 0) uses.set(`row\tGET /row${(client + row) % 60}/\tjson 2xx`, calls);
    }
    for (let document = 0; document < 2; document++) {
      const calls = 1 + random(30);
      for (let field = 0; field < 20; field++)
        uses.set(`field\tType${(client + document) % 30}.field${field}\ttext`, calls);
    }
    clients.set(`\tProduct${client}\t${1 + (client % 3)}.0\t\t`, uses);
  }
  return { startMs, clients };
}

test('a thousand clients take less than their share of 20 MB', async () => {
  const begun = Date.parse('2027-03-01T00:00:00Z');
  let sent = 0;
  for (let day = 0; day < days; day++) {
    const hours = Array.from({ length: 24 }, (_, hour) => hourOf(begun + (day * 24 + hour) * hourMs));
    for (const { clients } of hours)
      for (const uses of clients.values()) for (const count of uses.values()) sent += count;
    const counts = { take: () => hours.splice(0) } as unknown as UsageCounts;
    await startLedger(database, counts, log).stop();
    await foldUsage(database, 1);
  }
  await service.sql('vacuum full usage_page');
  const [size] = await service.sql("select pg_total_relation_size('usage_page')::int as bytes");
  const bytes = Number(size?.['bytes']);
  process.stderr.write(`${days} days of a thousand clients take ${(bytes / 1e6).toFixed(2)} MB\n`);
  expect(bytes).toBeLessThan((20e6 * days) / 90 + 100_000);
  const { entries } = await readLedger(database, new Date(begun + days * 24 * hourMs));
  expect(entries.reduce((sum, { calls }) => sum + calls, 0)).toBe(sent);
}, 1_200_000);
