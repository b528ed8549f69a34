import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAccount } from './own-postgres.ts';
import { freePort } from '../free-port.ts';

/** PgBouncer in transaction mode in front of one server, with all of its databases. */
export interface OwnPgBouncer {
  url(database: string): string;
  stop(): Promise<void>;
}

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));
/** Whether the program is installed. */
export const hasPgBouncer = program !== undefined;

/**
 * Starts PgBouncer.
 * @param connectQuery SQL that it runs on each new connection to the server; see docs/configuration.md#pgbouncer
 * @param poolSize the number of connections to each database
 */
export async function startPgBouncer(
  folder: string,
  server: { port: number },
  connectQuery: string,
  poolSize: number,
): Promise<OwnPgBouncer> {
  const account = postgresAccount() ?? { uid: 0, gid: 0 };
  const port = await freePort();
  const own = join(folder, `pgbouncer-${port}`);
  await mkdir(own);
  await chown(own, account.uid, account.gid);
  const query = connectQuery === '' ? '' : ` connect_query='${connectQuery}'`;
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}${query}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 5000',
    `default_pool_size = ${poolSize}`,
    'server_idle_timeout = 5',
  ];
  const file = join(own, 'pgbouncer.ini');
  // The user of the server is fixed, because `auth_type = any` accepts every name.
  await writeFile(file, lines.join('\n').replace('* = ', '* = user=postgres '));
  const child = spawn(program ?? '', ['-q', file], { ...account, cwd: own, stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (const deadline = Date.now() + 20_000; !(await accepts(port)); await sleep(20))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('PgBouncer does not start');
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Whether something listens on the port. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
