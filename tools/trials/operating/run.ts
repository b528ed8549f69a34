import { need } from '../../../test/support/needs.ts';
import { embedded } from './embedded.ts';
import { image } from './image.ts';
import { partitions } from './partitions.ts';
import { restoreServer } from './restore-server.ts';
import { rotateKeys } from './rotate-keys.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { upkeep } from './upkeep.ts';
import { rollingUpgrade, twoVersions } from './upgrade.ts';

/*
 * npx runners operating
 *
 * Does what docs/operating.md describes, with real processes and an own PostgreSQL server in temporary folders, which are removed
 * at the end. It prints a line for each part, and its exit code is 1 if one of them fails. The variable OPERATING (words separated
 * by commas) selects parts by name.
 */
const parts: Record<string, (stage: Stage) => Promise<string>> = {
  'two versions at once': twoVersions,
  'processes are replaced under load': rollingUpgrade,
  'SECRET_KEY is replaced': rotateKeys,
  'the embedded database is backed up, restored and moved': embedded,
  'the commands of the Dockerfile': image,
  'counters, prune and pictures': upkeep,
  'full tables are partitioned under load': partitions,
  'a server is restored to a point in time': restoreServer,
};

await need('operating', { all: ['PostgreSQL'] });
const words = (process.env['OPERATING'] ?? '').split(',').filter(Boolean);
const stage = await openStage();
try {
  for (const [name, part] of Object.entries(parts)) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const begun = performance.now();
    const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
    try {
      console.log(`ok      ${name} (${await part(stage)}), ${seconds()} s`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`FAILED  ${name}, ${seconds()} s: ${String((error as Error).stack)}`);
    }
  }
} finally {
  await stage.close();
}
