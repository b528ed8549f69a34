/** The playground: its page, its policy, and its examples on the demo data in a browser. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, Page, Request, WebSocket } from 'playwright-core';
import { playgroundExamples } from '../../schema/playground/playground-examples.ts';
import { playgroundPage } from '../../schema/playground/playground-page.ts';
import { newFolder, printedValue, startReady } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';
import { workoutBody } from '../support/workouts.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(executablePath);
if (!hasBrowser) process.stderr.write(`No browser at ${executablePath}: the playground is not tried in one.\n`);
const inBrowser = hasBrowser ? test : test.skip;

let started: StartedProcess;
let url: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  const [folder, removeFolder] = await newFolder();
  remove = removeFolder;
  started = await startReady(folder);
  url = printedValue(started.stdout(), 'Playground');
}, 180_000);

afterAll(async () => {
  started.kill('SIGKILL');
  await started.ended;
  await remove();
});

describe('over HTTP', () => {
  const get = (accept: string, path = '') => fetch(url + path, { headers: { Accept: accept }, redirect: 'manual' });

  test('a browser receives the page without caching, and with a policy that allows no other host', async () => {
    const page = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/https?:|\*/);
    expect(await page.text()).not.toMatch(/(?:src|href|from|import)\s*=?\s*["'(]+\s*(?:https?:)?\/\//);
  });

  test('an API client at the same address does not receive it', async () => {
    for (const accept of ['application/json', '*/*', 'application/graphql-response+json'])
      expect((await get(accept)).headers.get('content-type')).not.toMatch('text/html');
    const answer = await get('text/html,*/*;q=0.8', '?query=%7B__typename%7D');
    expect(answer.headers.get('content-type')).not.toMatch('text/html');
  });

  test('an unknown operation is refused, and nothing is executed', async () => {
    const query = 'mutation One { signIn(input: { email: "demo@example.com", password: "no password" }) { apiKey } }';
    for (let i = 0; i < 3; i++) {
      const body = JSON.stringify({ query, operationName: 'Other' });
      const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const { data, errors } = (await response.json()) as { data?: unknown; errors: Array<{ message: string }> };
      expect([data, errors[0]?.message]).toEqual([undefined, 'Unknown operation named "Other".']);
    }
  });

  test('its files are cached permanently, and only they are served', async () => {
    const [, script = ''] = /href="([^"]+ruru\.js)"/.exec(await (await get('text/html')).text()) ?? [];
    const file = await get('*/*', `/..${script}`);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toMatch('immutable');
    expect(file.headers.get('content-type')).toMatch('text/javascript');
    for (const other of ['nothing.js', '__proto__', 'constructor', '..%2fpackage.json', '../../../package.json'])
      expect((await get('*/*', `/..${script.replace('ruru.js', other)}`)).status).toBe(404);
  });

  test.each(['/playground', '/', '/?utm=1'])('%s redirects every client to it', async (path) => {
    for (const method of ['GET', 'HEAD'])
      for (const accept of ['text/html', '*/*', 'application/json']) {
        const headers = { Accept: accept };
        const response = await fetch(new URL(path, url), { method, headers, redirect: 'manual' });
        expect([response.status, response.headers.get('location')]).toEqual([302, '/graphql']);
      }
  });

  test('values in the page cannot end its script', () => {
    const html = playgroundPage({ nonce: 'N', demoKey: '</script><script>alert(1)</script><!--', now: new Date(0) });
    expect(html).not.toMatch('<script>');
    expect(html).not.toMatch('</script><script>alert');
    expect(html.match(/<script/g)?.length).toBe(html.match(/<script nonce="N"/g)?.length);
  });

  test('every example can be executed on the demo data', async () => {
    const key = printedValue(started.stdout(), 'Key');
    // An hour ago: the browser below records the example of now, and that must not be a duplicate of this one.
    for (const { query, variables } of playgroundExamples(
      true,
      new Date(Date.now() - 3_600_000),
      printedValue(started.stdout(), 'Password'),
    )) {
      // Comes over a socket: see below, in the browser.
      if (query.includes('subscription ')) continue;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, variables: JSON.parse(variables ?? '{}') as unknown }),
      });
      const answer = (await response.json()) as { data: unknown; errors?: unknown };
      expect([query, answer.errors]).toEqual([query, undefined]);
      expect(JSON.stringify(answer.data)).not.toMatch(/\[\]|^\{\}$/);
    }
  });
});

