import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../test/support/free-port.ts';
import { accepts } from '../../../test/support/cluster/own-pgbouncer.ts';

const run = promisify(execFile);
const [nginx, openssl] = ['/usr/sbin/nginx', '/usr/bin/openssl'];
/** The ClientHellos of many phones, where Debian puts them with testssl.sh. */
export const clients = '/etc/testssl/client-simulation.txt';
/** Whether nginx and openssl are installed. */
export const hasPrograms = existsSync(nginx) && existsSync(openssl);

const example = fileURLToPath(new URL('../../../../examples/old-phones/old-phones.conf', import.meta.url));

/** nginx with the example: where both doors listen, and the certificate that signs itself and the door's name. */
interface Doors {
  old: number;
  ordinary: number;
  ca: string;
  /** Also removes the folder. */
  stop(): Promise<void>;
}

/** Starts nginx with the example, with certificates, ports and folders of its own. @param upstream the port of the service */
export async function startDoors(folder: string, upstream: string): Promise<Doors> {
  const [old, ordinary] = [await freePort(), await freePort()];
  await makeCertificate(folder, 'rsa', 'api.example.com', ['-newkey', 'rsa:2048']);
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  await makeCertificate(folder, 'ecdsa', 'www.example.com', curve);
  let text = await readFile(example, 'utf8');
  const replaced = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`the example for old phones has no ${from}`);
    text = text.replaceAll(from, () => to);
  };
  replaced('server 127.0.0.1:4000;', `server 127.0.0.1:${upstream};`);
  replaced('listen 192.0.2.2:443', `listen 127.0.0.1:${old}`);
  replaced('listen 192.0.2.1:443', `listen 127.0.0.1:${ordinary}`);
  replaced('/etc/ssl/old-phones/rsa', join(folder, 'rsa'));
  replaced('/etc/ssl/ordinary/fullchain.pem', join(folder, 'ecdsa.pem'));
  replaced('/etc/ssl/ordinary/private.key', join(folder, 'ecdsa.key'));
  replaced('/var/log/nginx/', `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  const main =
    'daemon off; master_process off; pid nginx.pid; error_log stderr crit; events { worker_connections 256; }';
  const conf = join(folder, 'nginx.conf');
  await writeFile(conf, `${main}\nhttp { access_log off; ${temporary.join(' ')}\n${text}\n}\n`);
  const child = spawn(nginx ?? '', ['-p', folder, '-e', 'stderr', '-c', conf], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  for (const deadline = Date.now() + 20_000; !(await accepts(old)); await sleep(10))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('nginx does not start');
  return {
    old,
    ordinary,
    ca: join(folder, 'rsa.pem'),
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeCertificate(folder: string, name: string, host: string, key: string[]): Promise<void> {
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  await run(openssl ?? '', ['req', '-x509', '-nodes', '-sha256', '-days', '2', ...key, ...files, ...names]);
}

/** What openssl and the server have said, and the exit code of openssl. */
interface Said {
  code: number;
  out: string;
  err: string;
}

/** Sends one request by `openssl s_client` and reads until the server closes. @param how the options that make it an old phone */
export async function asked(port: number, lines: readonly string[], how: readonly string[], body = ''): Promise<Said> {
  const words = ['s_client', '-connect', `127.0.0.1:${port}`, '-quiet', ...how];
  const child = spawn(openssl ?? '', words, { stdio: 'pipe', timeout: 30_000 });
  const said: Said = { code: -1, out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString('latin1')));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString('latin1')));
  // openssl has ended before it reads, where the server refuses the handshake.
  child.stdin.on('error', () => {});
  child.stdin.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...said, code: code ?? -1 };
}

const versions: Record<string, string> = { '0301': 'TLS 1.0', '0302': 'TLS 1.1', '0303': 'TLS 1.2' };

/** Sends the ClientHello of each client that testssl knows. @returns the version that nginx chooses, and the number of the cipher */
export async function simulated(port: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  let name = '';
  for (const line of (await readFile(clients, 'utf8')).split('\n')) {
    const [, field, value = ''] = /^\s*(names|handshakebytes)\+=\("(.*)"\)$/.exec(line) ?? [];
    if (field === 'names') name = value;
    else if (field) found[name] = await answerTo(port, Buffer.from(value, 'hex'));
  }
  return found;
}

/** What is answered to a ClientHello: `TLS 1.0, 002f`, or `refused`. */
async function answerTo(port: number, hello: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(hello);
  let answer = Buffer.alloc(0);
  for await (const chunk of socket) {
    answer = Buffer.concat([answer, chunk as Buffer]);
    if (answer.length > 100) break;
  }
  // A record of the kind handshake, and in it a ServerHello: version, 32 random bytes, the session, the cipher.
  if (answer[0] !== 22 || answer[5] !== 2) return 'refused';
  const cipher = 44 + (answer[43] ?? 0);
  return `${versions[answer.toString('hex', 9, 11)]}, ${answer.toString('hex', cipher, cipher + 2)}`;
}
