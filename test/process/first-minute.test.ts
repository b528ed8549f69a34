/** The first start on an empty folder, with demo data, and what an operator does next. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inherited, newFolder, printedValue, startProcess, startReady } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

interface Feed {
  objects: Array<{ id: number; author: { first_name: string }; likers: number[]; workout: { title: string } }>;
}

/** Runs the printed curl line: its URL with its header. */
async function runCurl(output: string): Promise<Feed> {
  const [, header = '', url = ''] = /^curl -H '([^']+)' '([^']+)'$/m.exec(output) ?? [];
  const [name = '', value = ''] = header.split(/: (.*)/);
  const response = await fetch(url, { headers: { [name]: value } });
  expect(response.status).toBe(200);
  return (await response.json()) as Feed;
}

async function execute<Data>(started: StartedProcess, query: string, key?: string): Promise<Data> {
  const url = printedValue(started.stdout(), 'Playground');
  const headers = { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const answer = (await response.json()) as { data: Data; errors?: unknown };
  expect(answer.errors).toBeUndefined();
  return answer.data;
}

describe('the first start on an empty folder', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let started: StartedProcess;

  beforeAll(async () => {
    [folder, remove] = await newFolder();
    started = await startReady(folder);
  });

  afterAll(async () => {
    started.kill('SIGKILL');
    await started.ended;
    await remove();
  });

  test('prints addresses, a demo account and a curl line, and nothing else', () => {
    const shape = started
      .stdout()
      .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(/runner_\w+/g, 'USERNAME')
      .replaceAll(/[\w-]{43}/g, 'KEY')
      .replaceAll(/(?<=Password {3})[\w-]{16}/g, 'PASSWORD');
    expect(shape).toBe(`
Runners is ready.

  Playground   http://HOST/graphql
  REST base    http://HOST/api/v1

  Demo account (the playground is signed in with it)
    E-mail     demo@example.com
    Password   PASSWORD
    Username   USERNAME
    Key        KEY

  Paste this to read its friends feed over REST:

curl -H 'Authorization: ApiKey USERNAME:KEY' 'http://HOST/api/v1/post/?type=friends&limit=3'

`);
    expect(started.stderr()).toBe('');
  });

  test('what it writes is for no other user of the machine', async () => {
    const names = await readdir(folder, { recursive: true });
    const open = [];
    for (const name of names) if ((await stat(join(folder, name))).mode & 0o077) open.push(name);
    expect(names.length).toBeGreaterThan(100);
    expect(open).toEqual([]);
  });

  test('the curl line reads the friends feed', async () => {
    const { objects } = await runCurl(started.stdout());
    expect(objects).toHaveLength(3);
    expect(objects[0]?.workout.title).not.toBe('');
  });

  test('the demo account signs in with its password', async () => {
    const { signIn } = await execute<{ signIn: { apiKey: string; username: string } }>(
      started,
      `mutation { signIn(input: { email: "demo@example.com", password: "${password(started)}" }) { apiKey username } }`,
    );
    expect(signIn.username).toBe(printedValue(started.stdout(), 'Username'));
    const { me } = await execute<{ me: { firstName: string; stats: { totalDistanceInMeters: number } } }>(
      started,
      '{ me { firstName stats { totalDistanceInMeters } } }',
      signIn.apiKey,
    );
    expect(me.firstName).toBe('Robin');
    expect(me.stats.totalDistanceInMeters).toBeGreaterThan(20_000);
  });

  test('the demo data fill every feed, with routes, friends and requests', async () => {
    const key = printedValue(started.stdout(), 'Key');
    const data = await execute<{
      friends: { nodes: Array<{ author: { firstName: string }; createdDate: string; likers: number[] }> };
      local: { feedType: string; nodes: Array<{ author: { profile: { locationName: string } } }> };
      featured: { nodes: Array<{ author: { firstName: string } }> };
      workouts: { totalCount: number; nodes: Array<{ polyline: string; track: unknown[] | null }> };
      me: { pendingFriendRequests: number; unreadMessages: number };
      conversations: { nodes: Array<{ recipients: unknown[] }> };
      favoriteRoutes: { nodes: Array<{ staticMapUrl: string }> };
      eventParticipants: { nodes: Array<{ totalMilesLogged: number; active: boolean; amountPerMile: number }> };
    }>(
      started,
      `{ friends: feed(first: 100) { nodes { author { firstName } createdDate likers } }
         local: feed(type: LOCAL) { feedType nodes { author { profile { locationName } } } }
         featured: feed(type: FEATURED) { nodes { author { firstName } } }
         workouts { totalCount nodes { polyline track } }
         me { pendingFriendRequests unreadMessages } conversations { nodes { recipients { id } } } favoriteRoutes { nodes { staticMapUrl } }
         eventParticipants { nodes { totalMilesLogged active amountPerMile } } }`,
      key,
    );
    expect(new Set(data.friends.nodes.map(({ author }) => author.firstName)).size).toBeGreaterThanOrEqual(6);
    expect(data.friends.nodes.some(({ likers }) => likers.length > 1)).toBe(true);
    const dates = data.friends.nodes.map(({ createdDate }) => createdDate);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(data.local.feedType).toBe('LOCAL');
    expect(data.local.nodes.every(({ author }) => author.profile.locationName.endsWith(', CA'))).toBe(true);
    expect(new Set(data.featured.nodes.map(({ author }) => author.firstName)).size).toBeGreaterThanOrEqual(2);
    expect(data.workouts.totalCount).toBeGreaterThanOrEqual(6);
    expect(data.workouts.nodes.some(({ polyline, track }) => polyline.length > 50 && track!.length > 100)).toBe(true);
    expect(data.me.pendingFriendRequests).toBe(2);
    expect(data.me.unreadMessages).toBeGreaterThan(2);
    expect(data.conversations.nodes.map(({ recipients }) => recipients.length).sort()).toEqual([2, 3]);
    expect(data.favoriteRoutes.nodes.length).toBeGreaterThanOrEqual(2);
    for (const { staticMapUrl } of data.favoriteRoutes.nodes) expect((await fetch(staticMapUrl)).status).toBe(200);
    expect(data.eventParticipants.nodes.length).toBeGreaterThanOrEqual(3);
    expect(data.eventParticipants.nodes.some((one) => one.active && one.totalMilesLogged > 5)).toBe(true);
    expect(data.eventParticipants.nodes.some((one) => one.amountPerMile === 0.75)).toBe(true);
  });

  test('a second process on the folder says so in one sentence', async () => {
    const second = startProcess(folder);
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toBe(
      `DATA_DIR: the database in ${folder} is open in another process; stop that one, or choose another folder\n`,
    );
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

  test('a port in use, or a host of others, ends the start with one sentence', async () => {
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

  test('to the public it shows no key, and its staff are no staff', async () => {
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

  test('npm run staff marks an account, and says when it cannot', async () => {
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

const password = (started: StartedProcess) => printedValue(started.stdout(), 'Password');
