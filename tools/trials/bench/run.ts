import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { comparedWith } from './against.ts';
import { beside } from './beside.ts';
import { buildBefore } from './build-before.ts';
import { cleanUp } from './clean-up.ts';
import { items } from './items.ts';
import type { Contender, Item } from './item-kinds.ts';
import { builds, contenders, prepare, takeTurns } from './measure.ts';
import { pageOf, tableOf } from './report.ts';
import type { Measured } from './report.ts';
import { settings } from './settings.ts';
import { startStage } from './stage.ts';
import { need } from '../../../test/support/needs.ts';
import type { Stage } from './stage.ts';

/*
 * npm run bench:seed     fills the database, half a minute (seed.ts)
 * npm run bench          measures, about three quarters of an hour, and writes tools/trials/bench/RESULTS.md
 *
 * npm run bench -- --against COMMIT
 *                        builds that commit, and compares this build with it, and with itself as the measure of noise. Ends with 1 if an
 *                        item takes more than a tenth more CPU time than before.
 *
 * Measures the items of items.ts on the built service beside the floor (floor.ts), in one run on one PostgreSQL: each
 * item's answers are compared first, then the servers take turns, round by round. Variables: BENCH_DATABASE_URL,
 * BENCH_ITEMS (F,P: only these, `beside` for what is no item, and RESULTS.md stays as it is), BENCH_CONTENDERS (REST;GraphQL), BENCH_ROUNDS (15), BENCH_SECONDS (1, of a round),
 * BENCH_CONNECTIONS (16), BENCH_NODE_ARGS (arguments of node for the service: --cpu-prof --cpu-prof-dir=/tmp/prof).
 */
async function run(): Promise<void> {
  await need('bench', { server: { url: settings.databaseUrl, variable: 'BENCH_DATABASE_URL' } });
  const { against } = parseArgs({ options: { against: { type: 'string' } } }).values;
  const before = against === undefined ? null : await buildBefore(against);
  const stage = await startStage(settings.databaseUrl, before?.folder);
  const { client } = stage;
  const results = new Map<Item, Map<Contender, Measured>>();
  try {
    await cleanUp(client);
    const chosen = items.filter(({ name }) => settings.items.length === 0 || settings.items.includes(name));
    for (const item of chosen) {
      results.set(item, await measure(item, stage, against === undefined ? contenders : ['floor', ...builds]));
      console.log(
        tableOf(new Map([...results].slice(-1)))
          .split('\n')
          .slice(results.size === 1 ? 0 : 2)
          .join('\n'),
      );
    }
    await stage.stopServers();
    if (against !== undefined) {
      const { table, dearer } = comparedWith(against, results);
      console.log(table);
      process.exitCode = dearer ? 1 : 0;
      return;
    }
    const whole = settings.items.length + settings.contenders.length === 0;
    if (!whole && !settings.items.includes('beside')) return;
    const others = await beside(stage.program, client);
    console.log(others);
    // The compiled program is in dist/tools/trials/bench.
    const page = fileURLToPath(new URL('../../../../tools/trials/bench/RESULTS.md', import.meta.url));
    if (whole) writeFileSync(page, await pageOf(results, others, client));
  } finally {
    await stage.stopServers();
    await client.end();
    await before?.remove();
  }
}

async function measure(item: Item, stage: Stage, all: readonly Contender[]): Promise<Map<Contender, Measured>> {
  const only = settings.contenders;
  const chosen = all.filter((one) => only.length === 0 || one === 'floor' || only.includes(one));
  const runners = await prepare(item, stage, chosen);
  const measured = await takeTurns(runners);
  if (item.writes) await cleanUp(stage.client);
  return new Map(runners.map(({ contender }, n) => [contender, measured[n] as Measured]));
}

await run();
