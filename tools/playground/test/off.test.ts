/** Without `PLAYGROUND`, and without demo data, the pages for developers are addresses at which there is nothing, and nothing leads to them. */
import { describe, expect, test } from '@jest/globals';
import { assetPath } from '../assets.ts';
import { staticPath } from '../playground-page.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { welcome } from '../../../src/process/welcome.ts';
import { as, newPerson } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Archer');
const ask = async (path: string, accept: string, method = 'GET') => {
  const answer = await fetch(new URL(path, service.url), { method, headers: { Accept: accept }, redirect: 'manual' });
  return [answer.status, answer.headers.get('content-type'), await answer.text()];
};

describe.each(['text/html', 'application/json'])('for %s', (accept) => {
  test.each([
    ['GET', '/migrate'],
    ['GET', '/migrate?row=GET%20%2Fpost%2F'],
    ['POST', '/migrate'],
    ['POST', '/migrate/calls'],
    ['POST', '/migrate/operations'],
    ['GET', '/playground'],
    ['GET', '/playground/people'],
    ['GET', '/playground/live'],
    ['GET', '/playground/rest'],
    ['GET', `${assetPath}recording.js`],
    ['GET', `${assetPath}style.css`],
    ['GET', `${staticPath}ruru.js`],
  ])('%s %s is unknown', async (method, path) => {
    expect(await ask(path, accept, method)).toEqual(await ask('/nowhere', accept));
  });
});

test('there is no editor, and GraphQL answers', async () => {
  expect(await ask('/graphql', 'text/html')).toEqual(await ask('/nowhere', 'text/html'));
  expect((await ask('/graphql?query={__typename}', 'application/json'))[0]).toBe(200);
  expect((await ask('/graphql', 'application/json'))[0]).toBe(400);
});

test('neither the first page, nor the start, nor an answer leads to them', async () => {
  for (const text of [(await ask('/', 'text/html'))[2], welcome(service.url, readConfig({}), null)])
    expect(text).not.toMatch(/playground|migrate/i);
  const { headers } = await as(ann).get('/me/');
  expect([headers.link, headers['graphql-document-id']]).toEqual([undefined, expect.stringContaining('sha256:')]);
});

test('the other pages and documents are served', async () => {
  const paths = ['/', '/api/v1/docs', '/api/v1/openapi.json', '/api/v1/', '/graphql/schema.graphql'];
  for (const path of paths) expect([path, (await ask(path, 'text/html'))[0]]).toEqual([path, 200]);
});

test('the setting is on or off', () => {
  expect(['on', 'off', ''].map((PLAYGROUND) => readConfig({ PLAYGROUND }).playground)).toEqual([
    true,
    false,
    undefined,
  ]);
  expect(() => readConfig({ PLAYGROUND: 'yes' })).toThrow('PLAYGROUND');
});
