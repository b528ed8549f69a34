/**
 * After the first start with demo data, an operator can stop the service, start it again, change settings, and create
 * staff accounts.
 */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoFolder } from '../support/demo-folder.ts';
import { inherited, printedValue, startProcess, startReady } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';
import { execute, password, runCurl } from './demo-start.ts';

describe('after the first start', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let started: StartedProcess;

  beforeAll(async () => {
    [folder, remove] = await demoFolder();
    started = await startReady(folder);
  });

  afterAll(async () => {
    started.kill('SIGKILL');
    await started.ended;
    await remove();
  });

  test('SIGTERM ends it at once; the next start has the same data, once', async () => {
    const before = await runCurl(started.stdout());
    const since = performance.now();
    started.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(performance.now() - since).toBeLessThan(30_000);
    const key = printedValue(started.stdout(), 'Key');
    started = await startReady(folder);
    expect(printedValue(started.stdout(), 'Key')).toBe(key);
    expect(await runCurl(started.stdout())).toEqual(before);
  });

  test('a demo key that was revoked is replaced at the next start', async () => {
    const key = printedValue(started.stdout(), 'Key');
    const { apiKeys } = await execute<{ apiKeys: Array<{ id: string; label: string }> }>(
      started,
      '{ apiKeys { id label } }',
      key,
    );
    for (const { id } of apiKeys.filter(({ label }) => label === 'demo data'))
      await execute(started, `mutation { revokeApiKey(input: { id: "${id}" }) { done } }`, key);
    started.kill('SIGKILL');
    await started.ended;
    started = await startReady(folder);
    expect(printedValue(started.stdout(), 'Key')).not.toBe(key);
    expect((await runCurl(started.stdout())).objects).toHaveLength(3);
  });

  test('a port in use, or a foreign host address, ends the start with one sentence', async () => {
    started.kill('SIGKILL');
    await started.ended;
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const onPort = startProcess(folder, { PORT: String(port) });
    expect(await onPort.ended).toBe(1);
    expect(onPort.stderr()).toBe(
      `PORT: ${port} is in use on 127.0.0.1; stop what listens there, or choose another port\n`,
    );
    other.close();
    const onHost = startProcess(folder, { HOST: '192.0.2.1' });
    expect(await onHost.ended).toBe(1);
    expect(onHost.stderr()).toMatch(/^HOST: cannot listen on 192\.0\.2\.1 \(\w+\)\n$/);
  });

  test('its embedded database is closed to other users of the machine', async () => {
    expect((await stat(join(folder, 'database'))).mode & 0o777).toBe(0o700);
  });

  test('a public service shows no key, and has no demo staff account', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    const url = `http://127.0.0.1:${port}/graphql`;
    /** Whether the page shows a key, and what staff hears that makes an event without a name. */
    const seen = async (demoPassword: string) => {
      const html = await (await fetch(url, { headers: { Accept: 'text/html' } })).text();
      const post = async (query: string, key?: string) => {
        const headers = { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) };
        return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json() as Promise<{
          data?: { signIn: { apiKey: string } };
          errors?: { extensions: { code: string } }[];
        }>;
      };
      const who = `email: "camille@example.com", password: "${demoPassword}"`;
      const { data } = await post(`mutation { signIn(input: { ${who} }) { apiKey } }`);
      const dates = 'startDate: "2030-01-01T00:00:00", endDate: "2030-01-02T00:00:00"';
      const event = `{ name: "", homeUrl: "https://example.com", ${dates} }`;
      const { errors } = await post(`mutation { createEvent(input: ${event}) { event { id } } }`, data?.signIn.apiKey);
      return [/Bearer [\w-]{43}/.test(html), errors?.[0]?.extensions.code];
    };
    started = await startReady(folder, { PORT: String(port) });
    const demoPassword = password(started);
    expect(await seen(demoPassword)).toEqual([true, 'INVALID']);
    started.kill('SIGTERM');
    await started.ended;
    started = startProcess(folder, { PORT: String(port), PUBLIC_URL: 'https://runners.example' });
    await started.prints('/api/v1\n\n');
    expect(started.stdout()).not.toMatch(/Key|Password/);
    expect(await seen(demoPassword)).toEqual([false, 'NOT_STAFF']);
    started.kill('SIGKILL');
    await started.ended;
  });

  test('npx runners staff changes an account, and reports errors', async () => {
    // Nobody has shown that the address is theirs: that is said, and wanted to be known.
    const doubt =
      /^hanna@example\.com \(Hanna Lindqvist, registered \d{4}-\d\d-\d\d\): nobody has shown that this address is theirs/;
    const [code, reply] = await staff('add', 'HANNA@example.com');
    expect([code, reply]).toEqual([1, expect.stringMatching(doubt)]);
    expect(reply).toContain('--yes');
    expect(await staff('add', 'HANNA@example.com', '--yes')).toEqual([0, expect.stringMatching(doubt)]);
    const again = await staff('add', 'hanna@example.com', '--yes');
    expect(again).toEqual([0, expect.stringMatching(/\nhanna@example\.com is already a staff account\n$/)]);
    expect(await staff('remove', 'hanna@example.com')).toEqual([0, 'hanna@example.com is now an ordinary account\n']);
    expect(await staff('add', 'no@example.com')).toEqual([1, 'no account has the e-mail address no@example.com\n']);
    expect(await staff('add')).toEqual([1, expect.stringMatching(/^usage: /)]);
  });

  /** Exit code and what it printed. */
  function staff(...words: string[]): Promise<[code: number | null, printed: string]> {
    return new Promise((resolve) => {
      const script = fileURLToPath(new URL('../../src/process/staff.js', import.meta.url));
      const env = { ...inherited, DATA_DIR: folder };
      const child = execFile(process.execPath, [script, ...words], { env }, (_error, stdout, stderr) =>
        resolve([child.exitCode, stdout + stderr]),
      );
    });
  }
});
