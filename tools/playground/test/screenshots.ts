import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { newFolder, printedValue, startReady } from '../../../test/support/started-process.ts';
import { need } from '../../../test/support/needs.ts';
import { startBrowser } from './offline-browser.ts';

/**
 * `npx runners screenshots`: takes the pictures of the playground in docs/images, with new demo data. With a folder as argument, it
 * takes further ones into that folder: each page on a desktop and on a phone, in light and in dark colors.
 */
interface Shot {
  name: string;
  path: string;
  /** Brings the page into the state that is shown. */
  prepare(page: Page): Promise<void>;
}

const shots: readonly Shot[] = [
  {
    name: 'playground-editor',
    path: '/graphql',
    async prepare(page) {
      await page.waitForSelector('.graphiql-execute-button');
      await page.getByRole('button', { name: 'Examples' }).click();
      await page.locator('dialog li').filter({ hasText: 'FriendsFeed' }).getByRole('button').first().click();
      const result = page.locator('.result-window').getByText('"data"');
      // The editor takes a moment to know its schema; a click before that sends nothing.
      for (let i = 0; i < 20 && !(await result.isVisible()); i++) {
        await page.locator('.graphiql-execute-button').click();
        await page.waitForTimeout(1500);
      }
    },
  },
  {
    name: 'playground-people',
    path: '/playground/people',
    async prepare(page) {
      await page.locator('#answers article').nth(4).waitFor();
    },
  },
  {
    name: 'playground-rest',
    path: '/playground/rest',
    async prepare(page) {
      await page.locator('.figures').waitFor();
      // Later requests find their statements prepared.
      for (let i = 0; i < 5; i++) {
        const explained = page.waitForResponse((response) => response.url().includes('/explanations/'));
        await page.getByRole('button', { name: 'Send' }).click();
        await explained;
      }
      await page.waitForTimeout(300);
      // So much of each part that all of them are in the picture.
      await page.locator('.answer summary').first().click();
      await page.evaluate(
        `for (const part of document.querySelectorAll('.answer pre')) part.style.maxHeight = '116px'`,
      );
      await page.evaluate('scrollTo(0, 0)');
    },
  },
  {
    name: 'playground-live',
    path: '/playground/live',
    async prepare(page) {
      await page.getByRole('status').getByText('is listening').waitFor();
      await page.waitForTimeout(500);
      await page.getByRole('button', { name: 'Record a run' }).click();
      await page.locator('#events li').first().waitFor();
    },
  },
];

const docs = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));
const inDocs = new Set(['playground-editor', 'playground-people', 'playground-rest']);
await need('screenshots', { all: ['Chromium'] });
const [everything] = process.argv.slice(2).filter((word) => word !== '--skip');

const [data, remove] = await newFolder();
const started = await startReady(data);
const url = printedValue(started.stdout(), 'Playground');

/** Takes pictures of some pages in one browser. @param phone whether the window has the width of a phone */
async function take(
  folder: string,
  names: readonly Shot[],
  { dark = false, phone = false },
  suffix = '',
): Promise<void> {
  const browser = await startBrowser(url, { dark, sharpness: phone ? 2 : 1 });
  try {
    for (const { name, path, prepare } of names) {
      const page = await browser.open(phone ? 390 : 1360, phone ? 844 : 920);
      await page.goto(new URL(path, url).href);
      await prepare(page);
      const picture = await sharp(await page.screenshot())
        .png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 })
        .toBuffer();
      await writeFile(join(folder, `${name}${suffix}.png`), picture);
      process.stdout.write(`${name}${suffix}.png: ${Math.round(picture.length / 1000)} kB\n`);
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

try {
  if (everything === undefined) {
    await mkdir(docs, { recursive: true });
    await take(
      docs,
      shots.filter(({ name }) => inDocs.has(name)),
      {},
    );
  } else {
    await mkdir(everything, { recursive: true });
    for (const dark of [false, true])
      for (const phone of [false, true])
        await take(everything, shots, { dark, phone }, `${phone ? '-phone' : ''}${dark ? '-dark' : ''}`);
  }
} finally {
  started.kill('SIGTERM');
  await started.ended;
  await remove();
}
