/** The page at `/import` as it is served: its headers, its modules, and its documents. The slow test tries it in a browser. */
import { expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { executableSchema } from '../../schema/index.ts';
import { importDocuments } from '../../src/web/pages/import-page.documents.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const get = (path: string) => fetch(service.url + path, { redirect: 'manual' });

test('it loads its own modules alone, and tells no other site its address', async () => {
  const page = await get('/import');
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^;]*; script-src 'self'; connect-src 'self'; form-action 'self';/,
  );
  const text = await page.text();
  const [, script = ''] = /<script type="module" src="([^"]+)">/.exec(text) ?? [];
  expect(text.match(/src=/g)).toHaveLength(1);
  const seen = new Set<string>();
  const load = async (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const module = await get(path);
    expect([module.status, module.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(module.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const [, other = ''] of (await module.text()).matchAll(/from '([^']+)'/g))
      await load(new URL(other, service.url + path).pathname);
  };
  await load(`/${script}`);
  expect(seen.size).toBe(5);
});

test('another version, another module and a slash at the end lead to nothing, or to the page', async () => {
  const [, version = ''] = /import\/(\w+)\//.exec(await (await get('/import')).text()) ?? [];
  for (const path of [
    `/import/${version}/tsconfig.json`,
    `/import/${version}/..%2Fpages%2Fpage.js`,
    '/import/0/import-page.js',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  const slash = await get('/import/');
  expect([slash.status, slash.headers.get('location')]).toEqual([303, '../import']);
});

test.each(Object.entries(importDocuments))('%s is a document of the schema', (_name, text) => {
  expect(validate(executableSchema(), parse(text))).toEqual([]);
});
