import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { accepts } from './own-pgbouncer.ts';

const program = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));

const example = fileURLToPath(new URL('../../../../examples/cluster/nginx.conf', import.meta.url));

/**
 * Starts nginx with the example for operators. The ports and folders are other ones, and addresses in X-Forwarded-For that
 * a test sends are passed on unchanged, so that a test can have several clients.
 * @param port where it listens
 * @param services the ports of the processes behind it
 */
export async function startNginx(port: number, services: readonly number[]): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-nginx-'));
  const conf = join(folder, 'nginx.conf');
  await writeFile(conf, configurationFor(await readFile(example, 'utf8'), folder, port, services));
  const child = spawn(program ?? '', ['-p', folder, '-e', 'stderr', '-c', conf], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (const deadline = Date.now() + 20_000; !(await accepts(port)); await sleep(10))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('nginx does not start');
  return async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

function configurationFor(text: string, folder: string, port: number, services: readonly number[]): string {
  const replaced = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`the example for nginx has no ${from}`);
    text = text.replace(from, () => to);
  };
  replaced('worker_processes auto;', 'daemon off; master_process off; pid nginx.pid; error_log stderr crit;');
  replaced('listen 4000;', `listen 127.0.0.1:${port};`);
  replaced('server 127.0.0.1:4001', `server 127.0.0.1:${services[0]}`);
  replaced('server 127.0.0.1:4002', `server 127.0.0.1:${services[1]}`);
  replaced('$proxy_add_x_forwarded_for', '$test_forwarded_for');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const map = `map $http_x_forwarded_for $test_forwarded_for { '' $remote_addr; default $http_x_forwarded_for; }`;
  replaced('access_log off;', ['access_log off;', ...folders, map].join('\n  '));
  return text;
}
