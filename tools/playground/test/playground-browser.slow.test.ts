/** The playground works in a browser without a network. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Request, WebSocket } from 'playwright-core';
import { workoutBody } from '../../../test/support/workouts.ts';
import { demoService } from './demo-service.ts';
import { hasBrowser, startBrowser } from './offline-browser.ts';
import type { OfflineBrowser } from './offline-browser.ts';

if (!hasBrowser) process.stderr.write('There is no browser: the playground is not tried in one.\n');
const inBrowser = hasBrowser ? test : test.skip;

const demo = demoService();

describe('in a browser without a network', () => {
  let browser: OfflineBrowser | undefined;
  let page: Page;

  beforeAll(async () => {
    if (!hasBrowser) return;
    browser = await startBrowser(demo.url);
    page = await browser.open(1440, 900);
    await page.goto(demo.url);
    await page.waitForSelector('.graphiql-execute-button');
  });

  afterAll(() => browser?.close());

  const isOperation = (sent: Request) => sent.method() === 'POST' && !sent.postData()?.includes('IntrospectionQuery');

  /** The tab of the operation with this name. */
  const tabOf = (name: string) => page.locator('.graphiql-tab-button').filter({ hasText: new RegExp(`^${name}$`) });

  /** Opens an example from the list, unless a tab has it. */
  async function open(name: string): Promise<void> {
    if ((await tabOf(name).count()) === 0) {
      await page.getByRole('button', { name: 'Examples' }).click();
      await page.getByLabel('Search examples').fill(name);
      const named = page.locator('strong').filter({ hasText: new RegExp(`^${name}$`) });
      await page.locator('dialog li').filter({ has: named }).locator('button').click();
      await tabOf(name).waitFor();
    }
    await tabOf(name).click();
  }

  async function run(tab: string): Promise<string> {
    await open(tab);
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

  inBrowser('below an answer are its status, time, cost and headers, and why something is null', async () => {
    const facts = page.locator('#answer-facts');
    await run('Me');
    expect(await facts.locator('summary').first().innerText()).toMatch(/^200 · \d+ ms · \d+ points, \d+ left$/);
    await facts.locator('summary').first().click();
    expect(await facts.innerText()).toMatch(/ratelimit-remaining: \d+/);
  });

  inBrowser('the examples run at the first click', async () => {
    expect(await run('Me')).toMatch('"Robin"');
    expect(await run('FriendsFeed')).toMatch('"feed"');
    expect(await run('MyWorkouts')).toMatch('"workouts"');
    expect(await run('RecordWorkout')).toMatch('"Around the lake"');
    expect(await run('Picture')).toMatch('"thumbnailUrl"');
    expect(await run('FindPeople')).toMatch('"Marcus"');
    expect(await run('Friendships')).toMatch('"PENDING"');
    expect(await run('Inbox')).toMatch('"recipients"');
    expect(await run('Routes')).toMatch('"Lake Merritt"');
    expect(await run('CharityEvents')).toMatch('"Miles for Clean Water"');
  });

  inBrowser('the other examples run as well', async () => {
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByLabel('Search examples').waitFor();
    const groups = page.locator('dialog section').filter({ hasNotText: /^Errors/ });
    const names = (await groups.locator('strong').allTextContents()).filter(
      (name) => !/LiveFeed|SignIn|RecordWorkout/.test(name),
    );
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const shown = await run(name);
      expect([name, shown.includes('"errors"')]).toEqual([name, false]);
    }
  });

  inBrowser('each example of an error is refused with its code, and a costly one says where', async () => {
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByLabel('Search examples').fill('read-only');
    expect(await page.locator('dialog li:visible strong').allTextContents()).toEqual(['CreateReadOnlyKey']);
    await page.getByLabel('Search examples').fill('upload');
    expect(await page.locator('dialog li:visible strong').allTextContents()).toEqual(['ImportGpx']);
    await page.getByLabel('Search examples').fill('who sees');
    expect(await page.locator('dialog').innerText()).toMatch(
      'No example has these words. Who sees what, and why, is on the page Five people.',
    );
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await open('TooCostly');
    await page.waitForTimeout(1500);
    await page.locator('.graphiql-execute-button').click();
    await page.locator('#answer-facts').getByText('Estimated cost by field').click();
    expect(await page.locator('#answer-facts').innerText()).toMatch(/feed\.nodes\.comments\.nodes\.user\.friends: \d+/);
  });

  inBrowser('a GPX file is imported, and a document is shown as code', async () => {
    const gpx = `<gpx version="1.1" creator="a test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>From a file</name><trkseg>
      <trkpt lat="37.80" lon="-122.2"><time>2024-02-01T07:00:00Z</time></trkpt>
      <trkpt lat="37.81" lon="-122.2"><time>2024-02-01T07:06:00Z</time></trkpt></trkseg></trk></gpx>`;
    await page.getByRole('button', { name: 'Examples' }).click();
    const file = { name: 'run.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) };
    await page.getByLabel('Upload a GPX file of yours').setInputFiles(file);
    await page.waitForTimeout(1500);
    // What was chosen is shown, and the Enter key runs it.
    await page.locator('.graphiql-editor-tool').getByText('topografix').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.result-window').getByText('From a file').waitFor();
    await page.getByRole('button', { name: 'Code' }).click();
    await page.getByLabel('As code for').waitFor();
    const clients = await page.locator('#client option').allTextContents();
    expect(clients).toEqual(['curl', 'fetch', 'Apollo Client', 'urql', 'Python']);
    for (const client of clients) {
      await page.getByLabel('As code for').selectOption(client);
      expect(await page.locator('dialog pre').innerText()).toMatch(/mutation ImportGpx[^]*From a file/);
    }
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  });

  inBrowser('the explorer shows the descriptions of this schema, and nothing advertises the tool', async () => {
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const explorer = page.locator('.graphiql-doc-explorer');
    await explorer.getByText('Query', { exact: true }).first().click();
    await explorer
      .getByText('The feed')
      .or(explorer.getByText('feed', { exact: true }))
      .first()
      .waitFor();
    expect(await explorer.innerText()).toMatch('Only staff can use this field.');
    await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
    for (const name of ['sponsor', 'Ruru', 'Community-funded'])
      expect(await page.getByText(name, { exact: false }).filter({ visible: true }).count()).toBe(0);
  });

  inBrowser('another person can be chosen for every tab', async () => {
    await Promise.all([page.waitForEvent('load'), page.getByLabel('Signed in as').selectOption('friend')]);
    await page.waitForSelector('.graphiql-execute-button');
    expect(await run('Me')).toMatch('"Elena"');
    expect(await page.getByLabel('Signed in as').inputValue()).toBe('friend');
    const other = await browser!.open(1280, 900);
    await other.goto(
      new URL((await page.getByRole('link', { name: 'Bring runs' }).getAttribute('href'))!, demo.url).href,
    );
    await other.getByText('The runs come into the account of Elena.').waitFor();
    await other.close();
    await Promise.all([page.waitForEvent('load'), page.getByLabel('Signed in as').selectOption('owner')]);
    await page.waitForSelector('.graphiql-execute-button');
    expect(await run('Me')).toMatch('"Robin"');
  });

  inBrowser('headers that were typed stay when another tab is chosen', async () => {
    const headers = page.locator('.graphiql-editor-tool').getByRole('textbox');
    const [friend] = await page.evaluate<string[]>(`[HEADERS_OF_PEOPLE.friend]`);
    await open('Inbox');
    await page.waitForTimeout(1000);
    await page.evaluate<void>(`{
      const model = monaco.editor.getModels().find(({ uri }) => uri.path.includes('request-headers'));
      model.applyEdits([{ range: model.getFullModelRange(), text: ${JSON.stringify(friend)} }]);
    }`);
    expect(await run('Me')).toMatch('"Elena"');
    expect(await run('FriendsFeed')).toMatch('"feed"');
    expect(await headers.count()).toBeGreaterThan(0);
    await page.reload();
    await page.waitForSelector('.graphiql-execute-button');
    expect(await run('Me')).toMatch('"Elena"');
    await Promise.all([page.waitForEvent('load'), page.getByLabel('Signed in as').selectOption('owner')]);
    await page.waitForSelector('.graphiql-execute-button');
  });

  inBrowser('a link holds document, variables and person, and no key', async () => {
    await run('FindPeople');
    const link = (await page.getByRole('link', { name: 'Link to this' }).getAttribute('href')) ?? '';
    const held = Buffer.from(link.split('#open=')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(held)).toMatchObject({
      query: expect.stringContaining('query FindPeople') as unknown,
      as: 'owner',
    });
    expect(held).not.toMatch(demo.key());
    // The editor stores its tabs a moment after each change, for both windows.
    await page.waitForTimeout(2000);
    const other = await browser!.open(1440, 900);
    const asFriend = Buffer.from(held.replace('"owner"', '"friend"')).toString('base64url');
    await other.goto(new URL(`#open=${asFriend}`, demo.url).href);
    await other.waitForSelector('.graphiql-execute-button');
    expect(await other.locator('.graphiql-tab-active').innerText()).toMatch('FindPeople');
    expect(await other.getByLabel('Signed in as').inputValue()).toBe('friend');
    await other.close();
    await Promise.all([page.waitForEvent('load'), page.getByLabel('Signed in as').selectOption('owner')]);
    await page.waitForSelector('.graphiql-execute-button');
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
    expect(key).not.toBe(`Bearer ${demo.key()}`);
  });

  inBrowser('a subscription shows what happens elsewhere', async () => {
    await open('LiveFeed');
    for (let socket: WebSocket | null = null, tries = 1; !socket && tries <= 10; tries++) {
      await page.waitForTimeout(3000);
      const opened = page.waitForEvent('websocket', { timeout: 5000 }).catch(() => null);
      await page.locator('.graphiql-execute-button').click();
      socket = await opened;
    }
    const result = page.locator('.result-window');
    // Written again until it is heard of: nothing says when the subscription has begun.
    for (let i = 0; i < 20 && !(await result.innerText()).includes('Heard'); i++) {
      const key = demo.key();
      await fetch(new URL('/api/v1/workout/', demo.url), {
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
    expect(browser?.elsewhere).toEqual([]);
    expect(browser?.complaints).toEqual([]);
    expect(demo.printed()).not.toMatch('"level":50');
  });
});
