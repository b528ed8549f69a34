/**
 * The playground has a page, a content security policy, and examples that work on the demo data. The file
 * playground-browser.slow.test.ts tests it in a browser.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { playgroundExamples } from '../../schema/playground/playground-examples.ts';
import { playgroundPage } from '../../schema/playground/playground-page.ts';
import { newFolder, printedValue, startReady } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

let started: StartedProcess;
let url: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  const [folder, removeFolder] = await newFolder();
  remove = removeFolder;
  started = await startReady(folder);
  url = printedValue(started.stdout(), 'Playground');
}, 180_000);

afterAll(async () => {
  started.kill('SIGKILL');
  await started.ended;
  await remove();
});

describe('over HTTP', () => {
  const get = (accept: string, path = '') => fetch(url + path, { headers: { Accept: accept }, redirect: 'manual' });

  test('a browser receives the page without caching, and with a policy that allows no other host', async () => {
    const page = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/https?:|\*/);
    expect(await page.text()).not.toMatch(/(?:src|href|from|import)\s*=?\s*["'(]+\s*(?:https?:)?\/\//);
  });

  test('an API client at the same address does not receive it', async () => {
    for (const accept of ['application/json', '*/*', 'application/graphql-response+json'])
      expect((await get(accept)).headers.get('content-type')).not.toMatch('text/html');
    const answer = await get('text/html,*/*;q=0.8', '?query=%7B__typename%7D');
    expect(answer.headers.get('content-type')).not.toMatch('text/html');
  });

  test('an unknown operation is refused, and nothing is executed', async () => {
    const query = 'mutation One { signIn(input: { email: "demo@example.com", password: "no password" }) { apiKey } }';
    for (let i = 0; i < 3; i++) {
      const body = JSON.stringify({ query, operationName: 'Other' });
      const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const { data, errors } = (await response.json()) as { data?: unknown; errors: Array<{ message: string }> };
      expect([data, errors[0]?.message]).toEqual([undefined, 'Unknown operation named "Other".']);
    }
  });

  test('its files are cached permanently, and only they are served', async () => {
    const [, script = ''] = /href="([^"]+ruru\.js)"/.exec(await (await get('text/html')).text()) ?? [];
    const file = await get('*/*', `/..${script}`);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toMatch('immutable');
    expect(file.headers.get('content-type')).toMatch('text/javascript');
    for (const other of ['nothing.js', '__proto__', 'constructor', '..%2fpackage.json', '../../../package.json'])
      expect((await get('*/*', `/..${script.replace('ruru.js', other)}`)).status).toBe(404);
  });

  test.each(['/playground', '/playground?utm=1'])('%s redirects every client to it', async (path) => {
    for (const method of ['GET', 'HEAD'])
      for (const accept of ['text/html', '*/*', 'application/json']) {
        const headers = { Accept: accept };
        const response = await fetch(new URL(path, url), { method, headers, redirect: 'manual' });
        expect([response.status, response.headers.get('location')]).toEqual([302, '/graphql']);
      }
  });

  test('values in the page cannot end its script', () => {
    const html = playgroundPage({ nonce: 'N', demoKey: '</script><script>alert(1)</script><!--', now: new Date(0) });
    expect(html).not.toMatch('<script>');
    expect(html).not.toMatch('</script><script>alert');
    expect(html.match(/<script/g)?.length).toBe(html.match(/<script nonce="N"/g)?.length);
  });

  test('every example can be executed on the demo data', async () => {
    const key = printedValue(started.stdout(), 'Key');
    const examples = playgroundExamples(true, new Date(), printedValue(started.stdout(), 'Password'));
    for (const { query, variables } of examples) {
      // A subscription is executed over a socket, in the test in a browser.
      if (query.includes('subscription ')) continue;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, variables: JSON.parse(variables ?? '{}') as unknown }),
      });
      const answer = (await response.json()) as { data: unknown; errors?: unknown };
      expect([query, answer.errors]).toEqual([query, undefined]);
      expect(JSON.stringify(answer.data)).not.toMatch(/\[\]|^\{\}$/);
    }
  });
});
