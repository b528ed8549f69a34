/**
 * The examples, started with the lines of their README, against the service with its demo data: the page in a browser that
 * reaches only this machine, live, over a restart of the service; the built page at another origin; the script.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { installed } from '../../src/process/installed.ts';
import { metersADegree, metersAMile } from '@runners/recordings';
import { conversationOf, messagesOf, say, start } from '../conversations/conversation-calls.ts';
import { freePort } from '../support/free-port.ts';
import type { Person } from '../support/cast.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { printedValue, startReady } from '../support/started-process.ts';
import { record } from '../support/workouts.ts';
import { demoPerson, faultsOf, hasBrowser, readmeLines, runLine, signIn, TestBrowser } from './stage.ts';
import type { Command } from './stage.ts';

// The commands install it themselves, which takes longer than a test may where packages come slowly.
await installed('examples');
const [folder, removeFolder] = await demoFolder();
const [port, pagePort, builtPort] = [await freePort(), await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const built = `http://127.0.0.1:${builtPort}`;
const startService = () => startReady(folder, { PORT: String(port), CORS_ORIGINS: built });

let service = await startService();
const commands: Command[] = [];
const run = (line: string, environment: Record<string, string> = {}) => {
  const command = runLine(line, { SERVICE_URL: url, ...environment });
  commands.push(command);
  return command;
};
const password = printedValue(service.stdout(), 'Password');
const key = printedValue(service.stdout(), 'Key');
let [robin, priya, hanna]: Person[] = [];

beforeAll(async () => {
  [robin, priya, hanna] = await Promise.all(['demo', 'priya', 'hanna'].map((name) => demoPerson(url, name, password)));
});

afterAll(async () => {
  await Promise.all(commands.map((command) => command.stop()));
  service.kill('SIGKILL');
  await service.ended;
  await removeFolder();
});

test('README has these lines', async () => {
  expect(await readmeLines()).toEqual([
    'npm run example',
    'npm run example:week -- --key=<key>',
    'npm run example:offline -- --key=<key>',
    'npm run example:build',
  ]);
});

test('the script prints the week', async () => {
  const script = run(`npm run example:week -- --key=${key}`);
  expect([await script.ended, script.printed()]).toEqual([0, expect.stringMatching(/^The last seven days of Robin$/m)]);
  expect(script.printed().match(/^\d{4}-\d\d-\d\d +\d+\.\d mi +\d+:\d\d h/gm)).toHaveLength(7);
  expect(script.printed()).toMatch(/^[1-9]\d* runs +\d+\.\d mi +\d+:\d\d h$/m);
});

(hasBrowser ? describe : describe.skip)('the page', () => {
  let browser: TestBrowser;
  let page: Page;
  let talk: number;

  beforeAll(async () => {
    const dev = run('npm run example', { PAGE_PORT: String(pagePort) });
    browser = await TestBrowser.launch();
    page = await browser.open(await dev.prints(/Local: +(http:\S+)/));
    talk = await start(hanna!, [robin!], 'How far today?');
  }, 60_000);

  afterAll(() => browser?.close());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const post = (text: string) => page.getByRole('article').filter({ hasText: text });
  test('says when a password is wrong, and signs in', async () => {
    await signIn(page, 'demo@example.com', 'not the password');
    await page.getByRole('alert').getByText('The e-mail or password is incorrect.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await signIn(page, 'demo@example.com', password);
    await heading('Feed').waitFor();
    await post('Priya Raman').first().waitFor();
    await page.evaluate('window.stayed = true');
  });

  test('shows a post that is made elsewhere, over REST, and says so to screen readers', async () => {
    // 3.2 miles straight to the north, at ten minutes for a mile, with a rise of ten meters for each.
    const points = Array.from({ length: 33 }, (_, i) => ({
      lat: 37 + (i * metersAMile) / 10 / metersADegree,
      lng: -122,
      elev: 100 + i,
      time: new Date(Date.UTC(2024, 4, 1, 7, i)).toISOString(),
    }));
    const changes = { run_date: points[0]!.time, distance_in_meters: null, duration_in_seconds: null };
    await record(priya!, { title: 'Due north', post_body: 'Into the wind.', points, ...changes });
    await post('Into the wind.').waitFor();
    expect(await page.getByRole('article').first().innerText()).toMatch(/3\.20 mi\s+32:00\s+10:00 \/mi/);
    await page.getByRole('status').getByText('Priya has posted Due north').waitFor({ state: 'attached' });
    expect(await faultsOf(page)).toEqual([]);
  });

  test('shows a like before it is answered, and keeps it', async () => {
    const like = post('Into the wind.').getByRole('button', { name: '0 likes' });
    await like.click();
    await post('Into the wind.').getByRole('button', { name: '1 like', pressed: true }).waitFor();
  });

  test('shows the map and the splits of a run', async () => {
    await page.getByRole('link', { name: 'Due north' }).click();
    await heading('Due north').waitFor();
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Due north');
    const map = page.getByRole('img', { name: 'Map of Due north' });
    expect(await map.locator('text').allTextContents()).toEqual(['1', '2', '3']);
    // The line goes straight up.
    const path = (await map.locator('path.line').getAttribute('d')) ?? '';
    const places = [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(new Set(places.map(([x]) => x)).size).toBe(1);
    expect(places.at(-1)![1]).toBeLessThan(places[0]![1]);
    const rows = page.getByRole('table', { name: 'Splits' }).locator('tbody tr');
    expect((await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*/))).toEqual([
      ['1', '10:00', '10:00', '+33 ft'],
      ['2', '10:00', '10:00', '+33 ft'],
      ['3', '10:00', '10:00', '+33 ft'],
      ['0.20', '2:00', '10:00', '+7 ft'],
    ]);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('shows a conversation, marks it as read, and works both ways', async () => {
    await page.getByRole('link', { name: /Messages/ }).click();
    const entry = page.getByRole('link', { name: /How far today\?/ });
    expect(await entry.innerText()).toMatch(/1\s*unread/);
    expect(await faultsOf(page)).toEqual([]);
    await entry.click();
    await heading('Hanna Lindqvist').waitFor();
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText('How far today?').waitFor();
    while ((await conversationOf(robin!, talk)).has_unread_messages) await sleep(100);
    await entry.getByText('unread').waitFor({ state: 'detached' });
    await page.getByLabel('Message', { exact: true }).fill('Ten kilometers');
    // The answer to the first attempt is lost.
    let lost = false;
    await page.route('**/graphql', async (route) => {
      if (lost || !route.request().postData()?.includes('sendMessage')) return route.fallback();
      lost = true;
      await route.fetch();
      return route.abort();
    });
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The service has not answered.').waitFor();
    await page.unroute('**/graphql');
    await page.keyboard.press('Enter');
    await page.waitForFunction('document.querySelector("textarea").value === ""');
    await log.getByText('Ten kilometers').waitFor();
    expect((await messagesOf(hanna!, talk)).map(({ message }) => message)).toEqual([
      'How far today?',
      'Ten kilometers',
    ]);
    await say(hanna!, talk, 'Not bad!');
    await log.getByText('Not bad!').waitFor();
    expect(await log.getByRole('listitem').count()).toBe(3);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('keeps a message that could not be sent, and goes on after a restart of the service without a reload', async () => {
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    await page.getByRole('status').getByText('The connection is interrupted.').waitFor();
    await page.getByLabel('Message', { exact: true }).fill('Are you there?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('The service has not answered.').waitFor();
    service = await startService();
    await say(hanna!, talk, 'What a day');
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText('What a day').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await log.getByText('Are you there?').waitFor();
    const sent = (await messagesOf(hanna!, talk)).map(({ message }) => message);
    expect(sent).toEqual(['How far today?', 'Ten kilometers', 'Not bad!', 'What a day', 'Are you there?']);
    expect(await log.getByRole('listitem').count()).toBe(sent.length);
    await page.getByText('The connection is interrupted.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Feed' }).click();
    await record(priya!, { post_body: 'After the restart' });
    await post('After the restart').waitFor();
    expect(await page.evaluate('window.stayed')).toBe(true);
  });

  test('reads everything again when the service no longer keeps the events after its cursor', async () => {
    const signedIn = page;
    page = await browser.open(`http://127.0.0.1:${pagePort}`);
    const refused = Promise.withResolvers<void>();
    let isRefused = false;
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const { id, payload } = JSON.parse(String(text)) as { id: string; payload?: { query?: string } };
        if (isRefused || !payload?.query?.includes('feedPostAdded')) return server.send(text);
        isRefused = true;
        const failures = [{ message: 'gone', extensions: { code: 'CURSOR_EXPIRED' } }];
        socket.send(JSON.stringify({ id, type: 'error', payload: failures }));
        refused.resolve();
      });
    });
    await signIn(page, 'demo@example.com', password);
    await post('Into the wind.').waitFor();
    await refused.promise;
    await record(priya!, { post_body: 'Not delivered' });
    await post('Not delivered').waitFor();
    await record(priya!, { post_body: 'Delivered' });
    await post('Delivered').waitFor();
    await page.close();
    page = signedIn;
  });

  test('says that the key is revoked', async () => {
    const apiKey = await page.evaluate<string>('sessionStorage.getItem("runners.key")');
    const body = JSON.stringify({ query: 'mutation { signOut { done } }' });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` };
    await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    await page.getByText('Your key is no longer valid.').waitFor();
    await page.getByLabel('E-mail address').waitFor();
  });

  test('works as built files at another origin, which CORS_ORIGINS allows', async () => {
    const build = run('npm run example:build', { VITE_SERVICE_URL: url });
    expect([await build.ended, build.printed()]).toEqual([0, expect.stringContaining('built in')]);
    await run('examples/node_modules/.bin/vite preview examples/web', { PAGE_PORT: String(builtPort) }).prints(
      /Local:/,
    );
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
    page = await browser.open(built, phone);
    await signIn(page, 'demo@example.com', password);
    await post('Into the wind.').waitFor();
    await record(priya!, { post_body: 'Seen at another origin' });
    await post('Seen at another origin').waitFor();
  });

  test('asked nothing of other machines, and complained about nothing', () => {
    const page = `http://127.0.0.1:${pagePort}`;
    const sockets = [page, url].map((origin) => origin.replace('http', 'ws'));
    expect([...browser.origins].toSorted()).toEqual([page, built, url, ...sockets].toSorted());
    expect(browser.complaints).toEqual([]);
    expect(service.stdout()).not.toMatch('"level":50');
  });
});
