import { rm } from 'node:fs/promises';
import pg from 'pg';
import { readCast } from '../bench/cast.ts';
import { cleanUp } from '../bench/clean-up.ts';
import { cpuOf, databaseCpu, startServer, used } from '../bench/processes.ts';
import type { Server } from '../bench/processes.ts';
import { quantile } from '../bench/quantile.ts';
import { settings as bench } from '../bench/settings.ts';
import { programOn } from '../bench/stage.ts';
import { childrenOf } from '../../../test/support/process-tree.ts';
import { databaseOf } from './databases.ts';
import { Generators } from './generators.ts';
import { interfaces, itemNamed, requestsOf } from './growing-items.ts';
import type { Interface } from './growing-items.ts';
import type { Rate } from './rate.ts';
import { rounded } from './results.ts';
import type { Point } from './results.ts';
import { settings } from './settings.ts';

const measured = ['F', 'P', 'W', 'L'] as const;
/** As many as a process of the service needs to be busy all the time. */
const connectionsOfWorker = 8;
/** PostgreSQL accepts 100 connections by default. */
const connectionsOfDatabase = 80;
/** Enough requests that V8 compiles each process, but no longer than this. */
const warmUp = { requests: 5000, seconds: 10 } as const;

/** Requests a second with 1, 2, 4 … processes of the service, on one database. */
export async function measureWorkers(report: (points: Point[]) => void): Promise<void> {
  const { url } = await databaseOf(settings.base, 'writes');
  for (const workers of settings.workers) {
    const pool = String(Math.min(2 * connectionsOfWorker, Math.floor(connectionsOfDatabase / workers)));
    const program = await programOn(url, { WORKERS: String(workers), DATABASE_POOL: pool });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const server = await startServer(program.arguments, program.environment);
    try {
      await cleanUp(client);
      for (const name of measured)
        for (const apiInterface of interfaces) report([await measure(server, client, workers, name, apiInterface)]);
    } finally {
      await server.stop();
      await client.end();
      await rm(program.environment['DATA_DIR'] ?? '', { recursive: true, force: true });
    }
  }
}

async function measure(
  server: Server,
  client: pg.Client,
  workers: number,
  name: string,
  apiInterface: Interface,
): Promise<Point> {
  const item = itemNamed(name);
  const requests = requestsOf(item, apiInterface, await readCast(client));
  const generators = new Generators({ port: server.port, requests }, workers * connectionsOfWorker, workers);
  try {
    const end = performance.now() + warmUp.seconds * 1000;
    for (let sent = 0; sent < warmUp.requests * workers && performance.now() < end;)
      sent += (await generators.fire(0.5)).requests;
    const rounds: Array<Rate & { cpu: number; databaseCpu: number }> = [];
    for (let n = 0; n < bench.rounds; n++) {
      const before = [serviceCpu(server.pid), await databaseCpu(client)] as const;
      const seen = await generators.fire(bench.seconds);
      rounds.push({
        ...seen,
        cpu: (serviceCpu(server.pid) - before[0]) / seen.requests,
        databaseCpu: used(before[1], await databaseCpu(client)) / seen.requests,
      });
    }
    const median = (value: (round: (typeof rounds)[0]) => number) => rounded(quantile(rounds.map(value), 0.5));
    return {
      key: `WORKERS=${workers} ${name} ${apiInterface}`,
      workers,
      item: name,
      interface: apiInterface,
      posts: settings.base,
      requestsPerSecond: median(({ requestsPerSecond }) => requestsPerSecond),
      p50: median(({ p50 }) => p50),
      p99: median(({ p99 }) => p99),
      serviceCpu: median(({ cpu }) => cpu),
      databaseCpu: median(({ databaseCpu }) => databaseCpu),
    };
  } finally {
    await generators.stop();
    if (item.writes) await cleanUp(client);
  }
}

/** CPU milliseconds of all processes of the service. */
const serviceCpu = (pid: number) => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOf(one), 0);
