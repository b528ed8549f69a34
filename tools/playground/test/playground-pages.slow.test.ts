/** The pages beside the editor work in a browser without a network: five people, REST calls, live events. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
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
  const visit = (name: string) => page.goto(new URL(`/playground/${name}`, demo.url).href);

  beforeAll(async () => {
    if (!hasBrowser) return;
    browser = await startBrowser(demo.url);
    page = await browser.open(1440, 900);
  });

  afterAll(() => browser?.close());

  inBrowser('one document is run as five people, and shows what is withheld from each', async () => {
    await visit('people');
    const marks = async () => {
      await page.locator('#answers article').nth(4).waitFor();
      return Promise.all(['owner', 'friend', 'stranger', 'blocked', 'staff'].map((role) => countOf(role)));
    };
    const countOf = (role: string) => page.locator(`article[data-role=${role}] mark.withheld`).count();
    expect(await marks()).toEqual([0, 1, 2, 3, 2]);
    const why = async (role: string) => {
      await page.locator(`article[data-role=${role}]`).getByRole('button', { name: 'why?' }).first().click();
      const said = await page.getByRole('dialog').innerText();
      await page.getByRole('button', { name: 'Close' }).click();
      return said;
    };
    expect(await why('stranger')).toMatch(
      /^Aylin doesn't see this post: it is for friends, and Aylin is no friend of Robin\.\nit is for friends/,
    );
    expect(await why('blocked')).toMatch(/^\w+ doesn't see this post: Robin has blocked \w+\./);
    for (const option of await page.locator('#example option').allTextContents()) {
      await page.getByLabel('Example').selectOption({ label: option });
      await page.locator('#answers article').nth(4).waitFor();
      expect([option, await page.getByRole('alert').count()]).toEqual([option, 0]);
    }
    await page.getByLabel('Example').selectOption({ label: 'The queue of the staff' });
    await page.locator('article[data-role=staff]').getByText('advertisement').waitFor();
    expect(await page.locator('article[data-role=friend]').innerText()).toMatch('NOT_STAFF');
    await page.getByLabel('Document').fill('{ me { firstName } }');
    await page.getByLabel('Variables').fill('');
    await page.getByRole('button', { name: 'Run as all five' }).click();
    await page.locator('article[data-role=blocked]').getByText('firstName: "Noa"').waitFor();
    await page.getByLabel('Variables').fill('{"id": }');
    await page.getByRole('button', { name: 'Run as all five' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Variables are not valid JSON\. .*\{"id": \}/)
      .waitFor();
    await page.getByLabel('Variables').fill('');
    await page.getByLabel('Document').fill('{ me { firstName }');
    await page.getByRole('button', { name: 'Run as all five' }).click();
    await page.locator('article[data-role=friend] .refused').getByText('Syntax Error').waitFor();
  });

  inBrowser('what happens in another tab arrives', async () => {
    await visit('live');
    await page.getByRole('status').getByText('Robin is listening.').waitFor();
    // Each list is as wide as its longest text.
    const widths = await page.evaluate<[number, number][]>(
      `[...document.querySelectorAll('.panel select')].map((select) => {
        const copy = select.cloneNode(true);
        copy.style.width = 'max-content';
        select.after(copy);
        const widths = [select.offsetWidth, copy.offsetWidth];
        copy.remove();
        return widths;
      })`,
    );
    expect(widths.filter(([width, needed]) => width < needed)).toEqual([]);
    const events = page.getByRole('region', { name: 'Events' });
    // Written again until it is heard of: nothing says when the subscription has begun.
    for (let i = 0; i < 20 && !(await events.innerText()).includes('Heard'); i++) {
      const key = demo.key();
      await fetch(new URL('/api/v1/workout/', demo.url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify(workoutBody({ post_body: 'Heard' })),
      });
      await page.waitForTimeout(1000);
    }
    expect(await events.innerText()).toMatch('Heard');
    await page.getByRole('button', { name: 'Record a run' }).click();
    await events.getByText(/after \d+ ms/).waitFor();
    expect(await events.innerText()).toMatch('Live from the playground.');
  });

  inBrowser('each subscription delivers what one of the acts does', async () => {
    await visit('live');
    const acts: Record<string, RegExp> = {
      'all of these': /^Write to/,
      'posts of friends': /^Record a run$/,
      'comments and likes': /^Like or unlike/,
      messages: /^Write to/,
      notifications: /^Comment on/,
    };
    expect(await page.locator('#subscription option').allTextContents()).toEqual(Object.keys(acts));
    const arrived = page.locator('#events li');
    for (const [subscription, act] of Object.entries(acts)) {
      await page.getByLabel('To what').selectOption({ label: subscription });
      await page.getByRole('status').getByText('is listening').waitFor();
      const before = await arrived.count();
      // Done again until it is heard of: nothing says when the subscription has begun.
      for (let tries = 0; tries < 10 && (await arrived.count()) === before; tries++) {
        await page.getByRole('button', { name: act }).click();
        await page.waitForTimeout(1500);
      }
      expect([subscription, (await arrived.count()) > before]).toEqual([subscription, true]);
    }
  });

  // The last ones delete what other tests need.
  inBrowser('every row is sent at the first click, and is explained', async () => {
    await visit('rest');
    const figure = (name: string) => page.locator('.figures div', { hasText: name }).locator('dd');
    await figure('Status').waitFor();
    const labels = await page.locator('#row option').allTextContents();
    expect(labels.length).toBeGreaterThan(55);
    const statuses: Record<string, number> = {};
    const deleting = labels.filter((label) => label.startsWith('DELETE'));
    // The comment and the post before the workout, with which they would be deleted.
    for (const label of [...labels.filter((other) => !deleting.includes(other)), ...deleting.toSorted()]) {
      // The choice of a row that reads sends it.
      const send = async () => {
        await page.getByLabel('Call').selectOption(label);
        if (!label.startsWith('GET ')) await page.getByRole('button', { name: 'Send' }).click();
      };
      const [answered] = await Promise.all([
        page.waitForResponse((response) => response.url().includes('/api/v1/')),
        page.waitForResponse((response) => response.url().includes('/explanations/')),
        send(),
      ]);
      statuses[label] = answered.status();
      await page.getByRole('heading', { name: 'GraphQL document', exact: true }).waitFor();
      expect(await figure('Points').innerText()).toMatch(/^\d+$/);
    }
    const refused = Object.entries(statuses).filter(([, status]) => status >= 300);
    expect(Object.fromEntries(refused)).toEqual({
      // There is no social network, and the form does not contain the password that it would change.
      'POST /account/social/login/': 400,
      'POST /user/password/': 400,
    });
    expect(await page.locator('.answer summary').count()).toBeGreaterThan(0);
    await page.getByLabel('Call').selectOption('GET /me/');
    await figure('Status').getByText('200').waitFor();
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await page.locator('.graphiql-tab-active').getByText('SignedInUser').waitFor();
    expect(await page.getByRole('tab').count()).toBeGreaterThan(1);
  });

  inBrowser('the first page leads to the one that brings runs, signed in as the demo account', async () => {
    await page.goto(new URL('/', demo.url).href);
    await page.getByRole('link', { name: /^Bring your runs/ }).click();
    await page.getByText('The runs come into the account of Robin.').waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  inBrowser('nothing was asked of another host, and nothing went wrong', () => {
    expect(browser?.elsewhere).toEqual([]);
    expect(browser?.complaints).toEqual([]);
    expect(demo.printed()).not.toMatch('"level":50');
  });
});

test('keys of people are renewed at the next start, and the member of staff is left out when others can reach it', async () => {
  const peopleOf = async (address: string) => {
    const page = await (await fetch(new URL('/playground/people', address))).text();
    const data = /id="playground-data">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    return (JSON.parse(data) as { people: { role: string; apiKey: string }[] }).people;
  };
  const before = await peopleOf(demo.url);
  const friend = before.find(({ role }) => role === 'friend')!;
  await fetch(demo.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${friend.apiKey}` },
    body: JSON.stringify({ query: 'mutation { signOut { done } }' }),
  });
  await demo.restart({ HOST: '0.0.0.0', DEMO: 'on' });
  const after = await peopleOf(demo.url);
  expect(after.map(({ role }) => role)).toEqual(['owner', 'friend', 'stranger', 'blocked']);
  for (const { role, apiKey } of after) {
    const isSame = before.some((person) => person.role === role && person.apiKey === apiKey);
    expect([role, isSame]).toEqual([role, role !== 'friend']);
    const answer = await fetch(new URL('/api/v1/me/', demo.url), { headers: { Authorization: `Bearer ${apiKey}` } });
    expect(answer.status).toBe(200);
  }
}, 180_000);
