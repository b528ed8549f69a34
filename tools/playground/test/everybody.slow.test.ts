/** Everybody can use the pages of the service with the demo data: in light and dark, on a phone, and with a keyboard alone. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { faultsOf } from '../../../test/examples/stage.ts';
import { demoService } from './demo-service.ts';
import { hasBrowser, startBrowser } from './offline-browser.ts';
import type { OfflineBrowser } from './offline-browser.ts';
import { unreachedOf } from './keyboard.ts';

if (!hasBrowser) process.stderr.write('There is no browser: the pages are not tried in one.\n');

const demo = demoService();

/** A page, and what is done in it until what is looked at is there. */
type Screen = [name: string, path: string, prepare?: (page: Page) => Promise<unknown>];

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const shows = (selector: string) => (page: Page) => page.waitForSelector(selector);
const editor = shows('.graphiql-execute-button');

const screens: readonly Screen[] = [
  ['start', '/'],
  ['codes of errors', '/errors'],
  ['one code', '/errors/TOO_COSTLY'],
  ['schema', '/graphql/schema.graphql'],
  ['a code that is none', '/errors/NONE'],
  ['nothing', '/nowhere'],
  ['what is retired', '/staff/retiring'],
  ['what is retired, to staff', '/staff/retiring', asStaff],
  ['moving over', '/migrate'],
  ['a REST call in GraphQL', `/migrate?row=${encodeURIComponent('GET /post/')}`],
  ['five people', '/playground/people', shows('#answers article:nth-child(5)')],
  [
    'why',
    '/playground/people',
    async (page) => {
      await page.locator('#answers article').nth(4).waitFor();
      await button('why?')(page);
      await page.getByRole('dialog').locator('summary').click();
    },
  ],
  ['REST calls', '/playground/rest', shows('.figures')],
  ['live', '/playground/live', shows('#state:not(:empty)')],
  [
    'editor',
    '/graphql',
    async (page) => {
      await editor(page);
      const facts = page.locator('#answer-facts summary').first();
      // A click before the editor has its schema sends nothing.
      for (let tries = 0; tries < 15 && !(await facts.isVisible()); tries++) {
        await page.locator('.graphiql-execute-button').click();
        await page.waitForTimeout(1500);
      }
      await facts.click();
    },
  ],
  [
    'examples',
    '/graphql',
    async (page) => {
      await editor(page);
      await button('Examples')(page);
      await page.getByLabel('Search examples').waitFor();
    },
  ],
  [
    'code',
    '/graphql',
    async (page) => {
      await editor(page);
      await button('Code')(page);
      await page.getByLabel('As code for').waitFor();
    },
  ],
];

/** Signs in to the page of what is retired, as the member of staff of the demo data. */
async function asStaff(page: Page): Promise<void> {
  const people = await (await fetch(new URL('/playground/people', demo.url))).text();
  const { 1: key = '' } = /"role":"staff"[^}]*"apiKey":"([\w-]+)"/.exec(people) ?? [];
  await page.getByLabel('API key of a staff account').fill(key);
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('heading', { name: 'Clients' }).waitFor();
}

(hasBrowser ? describe : describe.skip)('in a browser', () => {
  let browser: OfflineBrowser;
  beforeAll(async () => {
    browser = await startBrowser(demo.url, { evaluates: true });
  });
  afterAll(() => browser.close());

  for (const [name, path, prepare] of screens)
    test(name, async () => {
      const page = await browser.open(1280, 900);
      await page.goto(new URL(path, demo.url).href);
      await prepare?.(page);
      expect(await unreachedOf(page)).toEqual([]);
      await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
      expect(await faultsOf(page, ['.monaco-editor', '.graphiql-tabs'])).toEqual([]);
      await page.close();
    });

  test('the CPU time until a page can be used is told', async () => {
    const pages = {
      '/': 'main',
      '/graphql': '.graphiql-execute-button, .view-line',
      '/playground/people': '#answers article:nth-child(5)',
      '/playground/rest': '.figures',
      '/playground/live': '#state:not(:empty)',
      '/graphql/schema.graphql': 'main',
      '/api/v1/docs': 'h2',
      '/migrate': '#recording:not([hidden])',
    };
    for (const [path, selector] of Object.entries(pages)) {
      const fresh = await startBrowser(demo.url);
      const page = await fresh.open(1280, 900);
      const before = await fresh.cpuSeconds();
      await page.goto(new URL(path, demo.url).href, { waitUntil: 'commit' });
      for (const part of selector.split(', ')) await page.waitForSelector(part);
      process.stderr.write(
        `${path} can be used after ${((await fresh.cpuSeconds()) - before).toFixed(1)} s of CPU time\n`,
      );
      await fresh.close();
    }
  });

  test('the editor fits a phone', async () => {
    const phone = await browser.open(390, 844);
    await phone.goto(demo.url);
    await editor(phone);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await phone.close();
  });
});
