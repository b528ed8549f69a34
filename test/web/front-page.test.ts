/** The first page of a service without demo data: it leads to the interfaces, runs no script, and loads nothing. */
import { describe, expect, test } from '@jest/globals';
import { until } from '../mail/patience.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const get = (accept: string, method = 'GET') => fetch(`${service.url}/`, { method, headers: { Accept: accept } });

describe('GET /', () => {
  test('is a page for every client, with the headers of the other pages', async () => {
    for (const accept of ['text/html', '*/*', 'application/json']) {
      const page = await get(accept);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(page.headers.get('content-security-policy')).not.toMatch(/script-src|https?:|\*/);
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
    expect((await get('text/html', 'HEAD')).status).toBe(200);
  });

  test('leads to what is there, and loads nothing', async () => {
    const text = await (await get('text/html')).text();
    expect(text).not.toMatch(/<script|<img|<link|src=|url\(|@import/);
    const addresses = [...text.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(6);
    for (const address of addresses) {
      expect(address).not.toMatch(/^(\/|\w+:)/);
      const leads = async () =>
        (await fetch(new URL(address, `${service.url}/`), { headers: { Accept: 'text/html' } })).status === 200;
      // On a busy machine the service may not be ready at once.
      if (address === 'readyz') await until(leads, address);
      else expect([address, await leads()]).toEqual([address, true]);
    }
  });

  test('shows how to sign in, and no account', async () => {
    const text = await (await get('text/html')).text();
    expect(text).toContain(`curl ${service.url}/api/v1/account/login/ -d email=`);
    expect(text).not.toMatch(/Demo|Password/);
  });
});

describe('an address at which there is nothing', () => {
  const nowhere = (accept: string) => fetch(`${service.url}/nowhere`, { headers: { Accept: accept } });

  test('is answered with a page for browsers, which leads to the first one', async () => {
    const page = await nowhere('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const text = await page.text();
    expect(text).toContain('<title>There is nothing here</title>');
    expect(text).toContain('href="/"');
  });

  test.each(['*/*', 'application/json', 'text/plain'])('is answered with a sentence for %s', async (accept) => {
    const answer = await nowhere(accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe('There is nothing here.\n');
  });
});

test('the icon for which browsers ask by themselves is there', async () => {
  const icon = await fetch(`${service.url}/favicon.ico`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
});
