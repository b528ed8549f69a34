/** The page `/migrate` in a browser: it works without scripts and other addresses, fits a phone, and is readable in the dark. */
import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(executablePath);
if (!hasBrowser) process.stderr.write(`No browser at ${executablePath}: /migrate is not tried in one.\n`);

const service = await testService();
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
    expect([over, color, elsewhere, complaints.filter((text) => !text.includes('favicon'))]).toEqual([
      0,
      ground,
      [],
      [],
    ]);
    await context.close();
  });
});
