/** The web page behind the link of a password mail sets a new password, also in a browser. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { hashSecret, newSecret } from '../../src/domain/accounts/keys.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const installed = existsSync(executablePath);
if (!installed) process.stdout.write(`No browser at ${executablePath}: the pages are not tested in one.\n`);

const service = await testService();
/** The same with rate limits. */
const strict = await testService({ RATE_LIMITS: 'on' });

/** A person and the path of a link that sets their password, good for an hour. */
async function forgetful(firstName: string): Promise<{ person: Person; token: string; path: string }> {
  const person = await newPerson(service, firstName, 'Reset');
  const token = newSecret();
  await service.sql('insert into password_reset (token_hash, user_id, expires_date) values (?, ?, ?)', [
    hashSecret(token),
    person.id,
    new Date(service.clock.now().getTime() + 3_600_000),
  ]);
  return { person, token, path: `/password-reset/${token}` };
}

function submit(path: string, fields: Record<string, string>) {
  return nobody(service).sendTo('POST', path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

const signsIn = async (email: string, password: string) =>
  (await nobody(service).post('/account/login/', { email, password })).status === 200;

const both = (password: string) => ({ password, again: password });

describe('GET /password-reset/<token>', () => {
  test('is the page of the link in the mail, and works', async () => {
    const person = await newPerson(service, 'Mailed', 'Reset');
    await nobody(service).post('/account/forgot_password', { email: person.email });
    const mail = await mailsTo(service, person.email, 1);
    const link = /http:\/\/\S*\/password-reset\/[\w-]+/.exec(mail[0] ?? '')?.[0] ?? '';
    expect(link.startsWith(`${service.url}/password-reset/`)).toBe(true);
    const { pathname } = new URL(link);
    expect((await nobody(service).sendTo('GET', pathname)).status).toBe(200);
    expect((await submit(pathname, both('brand new password'))).status).toBe(303);
    expect(await signsIn(person.email, 'brand new password')).toBe(true);
  });

  test('is not cached, not framed, runs no script, and sends no referrer', async () => {
    const { path } = await forgetful('Heads');
    const { headers, text } = await nobody(service).sendTo('GET', path);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(text).not.toMatch(/<script|src=|href=|http/);
  });

  test('reports a link that was never sent, without repeating it', async () => {
    const { status, text } = await nobody(service).sendTo('GET', '/password-reset/%3Cimg%20src=x%3E');
    expect(status).toBe(410);
    expect(text).toContain('This link no longer works');
    expect(text).not.toContain('img');
  });

  test('changes nothing when it is requested repeatedly', async () => {
    const { person, path } = await forgetful('Looker');
    for (let i = 0; i < 3; i++) expect((await nobody(service).sendTo('GET', path)).status).toBe(200);
    expect((await nobody(service).sendTo('HEAD', path)).status).toBe(200);
    expect(await signsIn(person.email, person.password)).toBe(true);
  });
});

describe('POST /password-reset/<token>', () => {
  test('sets the password once, revokes every key, and redirects to an address without the token', async () => {
    const { person, path } = await forgetful('Setter');
    const answer = await submit(path, both('brand new password'));
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('done');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect((await as(person).get('/me/')).status).toBe(401);
    expect(await signsIn(person.email, person.password)).toBe(false);
    expect(await signsIn(person.email, 'brand new password')).toBe(true);
    expect((await submit(path, both('another password'))).status).toBe(410);
    expect(await signsIn(person.email, 'brand new password')).toBe(true);
  });

  test('sets one of two simultaneous passwords', async () => {
    const { path } = await forgetful('Twice');
    const answers = await Promise.all([submit(path, both('first password')), submit(path, both('second password'))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  test('keeps the link valid when the password is too short, too long, missing, or repeated differently', async () => {
    const { path } = await forgetful('Short');
    const short = await submit(path, both('seven77'));
    expect(short.status).toBe(400);
    expect(short.text).toContain('The password must have at least 8 characters.');
    expect((await submit(path, both('x'.repeat(1001)))).text).toContain('at most 1000 characters');
    expect((await submit(path, {})).status).toBe(400);
    const different = await submit(path, { password: 'long enough', again: 'long enouhg' });
    expect(different.text).toContain('not the same');
    expect(different.text).not.toContain('long enou');
    expect((await submit(path, both('long enough'))).status).toBe(303);
  });

  test('refuses a link that is older than an hour', async () => {
    const { person, path } = await forgetful('Late');
    service.clock.set(new Date(Date.now() + 3_601_000));
    expect((await submit(path, both('brand new password'))).status).toBe(410);
    service.clock.set(null);
    expect(await signsIn(person.email, person.password)).toBe(true);
  });

  test('accepts one password in two forms of Unicode', async () => {
    const { person, path } = await forgetful('Forms');
    const [password, again] = [1, 2].map((n) => 'Grüße über Äcker'.normalize(n === 1 ? 'NFC' : 'NFD')) as [
      string,
      string,
    ];
    expect((await submit(path, { password, again })).status).toBe(303);
    expect(await signsIn(person.email, again)).toBe(true);
  });

  test('accepts letters of any language', async () => {
    const { person, path } = await forgetful('Letters');
    expect((await submit(path, both('Пароль & <b> “ü” 🏃'))).status).toBe(303);
    expect(await signsIn(person.email, 'Пароль & <b> “ü” 🏃')).toBe(true);
  });

  test('counts wrong tokens as failed attempts to sign in', async () => {
    const guess = () =>
      nobody(strict).graphql(
        'mutation ($token: String!) { finishPasswordReset(input: { token: $token, newPassword: "another password" }) { done } }',
        { token: newSecret() },
      );
    const codes: unknown[] = [];
    for (let i = 0; i < 11; i++) codes.push((await guess()).errors[0]?.extensions.code);
    expect(codes).toEqual([...Array<string>(10).fill('INVALID'), 'RATE_LIMITED']);
  });
});

(installed ? describe : describe.skip)('in a browser without JavaScript', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-quic'],
    });
  });
  afterAll(() => browser?.close());

  const shots = process.env['SCREENSHOTS'];
  beforeEach(async () => {
    if (shots) await mkdir(shots, { recursive: true });
  });
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
  };

  for (const { name, width, height, colorScheme } of [
    { name: 'a phone', width: 375, height: 667, colorScheme: 'light' },
    { name: 'a dark phone', width: 375, height: 667, colorScheme: 'dark' },
    { name: 'a desktop', width: 1280, height: 800, colorScheme: 'light' },
  ] as const)
    test(`a password is set on ${name}`, async () => {
      const { person, path } = await forgetful(`Browser${width}${colorScheme}`);
      const context = await browser.newContext({ javaScriptEnabled: false, colorScheme, viewport: { width, height } });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      const label = name.replaceAll(' ', '-');

      await page.goto(`${service.url}${path}`);
      await shoot(page, `${label}-form`);
      // Its own style is allowed by its own policy.
      const button = page.getByRole('button', { name: 'Set password' });
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);

      await page.getByLabel('New password').fill('short');
      await page.getByLabel('The same once more').fill('short');
      await button.click();
      expect(await page.getByRole('alert').textContent()).toContain('at least 8 characters');
      await shoot(page, `${label}-too-short`);

      await page.getByLabel('New password').fill('brand new password');
      await page.getByLabel('The same once more').fill('brand new password');
      const referers: (string | undefined)[] = [];
      page.on('request', (request) => referers.push(request.headers()['referer']));
      await button.click();
      expect(await page.getByRole('heading').textContent()).toBe('Your password is set');
      expect(new URL(page.url()).pathname).toBe('/password-reset/done');
      expect(referers.filter(Boolean)).toEqual([]);
      await shoot(page, `${label}-done`);
      expect(await signsIn(person.email, 'brand new password')).toBe(true);

      await page.goto(`${service.url}${path}`);
      expect(await page.getByRole('heading').textContent()).toBe('This link no longer works');
      await shoot(page, `${label}-gone`);
      // The browser notes each refused form (400, 410) and nothing else: no style or script was blocked.
      expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
      await context.close();
    });
});
