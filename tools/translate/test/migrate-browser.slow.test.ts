/** The page `/migrate` in a browser: it works without scripts and other addresses, fits a phone, and is readable in the dark. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { faultsOf } from '../../../test/examples/stage.ts';
import { cast } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';
import { record } from '../../../test/support/workouts.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(executablePath);
if (!hasBrowser) process.stderr.write(`No browser at ${executablePath}: /migrate is not tried in one.\n`);

const service = await testService({ PLAYGROUND: 'on' });
const { ann } = await cast(service);
const { workout } = await record(ann);
const browser: Browser | null = hasBrowser ? await chromium.launch({ executablePath, args: ['--no-sandbox'] }) : null;
afterAll(() => browser?.close());

(hasBrowser ? describe : describe.skip)('in a browser', () => {
  test.each([
    ['a large screen', { viewport: { width: 1280, height: 900 } }, 'rgb(244, 245, 247)'],
    ['a phone', { viewport: { width: 360, height: 740 } }, 'rgb(244, 245, 247)'],
    ['a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }, 'rgb(20, 23, 27)'],
  ] as const)('on %s', async (_what, options, ground) => {
    const context = await (browser as Browser).newContext(options);
    const page = await context.newPage();
    const elsewhere: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => request.url().startsWith(service.url) || elsewhere.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${service.url}/migrate?row=${encodeURIComponent('GET /workout/[workout_id]/')}`);
    expect(await page.textContent('pre')).toMatch(/^query OneWorkout/);
    await page.fill('#call', `curl 'https://old.example/api/v1/workout/${workout}/?${'long='.repeat(60)}'`);
    await page.fill('#key', ann.authorization);
    await page.click('button');
    await page.waitForSelector('.verdict.equal');
    for (const details of await page.locator('summary').all()) await details.click();
    expect(await page.locator('td', { hasText: 'run_date' }).first().isVisible()).toBe(true);
    const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    const color = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect([over, color, elsewhere, complaints]).toEqual([0, ground, [], []]);
    await context.close();
  });

  test('the key stays for the next call, and in no address; an error stands apart from the button', async () => {
    const page = await (browser as Browser).newPage();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${service.url}/migrate`);
    await page.fill('#key', ann.authorization);
    for (const call of [`/api/v1/workout/${workout}/`, '/api/v1/post/']) {
      await page.fill('#call', call);
      await page.click('button');
      await page.waitForSelector(`h2:has-text("${call}") ~ .verdict.equal`);
    }
    await page.fill('#call', 'nonsense');
    await page.click('button');
    const [below, above] = await Promise.all([
      page.locator('[role=alert]').boundingBox(),
      page.locator('button').boundingBox(),
    ]);
    expect(below!.y - above!.y - above!.height).toBeGreaterThanOrEqual(16);
    expect(await page.inputValue('#key')).toBe(ann.authorization);
    expect(addresses.filter((address) => address.includes(ann.authorization.split(':')[1]!))).toEqual([]);
    await page.close();
  });

  test.each(['/migrate', `/migrate?row=${encodeURIComponent('GET /post/')}`, '/migrate?row=none', '/nowhere'])(
    '%s can be used by everybody, and leads on',
    async (path) => {
      const context = await (browser as Browser).newContext({ bypassCSP: true });
      const page = await context.newPage();
      await page.goto(service.url + path);
      await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
      expect(await faultsOf(page)).toEqual([]);
      for (const link of await page.locator('a').all()) {
        const answer = await context.request.get(new URL((await link.getAttribute('href'))!, service.url).href, {
          headers: { Accept: 'text/html' },
        });
        expect([await link.textContent(), answer.status()]).toEqual([await link.textContent(), 200]);
      }
      await page.locator('a').first().click();
      expect(await page.title()).toBe('Runners');
      await context.close();
    },
  );
});
