import { prepare, takeTurns } from '../bench/measure.ts';
import type { Item } from '../bench/item-kinds.ts';
import { startStage } from '../bench/stage.ts';
import type { Stage } from '../bench/stage.ts';
import { rm } from 'node:fs/promises';
import { databaseOf } from './databases.ts';
import { itemNamed } from './growing-items.ts';
import type { Interface } from './growing-items.ts';
import { rounded } from './results.ts';
import type { Point } from './results.ts';
import { settings } from './settings.ts';

const measured = ['F', 'P', 'S', 'local', 'I'] as const;

/** The same requests in larger and larger databases, over REST. */
export async function measurePosts(report: (points: Point[]) => void): Promise<void> {
  for (const posts of settings.posts) {
    const { url, seedSeconds } = await databaseOf(posts, 'reads');
    await onStage(url, async (stage) => {
      const { rows } = await stage.client.query<{ size: string; users: number }>(
        'select pg_database_size(current_database()) as size, (select count(*) from users)::int as users',
      );
      for (const name of measured)
        report([
          {
            key: `${posts} ${name}`,
            posts,
            users: rows[0]?.users ?? 0,
            databaseMB: Math.round(Number(rows[0]?.size) / 2 ** 20),
            seedSeconds,
            item: name,
            ...(await costOf(itemNamed(name), 'REST', stage)),
          },
        ]);
    });
  }
}

/** Requests a second, latencies, and CPU time of an item. */
export async function costOf(item: Item, apiInterface: Interface, stage: Stage): Promise<Record<string, number>> {
  const [seen] = await takeTurns(await prepare(item, stage, [apiInterface]));
  if (!seen) throw new Error(`${item.name} is not asked over ${apiInterface}`);
  const { throughput, p50, p99, cpu } = seen;
  return {
    requestsPerSecond: rounded(throughput),
    p50: rounded(p50),
    p99: rounded(p99),
    serviceCpu: rounded(cpu),
    databaseCpu: rounded(seen.databaseCpu),
  };
}

/** Runs the service on a database meanwhile. */
export async function onStage(url: string, work: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await startStage(url);
  try {
    await work(stage);
  } finally {
    await stage.stopServers();
    await stage.client.end();
    await rm(stage.program.environment['DATA_DIR'] ?? '', { recursive: true, force: true });
  }
}
