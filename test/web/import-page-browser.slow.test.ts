/** The page at `/import` in a browser: signed in by a link, files and folders sent, progress and maps shown, and an import cancelled. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { fitRun } from '@runners/recordings/samples';
import { zipOf } from '../accounts/import-my-data.ts';
import { until } from '../mail/patience.ts';
import { faultsOf, hasBrowser } from '../examples/stage.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { holdStatements } from '../support/held-statements.ts';
import { testService } from '../support/service.ts';

const inBrowser = hasBrowser ? test : test.skip;
const screenshots = process.env['SCREENSHOTS'];
// Documents that are not registered are refused, but for those of the page.
const service = await testService({ DOCUMENTS: 'registered' });
let browser: Browser | undefined;
let folder: string;
const elsewhere: string[] = [];
const complaints: string[] = [];
const keysSent: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-page-'));
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-quic'];
  if (hasBrowser)
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args });
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(path: string, width: number, height: number): Promise<Page> {
  const context = await browser!.newContext({ viewport: { width, height }, locale: 'en-US' });
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== service.url) elsewhere.push(request.url());
    if (/key=/.test(request.url().replace(/#.*/, ''))) keysSent.push(request.url());
  });
  // The policy of the page lets no test add scripts otherwise.
  await context.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  const page = await context.newPage();
  page.setDefaultTimeout(50_000);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${service.url}${path}`);
  return page;
}
const keyOf = ({ authorization }: Person) => authorization.replace(/^ApiKey .*:/, '');
const file = async (name: string, content: Buffer | string) => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};
const day = (at: number) => new Date(Date.UTC(2016, 0, 1 + at, 7)).toISOString();

inBrowser('without a key it says how to be signed in, and a key that is none is dropped', async () => {
  const page = await open('/import', 390, 844);
  await page.getByText('Open this page by the link in your app').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${service.url}/import#key=nonsense`);
  await page.getByRole('alert').waitFor();
  expect(await page.evaluate('[location.hash, sessionStorage.length]')).toEqual(['', 0]);
  await page.context().close();
});

inBrowser('files are brought in by the keyboard alone, on a desktop', async () => {
  const eve = await newPerson(service, 'Eve', 'Evans');
  const page = await open(`/import/#key=${keyOf(eve)}`, 1280, 900);
  await page.getByText('into the account of Eve').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/import');
  if (screenshots) await page.screenshot({ path: `${screenshots}/import-form.png`, fullPage: true });
  expect(await faultsOf(page)).toEqual([]);
  const gpx = makeGpx({ start: day(0), points: 60 });
  const paths = [await file('a run.gpx', gpx), await file('Läufe.fit', fitRun()), await file('notes.txt', 'Shoes')];
  await page.getByLabel(/files of your watch/).setInputFiles(paths);
  await page.getByLabel(/files of your watch/).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('You and');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Everything was looked at.').waitFor();
  expect(await page.evaluate('document.activeElement.id')).toBe('import-title');
  expect(await page.locator('#counts').innerText()).toBe(
    '3 of 3 looked at: 2 came in, 0 were there already, 1 did not come in.',
  );
  const items = page.getByRole('listitem');
  expect(await items.count()).toBe(3);
  expect(await page.getByRole('img', { name: /^The way of / }).count()).toBe(2);
  const line = await page.locator('li polyline').first().getAttribute('points');
  expect(line).toMatch(/^\d+\.\d,\d+\.\d( \d+\.\d,\d+\.\d)+$/);
  expect(await items.last().innerText()).toMatch(/^notes\.txt\n+Did not come in: It is neither/);
  if (screenshots) await page.screenshot({ path: `${screenshots}/import-done.png`, fullPage: true });
  expect(await faultsOf(page)).toEqual([]);
  const rows = await service.sql('select privacy from workout where user_id = ?', [eve.id]);
  expect(rows).toEqual([{ privacy: 'friends' }, { privacy: 'friends' }]);
  // What was brought in is there after a reload, without the link.
  await page.reload();
  await page.getByText('2 came in').waitFor();
  await page.context().close();
});

