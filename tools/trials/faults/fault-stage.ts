import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../../test/live/chaos.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { startProcess } from '../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../test/support/started-process.ts';
import { Calls } from './calls.ts';
import { Ledger } from './ledger.ts';
import { register } from './load.ts';
import type { Runner } from './load.ts';
import { newPrimary, newStandby } from '../../../test/support/cluster/own-postgres.ts';
import type { OwnPostgres } from '../../../test/support/cluster/own-postgres.ts';
import { startPeers } from './peers.ts';
import type { Peers } from './peers.ts';
import { Readiness } from './readiness.ts';

/** The service and everything that it depends on, all started for this run only. */
export interface FaultStage {
  url: string;
  folder: string;
  /** The server that accepts writes. */
  postgres: OwnPostgres;
  redisPort: number;
  /** Null if there is none, or while it is stopped. */
  redis: ChildProcess | null;
  peers: Peers;
  calls: Calls;
  ledger: Ledger;
  readiness: Readiness;
  people: Runner[];
  service: StartedProcess;
  /** The settings of the service, which a fault may change before it starts it again. */
  environment: Record<string, string>;
  /** Runs SQL on the database of the service. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Starts the service again after it has ended. */
  startService(): Promise<void>;
  startRedis(): Promise<void>;
  /** Adds a standby that confirms every commit, and makes it the primary after the other one has crashed. */
  addStandby(): Promise<OwnPostgres>;
  close(): Promise<void>;
}

const database = 'runners';
/** The number of people: two for each lane of the load. */
const peopleCount = 8;

/** Starts everything. @param words variables of the environment that differ from the defaults */
export async function openStage(words: Record<string, string> = {}): Promise<FaultStage> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-faults-'));
  await chmod(folder, 0o755);
  const [primaryPort, standbyPort, redisPort, port] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const postgres = await newPrimary(join(folder, 'primary'), primaryPort);
  await postgres.start();
  await postgres.sql('postgres', `create database ${database}`);
  const peers = await startPeers();
  const url = `http://127.0.0.1:${port}`;
  const calls = new Calls(url);
  const servers: OwnPostgres[] = [postgres];
  const ended: StartedProcess[] = [];
  const stage: FaultStage = {
    url,
    folder,
    postgres,
    redisPort,
    redis: await startRedis(redisPort),
    peers,
    calls,
    ledger: new Ledger(),
    readiness: new Readiness(url),
    people: [],
    service: undefined as unknown as StartedProcess,
    environment: {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/${database}?target_session_attrs=read-write`,
      SECRET_KEY: 'only for faults, never elsewhere',
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      PORT: String(port),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      DEMO: 'off',
      ...peers.environment,
      ...words,
    },
    sql: (text, values) => stage.postgres.sql(database, text, values),
    async startService() {
      stage.service = startProcess(join(folder, 'data'), stage.environment);
      ended.push(stage.service);
      await stage.service.prints('REST base');
    },
    async startRedis() {
      stage.redis = await startRedis(redisPort);
    },
    async addStandby() {
      const standby = await newStandby(join(folder, 'standby'), standbyPort, stage.postgres);
      servers.push(standby);
      await standby.start();
      await stage.postgres.sql('postgres', `alter system set synchronous_standby_names = '*'`);
      await stage.postgres.sql('postgres', 'select pg_reload_conf()');
      for (;;) {
        const [row] = await stage.postgres.sql('postgres', 'select sync_state from pg_stat_replication');
        if (row?.['sync_state'] === 'sync') return standby;
        await sleep(50);
      }
    },
    async close() {
      await stage.readiness.close();
      for (const service of ended) service.kill('SIGKILL');
      await Promise.all(ended.map((service) => service.ended));
      await endRedis(stage.redis);
      for (const server of servers) {
        server.thaw();
        await server.crash();
      }
      await peers.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await stage.startService();
    await stage.readiness.ready(60_000);
    for (let n = 0; n < peopleCount; n++) stage.people.push(await register(calls));
    return stage;
  } catch (error) {
    await stage.close();
    throw error;
  }
}

/** Stops a Redis of this run, and waits until it has ended. */
export async function endRedis(redis: ChildProcess | null): Promise<void> {
  if (!redis || redis.exitCode !== null || redis.signalCode !== null) return;
  const over = once(redis, 'exit');
  redis.kill('SIGKILL');
  await over;
}

/** Returns whether a program can be started. */
export async function hasProgram(name: string): Promise<boolean> {
  const child = spawn(name, ['--version'], { stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', () => resolve(true));
  });
}
