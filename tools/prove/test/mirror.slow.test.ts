/**
 * nginx with examples/take-over/mirror in front of a service writes lines that `prove` reads, byte for byte, and mirrors reads only.
 * `prove --follow` goes on with them as they come.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isExchange } from '../../translate/exchange.ts';
import type { Exchange } from '../../translate/exchange.ts';
import { recordedIn } from '../recordings/recordings.ts';
import { as, newPerson } from '../../../test/support/cast.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { makeGpx } from '../../../test/support/gpx-maker.ts';
import { testService } from '../../../test/support/service.ts';
import { accepts } from '../../../test/support/cluster/own-pgbouncer.ts';

const example = fileURLToPath(new URL('../../../../examples/take-over/mirror/', import.meta.url));
const nginx = '/usr/sbin/nginx';
const njs = '/usr/lib/nginx/modules/ngx_http_js_module.so';
const installed = existsSync(nginx) && existsSync(njs);
if (!installed) process.stderr.write('the mirror: skipped, nginx or its module njs is not installed\n');
const withNginx = installed ? describe : describe.skip;

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Mirrored');
const folder = await mkdtemp(join(tmpdir(), 'mirror-'));
const lines = join(folder, 'exchanges.jsonl');
const mirrored: string[] = [];
const mirror = createServer((request, response) => {
  mirrored.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.end('thrown away');
});
let door = '';
let stop = async () => {};

beforeAll(async () => {
  if (!installed) return;
  const port = await freePort();
  door = `http://127.0.0.1:${port}`;
  await new Promise<void>((resolve) => void mirror.listen(0, '127.0.0.1', resolve));
  let text = await readFile(join(example, 'mirror.conf'), 'utf8');
  const replaced = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`mirror.conf has no ${from}`);
    text = text.replace(from, to);
  };
  replaced('modules/ngx_http_js_module.so', njs);
  replaced('10% 1', '100% 1');
  replaced('    * 0;\n', '');
  replaced('listen 8080', `listen 127.0.0.1:${port}`);
  replaced('http://127.0.0.1:8000', service.url);
  replaced('http://127.0.0.1:4000', `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`);
  replaced('/var/log/nginx/exchanges.jsonl', lines);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  replaced(
    'http {\n',
    `daemon off; master_process off; pid nginx.pid;\nhttp {\n  access_log off; ${temporary.join(' ')}\n`,
  );
  await writeFile(join(folder, 'nginx.conf'), text);
  await cp(join(example, 'exchanges.js'), join(folder, 'exchanges.js'));
  await writeFile(lines, '');
  const child = spawn(nginx, ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'], { stdio: 'inherit' });
  stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  };
  for (const deadline = Date.now() + 20_000; !(await accepts(port)); await sleep(20))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('nginx does not start');
});
afterAll(async () => {
  await stop();
  mirror.close();
  await rm(folder, { recursive: true });
});

const authorization = { Authorization: ann.authorization };
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${door}/api/v1${path}`, { ...init, headers: { ...authorization, ...(init.headers as object) } });

/** The exchanges in the file, as soon as there are so many. */
async function written(count: number): Promise<Exchange[]> {
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    const all: Exchange[] = [];
    for await (const one of recordedIn(lines)) if (isExchange(one)) all.push(one);
    if (all.length >= count || Date.now() > deadline) return all;
  }
}

withNginx('the mirror', () => {
  test('writes calls and answers as they were, and mirrors reads', async () => {
    const json = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const me = await call('/me/?format=xml');
    const patch = {
      method: 'POST',
      headers: { ...json, 'X-HTTP-Method-Override': 'PATCH' },
      body: 'first_name=%C3%84nn+"\\',
    };
    const renamed = await call(`/user/${ann.id}/`, patch);
    const gpx = makeGpx({ points: 14_000, metadata: '<desc>Für "alle"</desc>' });
    const type = { 'Content-Type': 'application/X.service-GPX+xml' };
    const stored = await call('/workout/', { method: 'POST', headers: type, body: gpx });
    const file = await call('/workout/', { headers: { Accept: type['Content-Type'] } });
    const answers = [me, renamed, stored, file];
    expect(answers.map(({ status }) => status)).toEqual([200, 202, 201, 200]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    const exchanges = await written(answers.length);
    expect(exchanges.map(({ call: { method, url } }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/me/?format=xml',
      `POST /api/v1/user/${ann.id}/`,
      'POST /api/v1/workout/',
      'GET /api/v1/workout/',
    ]);
    expect(exchanges.map(({ answer }) => answer.status)).toEqual([200, 202, 201, 200]);
    expect(exchanges.slice(0, 3).map(({ answer }) => String(answer.body))).toEqual(texts.slice(0, 3));
    // Its answer is longer than what is kept.
    expect([exchanges[3]?.answer.body, exchanges[3]?.notes]).toEqual([
      null,
      ['The body of the answer was not recorded.'],
    ]);
    expect(texts[3]!.length).toBeGreaterThan(1024 * 1024);
    expect(exchanges.map((one) => one.call.headers['authorization'])).toEqual(answers.map(() => ann.authorization));
    expect(String(exchanges[1]?.call.body)).toBe(patch.body);
    expect(String(exchanges[2]?.call.body)).toBe(gpx);
    expect(exchanges[2]?.answer.headers['location']).toBe(stored.headers.get('location'));
    expect(mirrored).toEqual([
      `GET /api/v1/me/?format=xml ${ann.authorization}`,
      `GET /api/v1/workout/ ${ann.authorization}`,
    ]);
  });

  test('is followed while it goes on: what is different is printed, and a report is written at the end', async () => {
    const program = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));
    const report = join(folder, 'report');
    const child = spawn(
      process.execPath,
      [program, 'prove', '--against', service.url, '--follow', '--report', report, lines],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    // It begins at the end of the file, so calls are made until it has seen one.
    const [{ status }] = [await as(ann).get('/me/')];
    expect(status).toBe(200);
    const wrong = JSON.stringify({ method: 'GET', url: '/api/v1/me/', headers: authorization, status: 418 });
    for (const deadline = Date.now() + 60_000; !printed.includes('status') && Date.now() < deadline; await sleep(300)) {
      await call('/me/');
      execFileSync('sh', ['-c', 'printf "%s\\n%s\\n" "$1" broken >> "$2"', 'sh', wrong, lines]);
    }
    expect(printed).toMatch(/^GET \/me\/: status value, both, 1 times: recorded 418, answered 200/m);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    const found = JSON.parse(await readFile(join(report, 'report.json'), 'utf8')) as Record<string, unknown>;
    expect(found).toMatchObject({ leftOut: [expect.objectContaining({ why: expect.stringMatching(/JSON/) })] });
    expect(found['equal']).toBeGreaterThan(0);
  });
});
