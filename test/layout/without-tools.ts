import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * `node test/layout/without-tools.ts [WORDS OF JEST …]`: the service is the service without its tools. It copies the repository without them,
 * builds it, starts it with its demo data, asks it over both interfaces, and runs its tests, or those that the words choose. With `--no-tests`
 * it runs none. The exit code is 1 if any of it fails. It runs without having been built.
 */
const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/dist\/$/, '');
const words = process.argv.slice(2);
const copy = mkdtempSync(join(tmpdir(), 'without-tools-'));
/** What single checks and the build install is no tool. */
const kept = new Set(['kit', 'packed']);
const leftOut = new Set(['.git', 'dist', 'node_modules', 'data', 'release', 'tools']);

for (const name of readdirSync(root))
  if (!leftOut.has(name))
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (from) => !/\/(node_modules|dist)$/.test(from),
      verbatimSymlinks: true,
    });
for (const name of readdirSync(join(root, 'tools')))
  if (kept.has(name)) cpSync(join(root, 'tools', name), join(copy, 'tools', name), { recursive: true });
// What the build has packed before need not be installed again.
if (existsSync(join(root, 'dist/packed')))
  cpSync(join(root, 'dist/packed'), join(copy, 'dist/packed'), { recursive: true });

/** The packages of others are those of the repository, and its own are those of the copy. */
execFileSync('cp', ['-al', join(root, 'node_modules'), copy]);
rmSync(join(copy, 'node_modules/@runners'), { recursive: true, force: true });
execFileSync('mkdir', ['-p', join(copy, 'node_modules/@runners')]);
for (const name of readdirSync(join(copy, 'packages')))
  if (existsSync(join(copy, 'packages', name, 'package.json')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@runners', name));

const env = { ...process.env, PATH: `${join(copy, 'node_modules/.bin')}:${process.env['PATH']}` };
const run = (...[program = '', ...args]: string[]) => execFileSync(program, args, { cwd: copy, env, stdio: 'inherit' });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the service, and asks it over both interfaces and for a page that a tool would serve. */
async function start(): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), DATA_DIR: join(copy, 'data') };
  const child = spawn(process.execPath, ['dist/src/main.js'], { cwd: copy, env: { ...env, ...settings } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const status = async (path: string, accept = '*/*') =>
    (await fetch(url + path, { headers: { Accept: accept } }).catch(() => null))?.status ?? 0;
  try {
    for (const until = Date.now() + 120_000; (await status('/readyz')) !== 200; await sleep(500))
      if (Date.now() > until || child.exitCode !== null) throw new Error(`the service does not start:\n${said}`);
    const answers = {
      '/': await status('/', 'text/html'),
      '/api/v1/docs': await status('/api/v1/docs', 'text/html'),
      '/api/v1/me/': await status('/api/v1/me/'),
      '/graphql?query={__typename}': await status('/graphql?query={__typename}', 'application/json'),
      '/migrate': await status('/migrate', 'text/html'),
    };
    const expected = [200, 200, 401, 200, 404];
    if (Object.values(answers).join() !== expected.join()) throw new Error(JSON.stringify(answers));
    if (!said.includes('no tools/playground')) throw new Error(`the log does not say what is missing:\n${said}`);
  } finally {
    child.kill();
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

try {
  run('npm', 'run', 'build', '--silent');
  await start();
  process.stdout.write('The service builds and starts without its tools.\n');
  if (!words.includes('--no-tests')) run('test/support/jest.sh', ...words);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