describe('in a browser without a network', () => {
  let browser: Browser | undefined;
  let page: Page;
  const elsewhere: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    if (!hasBrowser) return;
    const args = ['--no-sandbox', '--disable-background-networking', '--disable-quic'];
    browser = await chromium.launch({ executablePath, args });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin)
        elsewhere.push(request.url());
    });
    page = await context.newPage();
    page.setDefaultTimeout(50_000);
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url);
    await page.waitForSelector('.graphiql-execute-button');
  });

  afterAll(() => browser?.close());

  const isOperation = (sent: Request) => sent.method() === 'POST' && !sent.postData()?.includes('IntrospectionQuery');

  async function run(tab: string): Promise<string> {
    await page.getByRole('tab', { name: tab }).click();
    // GraphiQL takes a moment to know the name of the tab's operation, on a busy machine a long one; a click before it has
    // its schema sends nothing.
    for (let requestedName: string | undefined, tries = 1; requestedName !== tab && tries <= 15; tries++) {
      await page.waitForTimeout(Math.min(500 * tries, 2000));
      const sent = page.waitForRequest(isOperation, { timeout: 5000 }).catch(() => null);
      await page.locator('.graphiql-execute-button').click();
      requestedName = ((await sent)?.postDataJSON() as { operationName?: string } | undefined)?.operationName;
    }
    const result = page.locator('.result-window');
    await result.getByText('"data"').waitFor();
    return (await result.innerText()).replaceAll('\u00a0', ' ');
  }

  inBrowser('the tabs run at the first click', async () => {
    expect(await run('Me')).toMatch('"Robin"');
    expect(await run('FriendsFeed')).toMatch('"feed"');
    expect(await run('MyWorkouts')).toMatch('"workouts"');
    expect(await run('RecordWorkout')).toMatch('"Around the lake"');
  });

  inBrowser('the key of a sign-in can be used in every tab, and outlives a reload', async () => {
    await run('SignIn');
    await page.getByRole('button', { name: 'Use this key in every tab' }).click();
    await page.waitForLoadState('load');
    await page.waitForSelector('.graphiql-execute-button');
    const [request] = await Promise.all([page.waitForRequest(isOperation), run('Me')]);
    const key = (await request.allHeaders())['authorization'];
    expect(key).toMatch(/^Bearer [\w-]{43}$/);
    expect(key).not.toBe(`Bearer ${printedValue(started.stdout(), 'Key')}`);
  });

  inBrowser('a subscription shows what happens elsewhere', async () => {
    await page.getByRole('tab', { name: 'LiveFeed' }).click();
    for (let socket: WebSocket | null = null, tries = 1; !socket && tries <= 10; tries++) {
      await page.waitForTimeout(3000);
      const opened = page.waitForEvent('websocket', { timeout: 5000 }).catch(() => null);
      await page.locator('.graphiql-execute-button').click();
      socket = await opened;
    }
    const result = page.locator('.result-window');
    // Written again until it is heard of: nothing says when the subscription has begun.
    for (let i = 0; i < 20 && !(await result.innerText()).includes('Heard'); i++) {
      const key = printedValue(started.stdout(), 'Key');
      await fetch(new URL('/api/v1/workout/', url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify(workoutBody({ post_body: 'Heard' })),
      });
      await page.waitForTimeout(1000);
    }
    expect(await result.innerText()).toMatch('Heard');
    await page.locator('.graphiql-execute-button').click();
  });

  inBrowser('nothing was asked of another host, and nothing went wrong', () => {
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    expect(started.stdout()).not.toMatch('"level":50');
  });
});