inBrowser('an archive that is dropped goes on behind a closed page, and is cancelled, on a phone', async () => {
  const fay = await newPerson(service, 'Fay', 'Fisher');
  const names = Array.from({ length: 60 }, (_, at) => `${at}.gpx`);
  const archive = await zipOf(new Map(names.map((name, at) => [name, makeGpx({ start: day(at), points: 40 })])));
  const held = holdStatements(service, /^count_import$/);
  const first = await open(`/import#key=${keyOf(fay)}`, 390, 844);
  await first.getByText('into the account of Fay').waitFor();
  const dropped = await first.evaluateHandle(`(() => {
    const given = new DataTransfer();
    const bytes = Uint8Array.from(atob('${archive.toString('base64')}'), (one) => one.charCodeAt(0));
    given.items.add(new File([bytes], 'export.zip'));
    return given;
  })()`);
  await first.dispatchEvent('#form', 'drop', { dataTransfer: dropped });
  await first.getByRole('button', { name: 'Bring them in' }).click();
  await first.getByRole('status').getByText('Your runs are coming in.').waitFor();
  await first.context().close();
  const page = await open(`/import#key=${keyOf(fay)}`, 390, 844);
  await page.getByRole('status').getByText('Your runs are coming in.').waitFor();
  await page.getByRole('progressbar', { name: 'Your import' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  held.release();
  // It has come to its end, and is not over.
  const end = holdStatements(service, /^end_import$/);
  await until(() => end.waiting() > 0, 'all runs to come in');
  await page.reload();
  await page.getByText('60 of 60 looked at: 60 came in').waitFor();
  await page.getByRole('listitem').nth(49).waitFor();
  if (screenshots) await page.screenshot({ path: `${screenshots}/import-runs.png` });
  await page.getByRole('button', { name: 'Cancel the import' }).click();
  await page.getByRole('status').getByText('You have ended the import.').waitFor();
  end.release();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('listitem').nth(59).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Bring them in' }).waitFor();
  await page.context().close();
});

inBrowser('a folder is dropped, and what is in it comes in with the names of its list', async () => {
  const hal = await newPerson(service, 'Hal', 'Hunter');
  const page = await open(`/import#key=${keyOf(hal)}`, 1280, 900);
  await page.getByText('into the account of Hal').waitFor();
  const root = join(folder, 'export_1');
  await mkdir(join(root, 'activities'), { recursive: true });
  // A browser tells a hundred entries of a folder at a time.
  const runs = Array.from({ length: 130 }, (_, at) => `activities/${100 + at}.gpx`);
  for (const [at, name] of runs.entries())
    await writeFile(join(root, name), makeGpx({ start: day(at), points: 20, track: '' }));
  const lines = runs.map((name, at) => `${at},,Run ${at},Run,,,,${name}`);
  await writeFile(join(root, 'activities.csv'), ['Activity ID,,Activity Name,Activity Type', ...lines].join('\n'));
  const { x, y } = (await page.locator('#form').boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [root], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data });
  await page.getByRole('status').getByText('131 files of what you have dropped are chosen.').waitFor();
  if (screenshots) await page.screenshot({ path: `${screenshots}/import-folder.png`, fullPage: true });
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Bring them in' }).click();
  await page.getByText('130 of 130 looked at: 130 came in').waitFor();
  const rows = await service.sql('select title from workout where user_id = ? order by run_date', [hal.id]);
  expect(rows.map(({ title }) => title)).toEqual(runs.map((_, at) => `Run ${at}`));
  await page.context().close();
});

inBrowser('what is being sent is cancelled, nothing of it is left, and the same files come in afterwards', async () => {
  const ida = await newPerson(service, 'Ida', 'Ives');
  const page = await open(`/import#key=${keyOf(ida)}`, 390, 844);
  await page.getByText('into the account of Ida').waitFor();
  const partsLeft = async () =>
    (
      await service.sql(
        'select count(*)::int as n from data_import_part p join data_import d on d.id = p.import_id where d.user_id = ?',
        [ida.id],
      )
    )[0]?.['n'];
  const noise = await file('noise.bin', randomBytes(12 * 2 ** 20));
  const gpx = await file('run.gpx', makeGpx({ start: day(0), points: 60 }));
  await page.getByLabel(/files of your watch/).setInputFiles([gpx, noise]);
  const held = holdStatements(service, /^insert_archive_part$/);
  await page.getByRole('button', { name: 'Bring them in' }).click();
  await until(() => held.waiting() > 0, 'a part of the archive to arrive');
  await page.getByRole('status').getByText('The files are being sent.').waitFor();
  await page.getByRole('button', { name: 'Cancel the import' }).click();
  await page.getByRole('status').getByText('You have ended the import.').waitFor();
  held.release();
  await until(async () => (await partsLeft()) === 0, 'the parts to be removed');
  expect(await service.sql('select state, upload from data_import where user_id = ?', [ida.id])).toEqual([
    { state: 'cancelled', upload: null },
  ]);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Bring them in' }).click();
  await page.getByText('2 of 2 looked at: 1 came in').waitFor();
  await page.context().close();
});

test('the page asks what is registered, and other documents are refused', async () => {
  const eve = await newPerson(service, 'Gil', 'Gray');
  expect((await as(eve).graphql('{ me { id } }')).errors[0]?.extensions.code).toBe('DOCUMENT_NOT_REGISTERED');
});

test('nothing was requested from elsewhere, no address had a key, and the browser did not complain', () => {
  expect(elsewhere).toEqual([]);
  expect(keysSent).toEqual([]);
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});
