import pg from 'pg';
import { large, middle, seedIfMissing, sizeOf, small } from './flat-databases.ts';
import type { Sized } from './flat-databases.ts';
import { localCalls } from './flat-local.ts';
import { linesOf } from './flat-reads.ts';
import type { Calls } from './flat-reads.ts';
import { fullPages, searchCalls } from './flat-search.ts';
import { costLines, growthTable } from './flat-table.ts';
import type { Costs, Line } from './flat-table.ts';
import { items, searchItem } from './items.ts';
import type { Item } from './item-kinds.ts';
import { prepare, takeTurns } from './measure.ts';
import { settings } from './settings.ts';
import { startStage } from './stage.ts';
import { need } from '../../../test/support/needs.ts';
import type { Stage } from './stage.ts';

/*
 * npx runners bench-flat
 *
 * What stays flat while a database grows, four minutes, as tables of ratios with their bars; what misses its bar is bold.
 * Between the items of items.ts, service and floor taking turns on both sides of each ratio:
 * - F at 1 M posts against F at 10 k;
 * - in the large database a page far back against the first, and a reader with 1,000 friends against one with 20;
 * - search by name (names that fill a page in both) among 100 k users against 10 k.
 * And what the statements of the local feed and of the search read, among 100 k users against 10 k: blocks (in memory or
 * not) and milliseconds.
 *
 * Databases, made when missing: BENCH_SMALL_URL (runners_bench_small: 2 k users, 10 k posts), BENCH_MIDDLE_URL
 * (runners_bench_middle: 10 k users, 100 k posts), BENCH_DATABASE_URL (as bench:seed has it). BENCH_ROUNDS (15),
 * BENCH_SECONDS (1) and BENCH_CONNECTIONS (16) as in run.ts. BENCH_ITEMS says which parts: feed,search,reads.
 */
const bars = { posts: 1.6, farBack: 1, friends: 4, flat: 1.25 } as const;

type Pair<Of> = [few: Of, many: Of];

async function run(): Promise<void> {
  const isSelected = (part: string) => settings.items.length === 0 || settings.items.includes(part);
  await need('bench-flat', { server: { url: settings.databaseUrl, variable: 'BENCH_DATABASE_URL' } });
  for (const database of [small, middle, large]) await seedIfMissing(database);
  if (isSelected('feed')) await onStages([small, large], feeds);
  if (isSelected('search')) await onStages([middle, large], search);
  if (isSelected('reads')) await withClients([middle, large], reads);
}

/** F in both databases; far back and with many friends in the large one. */
async function feeds(few: Stage, many: Stage): Promise<void> {
  const item = (name: string) => items.find((one) => one.name === name) as Item;
  // Apart, so that neither service is warmer than the other.
  const [fewPosts, manyPosts] = await costs([
    [item('F'), few],
    [item('F'), many],
  ]);
  await print([few.client, many.client], costLines('F in a larger database', fewPosts, manyPosts, bars.posts));
  const [first, deep, crowd, crowdDeep] = await costs([
    [item('F'), many],
    [item('Fdeep'), many],
    [item('F1000'), many],
    [item('F1000deep'), many],
  ]);
  const inside = [
    ...costLines('F far back against F', first, deep, bars.farBack),
    ...costLines('F1000 far back against F1000', crowd, crowdDeep, bars.farBack),
    ...costLines('F1000 against F', first, crowd, bars.friends),
  ];
  console.log(`${growthTable('the latter', 'the former', inside)}\n`);
}

/** Item S in both databases. */
async function search(few: Stage, many: Stage): Promise<void> {
  const clients: Pair<pg.Client> = [few.client, many.client];
  const item = searchItem(await fullPages(clients));
  const [own, other] = await costs([
    [item, few],
    [item, many],
  ]);
  await print(clients, costLines('S, full pages', own, other, bars.flat));
}

/** What the statements read in both databases. */
async function reads(...clients: Pair<pg.Client>): Promise<void> {
  const [few, many] = clients;
  const full = await fullPages(clients);
  const own = [...(await localCalls(few)), ...(await searchCalls(few, full))];
  const others = [...(await localCalls(many)), ...(await searchCalls(many, full))];
  const lines: Line[] = [];
  for (const [n, calls] of own.entries())
    lines.push(...(await linesOf(clients, [calls, others[n] as Calls], bars.flat)));
  await print(clients, lines);
}

/** Measures items on their stages, service and floor of each in turn. */
async function costs<const List extends ReadonlyArray<readonly [Item, Stage]>>(
  list: List,
): Promise<{ [n in keyof List]: Costs }> {
  const runners = [];
  for (const [item, stage] of list) runners.push(...(await prepare(item, stage, ['floor', 'REST'])));
  const measured = await takeTurns(runners);
  return list.map((_, n) => ({ floor: measured[2 * n], service: measured[2 * n + 1] })) as never;
}

async function print(clients: Pair<pg.Client>, lines: readonly Line[]): Promise<void> {
  console.log(`${growthTable(await sizeOf(clients[0]), await sizeOf(clients[1]), lines)}\n`);
}

async function onStages([few, many]: Pair<Sized>, work: (few: Stage, many: Stage) => Promise<void>): Promise<void> {
  const stages: Stage[] = [];
  try {
    for (const { url } of [few, many]) stages.push(await startStage(url));
    await work(...(stages as Pair<Stage>));
  } finally {
    for (const stage of stages) {
      await stage.stopServers();
      await stage.client.end();
    }
  }
}

async function withClients(databases: Pair<Sized>, work: (...clients: Pair<pg.Client>) => Promise<void>) {
  const clients = databases.map(({ url }) => new pg.Client({ connectionString: url })) as Pair<pg.Client>;
  try {
    for (const client of clients) await client.connect();
    await work(...clients);
  } finally {
    for (const client of clients) await client.end();
  }
}

await run();
