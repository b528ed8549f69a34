import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../process-tree.ts';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

/** A PostgreSQL server of this run in its own folder, which can be killed, frozen and promoted. */
export interface OwnPostgres {
  port: number;
  /** Returns the URL of a database of the server. */
  url(name: string): string;
  start(): Promise<void>;
  /** Ends it immediately, like a crash of the machine. The next start recovers from its log. */
  crash(): Promise<void>;
  /** Stops it quickly (`pg_ctl stop -m fast`). */
  stop(): Promise<void>;
  /** Suspends all of its processes. The operating system still accepts connections, but requests are not answered. */
  freeze(): void;
  thaw(): void;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  sql(name: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

/** The folder with the programs of the newest PostgreSQL on this machine, or null if there is none. */
export function postgresPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(debian, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
}

/** The account that runs PostgreSQL instead of root, from Debian's package. Null if it does not exist. */
export function postgresAccount(): { uid: number; gid: number } | null {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) return own;
  const line = readFileSync('/etc/passwd', 'latin1').split('\n');
  const [, , uid, gid] = line.find((one) => one.startsWith('postgres:'))?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Settings without synchronization to the disk, which a crash of a process does not need and which keeps the runs short. */
const settings = [
  'fsync=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'wal_level=replica',
  'max_wal_senders=4',
  'hot_standby=on',
  "listen_addresses='127.0.0.1'",
  "unix_socket_directories=''",
];

/** Creates the files of a primary, without starting it. */
export async function newPrimary(folder: string, port: number): Promise<OwnPostgres> {
  const server = serverIn(folder, port);
  await server.run('initdb', ['-D', server.data, '-U', 'postgres', '-A', 'trust', '-N', '--no-instructions']);
  return server;
}

/** Copies a running primary into a standby that follows it, without starting it. */
export async function newStandby(folder: string, port: number, primary: OwnPostgres): Promise<OwnPostgres> {
  const server = serverIn(folder, port);
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  await server.run('pg_basebackup', ['-D', server.data, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  return server;
}

/** A server in this folder, whose files need not exist yet. */
export function serverIn(folder: string, port: number) {
  const account = postgresAccount() ?? { uid: 0, gid: 0 };
  const bin = postgresPrograms() ?? '';
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const program = (name: string, args: string[]) => run(join(bin, name), args, { ...account, cwd: folder, env });
  const control = (...args: string[]) => program('pg_ctl', ['-D', data, '-w', '-t', '60', ...args]);
  const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;

  /** The server and its processes. */
  function family(): number[] {
    const file = join(data, 'postmaster.pid');
    if (!existsSync(file)) return [];
    const first = Number(readFileSync(file, 'latin1').split('\n')[0]);
    // The file of a server that was killed remains, and another process may have its id by now.
    const isServer = existsSync(`/proc/${first}`) && readFileSync(`/proc/${first}/cmdline`, 'latin1').includes(data);
    return isServer ? [first, ...childrenOf(first)] : [];
  }
  function signal(name: NodeJS.Signals): number[] {
    // The first process is stopped before its children are listed, so that it starts no more of them.
    const [first] = family();
    if (first && name !== 'SIGCONT') send(first, 'SIGSTOP');
    const all = family();
    for (const pid of all) send(pid, name);
    return all;
  }
  const server = {
    port,
    data,
    url,
    run: program,
    async start() {
      const options = [...settings.map((one) => `-c ${one}`), `-p ${port}`].join(' ');
      await control('-l', join(folder, 'log'), '-o', options, 'start');
    },
    async crash() {
      const all = signal('SIGKILL');
      while (all.some((pid) => existsSync(`/proc/${pid}`) && !isZombie(pid))) await sleep(20);
      // Until init has reaped the first process, PostgreSQL takes it for a running one.
      rmSync(join(data, 'postmaster.pid'), { force: true });
    },
    async stop() {
      await control('-m', 'fast', 'stop');
    },
    freeze: () => void signal('SIGSTOP'),
    thaw: () => void signal('SIGCONT'),
    async promote() {
      await control('promote');
    },
    async sql(name: string, text: string, values: unknown[] = []) {
      const client = new Client({ connectionString: url(name), connectionTimeoutMillis: 5000 });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  } satisfies OwnPostgres & Record<string, unknown>;
  return server;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return true;
  }
}
