/** The playground works in a browser without a network. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, Page, Request, WebSocket } from 'playwright-core';
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
    // The page that the click leaves is loaded as well, so its state says nothing.
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Use this key in every tab' }).click(),
    ]);
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
