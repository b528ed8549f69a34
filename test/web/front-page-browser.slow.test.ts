/** The first page and the page of the REST calls in a browser without a network, on a phone and in the dark. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { demoFolder } from '../support/demo-folder.ts';
import { printedValue, startReady } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(executablePath);
if (!hasBrowser) process.stderr.write(`No browser at ${executablePath}: the first page is not tried in one.\n`);
const inBrowser = hasBrowser ? test : test.skip;
/** Where screenshots are stored for people, if anywhere. */
const screenshots = process.env['SCREENSHOTS'];

let started: StartedProcess;
let url: string;
let remove: () => Promise<void>;
let browser: Browser | undefined;
const elsewhere: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  const [folder, removeFolder] = await demoFolder();
  remove = removeFolder;
  started = await startReady(folder);
  url = printedValue(started.stdout(), 'Start page').replace(/\/$/, '');
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-quic'];
  if (hasBrowser) browser = await chromium.launch({ executablePath, args });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  started.kill('SIGKILL');
  await started.ended;
  await remove();
});

const devices = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'wide-light', viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  { name: 'wide-dark', viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
] as const;

/** Opens a page that notes requests to other hosts, and complaints of the browser. */
async function open({ viewport, colorScheme }: (typeof devices)[number]): Promise<Page> {
  const context = await browser!.newContext({ viewport, colorScheme });
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url) elsewhere.push(request.url());
  });
  const page = await context.newPage();
  page.setDefaultTimeout(50_000);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return page;
}

/** How much light the ground and the text of an element have, from 0 to 1. */
async function lightOf(page: Page, selector: string): Promise<{ ground: number; ink: number }> {
  const [ground = '', ink = ''] = await page.evaluate<string[]>(
    `(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('${selector}')))`,
  );
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  };
  return { ground: light(ground), ink: light(ink) };
}

const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

describe.each(devices)('$name', (device) => {
  const isDark = device.colorScheme === 'dark';

  inBrowser('the first page fits, and has the colors that the person prefers', async () => {
    const page = await open(device);
    await page.goto(`${url}/`);
    if (screenshots) await page.screenshot({ path: `${screenshots}/front-${device.name}.png`, fullPage: true });
    const { width } = device.viewport;
    expect(await widthOf(page)).toBe(width);
    for (const box of await page.locator('.card, section, pre, dl').all()) {
      const { x = -1, width: wide = width } = (await box.boundingBox()) ?? {};
      expect([x >= 0, x + wide <= width]).toEqual([true, true]);
    }
    const { ground, ink } = await lightOf(page, 'main');
    expect([ground < 0.3, ink > 0.7]).toEqual([isDark, isDark]);
    await page.context().close();
  });

  inBrowser('the page of the REST calls is shown in these colors, and fits', async () => {
    const page = await open(device);
    await page.goto(`${url}/api/v1/docs`);
    await page.getByRole('heading', { name: 'General conventions' }).waitFor();
    if (screenshots) await page.screenshot({ path: `${screenshots}/docs-${device.name}.png` });
    expect(await page.evaluate<boolean>(`document.body.classList.contains('dark-mode')`)).toBe(isDark);
    expect(await widthOf(page)).toBe(device.viewport.width);
    await page.context().close();
  });
});

inBrowser('the page of the REST calls is searched, and a request is sent with the demo account', async () => {
  const page = await open(devices[2]);
  await page.goto(`${url}/`);
  await page.getByRole('link', { name: /REST interface/ }).click();
  await page.getByRole('heading', { name: 'General conventions' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').or(page.getByRole('searchbox')).first().fill('the current user');
  await page.getByRole('option', { name: '/me/' }).click();
  await page.getByRole('button', { name: /Test Request.*get \/me\// }).click();
  const answer = page.waitForResponse((response) => response.url().includes('/api/v1/me/'));
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const { status, body } = { status: (await answer).status(), body: (await (await answer).json()) as object };
  expect([status, body]).toEqual([200, expect.objectContaining({ first_name: 'Robin' })]);
  await page.getByText('"Robin"').first().waitFor();
  if (screenshots) await page.screenshot({ path: `${screenshots}/docs-sent.png` });
  await page.context().close();
});

test('the command of the first page reads the feed', async () => {
  const text = await (await fetch(`${url}/`)).text();
  const [, escaped = ''] = /<pre[^>]*>(curl -H [^<]+)<\/pre>/.exec(text) ?? [];
  const command = escaped.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  expect(started.stdout()).toContain(command);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`]);
  expect((JSON.parse(stdout) as { objects: unknown[] }).objects).toHaveLength(3);
});

test('nothing was requested from elsewhere, and the browser did not complain', () => {
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
  expect(started.stdout()).not.toMatch('"level":50');
});
