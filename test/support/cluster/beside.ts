import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { startNginx } from './own-nginx.ts';
import type { Order, Plain, Report } from './second-process.ts';

/** The servers of a run of `npx runners cluster`, in the variable TEST_CLUSTER. */
export interface ClusterServers {
  /** The URL of PgBouncer, and of the standby, for a database whose name is appended. Null if there is no PgBouncer, as with Redis. */
  pooler: string | null;
  standby: string;
  redis: string | null;
  /** The endpoint of the picture store, and the name of its bucket. */
  store: string;
  bucket: string;
}

const described = process.env['TEST_CLUSTER'];
/** Null outside of that run. */
export const cluster: ClusterServers | null = described ? (JSON.parse(described) as ClusterServers) : null;

/** The number of databases of the Redis of a run. */
export const redisDatabases = 4096;

/** The settings of a service on the cluster. @param database the name of its database */
export function clusterEnvironment(
  { pooler, standby, redis, store, bucket }: ClusterServers,
  database: string,
  direct: string,
) {
  return {
    ...(pooler ? { DATABASE_URL: pooler + database, DATABASE_DIRECT_URL: direct } : { DATABASE_URL: direct }),
    DATABASE_REPLICA_URLS: standby + database,
    // On a busy machine, it should be tested that replicas are right and not that they are fast.
    DATABASE_REPLICA_MAX_LAG_MS: '5000',
    ...(redis ? { REDIS_URL: `${redis}/${Math.floor(Math.random() * redisDatabases)}` } : {}),
    STORAGE_URL: `s3://${bucket}/${database}?endpoint=${store}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    TRUST_PROXY: 'on',
  };
}

/** A second process of the service, which shares its clock with the test, and nginx in front of both. */
export interface Beside {
  /** The settings of the first one. */
  environment: Record<string, string>;
  /** Tells the second process the time by the clock of the test; null for real time. */
  setClock(at: Date | null): void;
  /** Starts the second process and nginx, when the first one listens. */
  start(environment: Record<string, string>, testOverrides: Plain): Promise<void>;
  stop(): Promise<void>;
}

const second = fileURLToPath(new URL('./second-process.js', import.meta.url));
const held = globalThis as { secondProcess?: ChildProcess };

/** The process that runs the second service of each test file of this worker. */
function secondProcess(): ChildProcess {
  if (held.secondProcess?.connected) return held.secondProcess;
  const child = fork(second, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.setMaxListeners(0);
  child.unref();
  child.channel?.unref();
  return (held.secondProcess = child);
}

/** @param write receives each line of the log of the second process */
export async function openBeside(write: (line: string) => void): Promise<Beside> {
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const [front, first, other] = ports;
  const id = randomUUID();
  const clockFile = join(tmpdir(), `runners-clock-${id}`);
  const clock = openSync(clockFile, 'w');
  const setClock = (at: Date | null) => void writeSync(clock, new Float64Array([at?.getTime() ?? 0]), 0, 8, 0);
  setClock(null);
  const child = secondProcess();
  const url = `http://127.0.0.1:${front}`;
  let stopNginx: (() => Promise<void>) | undefined;
  const onReport = (report: Report) => report.id === id && 'line' in report && write(report.line);
  child.on('message', onReport);

  function run(order: Order): Promise<void> {
    return new Promise((resolve, reject) => {
      const answered = (report: Report) => {
        if (report.id !== id || !('done' in report)) return;
        child.removeListener('message', answered).removeListener('exit', ended);
        child.channel?.unref();
        if (report.done === null) resolve();
        else reject(new Error(`the second process: ${report.done}`));
      };
      const ended = () => reject(new Error('the second process has ended'));
      child.on('message', answered).once('exit', ended);
      child.channel?.ref();
      child.send(order);
    });
  }

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    await stopNginx?.();
    await run({ does: 'stop', id });
    child.removeListener('message', onReport);
    closeSync(clock);
    await rm(clockFile, { force: true });
  }

  return {
    environment: { PORT: String(first), PUBLIC_URL: url },
    setClock,
    async start(environment, testOverrides) {
      await run({
        does: 'start',
        id,
        environment: { ...environment, PORT: String(other) },
        testOverrides,
        clock: clockFile,
      });
      stopNginx = await startNginx(front, [first, other]);
    },
    stop: () => (stopped ??= stop()),
  };
}
