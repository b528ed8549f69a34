/** Without demo data, the playground is the editor alone: it has no keys, no further pages and no explanations. */
import { expect, test } from '@jest/globals';
import { newPerson } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';

const service = await testService({ DEMO: 'off', PLAYGROUND: 'on' });

test('neither pages, endpoints, headers nor extensions show what the playground of the demo data shows', async () => {
  const { authorization } = await newPerson(service, 'Ann', 'Archer');
  const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, service.url), { headers });

  const editor = await (await get('/graphql', { Accept: 'text/html' })).text();
  expect(editor).toMatch('PASTE-YOUR-KEY-HERE');
  expect(editor).not.toMatch(/playground-data|<header class="bar"|editor\.js|\/playground\/(people|rest|live)/);
  expect(service.demo).toBeNull();
  for (const path of ['people', 'rest', 'live', 'explanations/asked'])
    expect([path, (await get(`/playground/${path}`, { Accept: 'text/html' })).status]).toEqual([path, 404]);

  const plain = { Authorization: authorization };
  const asking = { ...plain, 'X-Explain': 'on', 'X-Request-Id': 'asked' };
  const shape = async (response: Response) => [[...response.headers.keys()].sort(), await response.text()];
  expect(await shape(await get('/api/v1/post/', asking))).toEqual(await shape(await get('/api/v1/post/', plain)));
  expect((await get('/playground/explanations/asked')).status).toBe(404);

  const document = { method: 'POST', body: JSON.stringify({ query: '{ me { firstName } }' }) };
  for (const headers of [plain, asking]) {
    const all = { ...headers, 'Content-Type': 'application/json' };
    const answer = (await (await fetch(new URL('/graphql', service.url), { ...document, headers: all })).json()) as {
      extensions: object;
    };
    expect(Object.keys(answer.extensions)).toEqual(['cost']);
    expect(Object.keys(answer)).toEqual(['data', 'extensions']);
  }
});
