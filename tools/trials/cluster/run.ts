import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../test/support/free-port.ts';
import { startS3 } from '../../../test/pictures/s3-server.ts';
import type { ClusterServers } from '../../../test/support/cluster/beside.ts';
import { redisDatabases } from '../../../test/support/cluster/beside.ts';
import { requestLimits, settingLimits } from '@runners/postgres';
import { excluded, excludedNames } from './excluded.ts';
import { need } from '../../../test/support/needs.ts';
import { accepts, startPgBouncer } from '../../../test/support/cluster/own-pgbouncer.ts';
import { startServers } from './own-servers.ts';

const bucket = 'pictures';

/**
 * `npx runners cluster`: starts a PostgreSQL with a replica, PgBouncer, Redis and an S3 store on free ports and in folders of
 * their own, runs the tests on them, each file with two processes of the service behind nginx, and removes everything. Arguments
 * are passed to Jest. With `--skip`, it leaves out PgBouncer or Redis if they are not installed. Files that cannot be run so are named, with the reason.
 */
async function main(): Promise<number> {
  const missing = await need('cluster', { all: ['PostgreSQL', 'nginx'], parts: ['PgBouncer', 'Redis'] });
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const servers = await startServers('postgres');
    ends.push(() => servers.close());
    const limits = requestLimits({ databasePool: 16 });
    const pooler = missing.has('PgBouncer')
      ? null
      : await startPgBouncer(servers.folder, servers.primary, settingLimits(limits, 'set'), 12);
    ends.push(async () => pooler?.stop());
    const redis = missing.has('Redis') ? null : await startRedis();
    ends.push(async () => redis?.stop());
    const store = await startS3(bucket);
    ends.push(() => store.remove());
    const cluster: ClusterServers = {
      pooler: pooler?.url('') ?? null,
      standby: servers.standby.url(''),
      redis: redis?.url ?? null,
      store: store.endpoint,
      bucket,
    };
    for (const [file, why] of Object.entries({ ...excluded, ...excludedNames }))
      process.stdout.write(`left out: ${file}: ${why}\n`);
    return await runJest({ TEST_DATABASE_URL: servers.primary.url('postgres'), TEST_CLUSTER: JSON.stringify(cluster) });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function startRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--databases', String(redisDatabases)];
  const child = spawn('redis-server', settings, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (const deadline = Date.now() + 20_000; !(await accepts(port)); await sleep(20))
    if (Date.now() > deadline) throw new Error('Redis does not start');
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs Jest, and returns its exit code. */
async function runJest(environment: Record<string, string>): Promise<number> {
  const program = fileURLToPath(new URL('../../../../node_modules/jest/bin/jest.js', import.meta.url));
  const left = Object.keys(excluded).flatMap((file) => ['--testPathIgnorePatterns', file.replace(/\.ts$/, '.js')]);
  const words = process.argv.slice(2).filter((word) => word !== '--skip');
  const names = ['--testNamePattern', `^(?!.*(${Object.keys(excludedNames).join('|')}))`];
  const child = spawn(process.execPath, [program, '--maxWorkers', '2', ...words, ...names, ...left], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const pass = () => void child.kill('SIGINT');
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exitCode = await main();
