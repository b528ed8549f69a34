import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readCast } from './cast.ts';
import { cleanUp } from './clean-up.ts';
import { compare } from './compare.ts';
import { fire } from './http-load.ts';
import type { Round, Shot } from './http-load.ts';
import { items } from './items.ts';
import type { Contender, Item } from './items.ts';
import { beside } from './beside.ts';
import { cpuOf, databaseCpu, memoryOf, startServer, used } from './processes.ts';
import type { Server } from './processes.ts';
import { pageOf, tableOf } from './report.ts';
import { quantile } from './quantile.ts';
import type { Measured } from './report.ts';
import { encoded } from './requests.ts';
import type { Request } from './requests.ts';
import { settings } from './settings.ts';

/*
 * npm run bench:seed     fills the database, half a minute (seed.ts)
 * npm run bench          measures, about ten minutes, and writes test/bench/RESULTS.md
 *
 * Measures the items of items.ts on the built service beside the floor (floor.ts), in one run on one PostgreSQL: each
 * item's answers are compared first, then the servers take turns, round by round. Variables: BENCH_DATABASE_URL,
 * BENCH_ITEMS (F,P: only these, `beside` for what is no item, and RESULTS.md stays as it is), BENCH_CONTENDERS (REST;GraphQL), BENCH_ROUNDS (5), BENCH_SECONDS (4, of a round),
 * BENCH_CONNECTIONS (16), BENCH_NODE_ARGS (arguments of node for the service: --cpu-prof --cpu-prof-dir=/tmp/prof).
 */
const contenders: readonly Contender[] = ['floor', 'REST', 'GraphQL', 'floor, JSON by SQL'];
/** Enough requests to be compiled by V8, but no longer than this. */
const warmUp = { requests: 5000, seconds: 15 } as const;
const built = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface RoundOfServer extends Round {
  cpu: number;
  databaseCpu: number;
  memory: number;
}

async function run(): Promise<void> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  // As `npm start` has it.
  const program = [
    '--max-semi-space-size=32',
    ...settings.nodeArguments,
    '--enable-source-maps',
    built('../../src/main.js'),
  ];
  const environment = {
    DATABASE_URL: settings.databaseUrl,
    DATABASE_POOL: String(settings.connections),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'bench-')),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    PORT: '0',
    RATE_LIMITS: 'off',
    SECRET_KEY: 'only for the benchmark',
  };
  const service = await startServer(program, environment);
  const floor = await startServer([built('./floor.js')], { NODE_ENV: 'production' });
  const serverOf = (contender: Contender) => (contender.startsWith('floor') ? floor : service);
  const results = new Map<Item, Map<Contender, Measured>>();
  try {
    await cleanUp(client);
    const chosen = items.filter(({ name }) => settings.items.length === 0 || settings.items.includes(name));
    for (const item of chosen) {
      results.set(item, await measure(item, serverOf, client));
      console.log(
        tableOf(new Map([...results].slice(-1)))
          .split('\n')
          .slice(results.size === 1 ? 0 : 2)
          .join('\n'),
      );
    }
    // The compiled program is in dist/test/bench.
    await Promise.all([service.stop(), floor.stop()]);
    const whole = settings.items.length + settings.contenders.length === 0;
    if (!whole && !settings.items.includes('beside')) return;
    const others = await beside({ arguments: program, environment }, client);
    console.log(others);
    if (whole) writeFileSync(built('../../../test/bench/RESULTS.md'), await pageOf(results, others, client));
  } finally {
    await Promise.all([service.stop(), floor.stop()]);
    await client.end();
  }
}

let serial = 0;

async function measure(item: Item, serverOf: (contender: Contender) => Server, client: pg.Client) {
  const requests = new Map<Contender, Request[]>();
  for (const contender of contenders) {
    if (settings.contenders.length > 0 && !['floor', ...settings.contenders].includes(contender)) continue;
    const make = item.requests[contender];
    // Each contender gets its own cast, and with it the same random numbers.
    if (make) requests.set(contender, make(await readCast(client)));
  }
  await compare(
    item,
    requests,
    (contender) => serverOf(contender).port,
    () => serial++,
  );
  const shared = new Map<string, Buffer>();
  const shots = [...requests].map(([contender, list]) => [contender, shotOf(list, shared)] as const);
  const rounds = new Map<Contender, RoundOfServer[]>(shots.map(([contender]) => [contender, []]));
  for (const [contender, shot] of shots) {
    const end = performance.now() + warmUp.seconds * 1000;
    for (let sent = 0; sent < warmUp.requests && performance.now() < end;)
      sent += (await round(serverOf(contender), shot, 0.5, client)).requests;
  }
  for (let n = 0; n < settings.rounds; n++)
    for (const [contender, shot] of shots)
      rounds.get(contender)?.push(await round(serverOf(contender), shot, settings.seconds, client));
  if (item.writes) await cleanUp(client);
  return new Map([...rounds].map(([contender, all]) => [contender, mediansOf(all)]));
}

function shotOf(list: readonly Request[], shared: Map<string, Buffer>): Shot {
  const shots = list.map((request) => encoded(request, shared));
  return (nth) => (shots[nth % shots.length] as Shot)(nth);
}

async function round(server: Server, shot: Shot, seconds: number, client: pg.Client): Promise<RoundOfServer> {
  const before = { own: cpuOf(server.pid), database: await databaseCpu(client) };
  const fired = await fire(server.port, shot, serial, settings.connections, seconds);
  serial += fired.requests;
  return {
    ...fired,
    cpu: (cpuOf(server.pid) - before.own) / fired.requests,
    databaseCpu: used(before.database, await databaseCpu(client)) / fired.requests,
    memory: memoryOf(server.pid),
  };
}

function mediansOf(rounds: readonly RoundOfServer[]): Measured {
  const middle = (value: (round: RoundOfServer) => number) => quantile(rounds.map(value), 0.5);
  return {
    throughput: middle(({ requests, seconds }) => requests / seconds),
    p50: middle(({ latencies }) => quantile(latencies, 0.5)),
    p99: middle(({ latencies }) => quantile(latencies, 0.99)),
    cpu: middle(({ cpu }) => cpu),
    databaseCpu: middle(({ databaseCpu }) => databaseCpu),
    memory: middle(({ memory }) => memory),
  };
}

await run();
