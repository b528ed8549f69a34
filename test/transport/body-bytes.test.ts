/** The bytes of bodies: encodings of text, byte order marks, and bodies that wait for `100 Continue` (decisions P16, P23). */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { spendPoints } from '../support/spend-points.ts';

const service = await testService();
const limited = await testService({ RATE_LIMITS: 'on', RATE_POINTS: '25000' });
const { ann } = await cast(service);

const mutation = (name: string) =>
  JSON.stringify({
    query: 'mutation ($n: String!) { updateUser(input: { firstName: $n }) { user { firstName } } }',
    variables: { n: name },
  });
const mark = Buffer.from([0xef, 0xbb, 0xbf]);

const graphql = (body: Buffer, headers: Record<string, string> = {}, path = '/graphql') =>
  as(ann).sendTo('POST', path, { headers: { 'Content-Type': 'application/json', ...headers }, body });
const firstName = async () => (await as(ann).get('/me/')).json<{ first_name: string }>().first_name;

describe('GraphQL refuses text that is not UTF-8, and stores nothing of it', () => {
  test.each([
    ['Latin-1', Buffer.from(mutation('Jörg'), 'latin1'), {}],
    ['Latin-1 in gzip', gzipSync(Buffer.from(mutation('Jörg'), 'latin1')), { 'Content-Encoding': 'gzip' }],
    [
      'Latin-1 declared as UTF-8',
      Buffer.from(mutation('é'), 'latin1'),
      { 'Content-Type': 'application/json; charset=utf-8' },
    ],
    ['UTF-16', Buffer.from(`\ufeff${mutation('Zoë')}`, 'utf16le'), {}],
    [
      'a surrogate in UTF-8',
      Buffer.from(mutation('X\x01\x02').replace('\\u0001\\u0002', '\xed\xa0\x80'), 'latin1'),
      {},
    ],
    ['a text that is cut off', Buffer.from(mutation('日')).subarray(0, -4), {}],
  ])('%s', async (_what, body, headers) => {
    const before = await firstName();
    for (const path of ['/graphql', '/graphql/stream']) {
      const answer = await graphql(
        body,
        { ...headers, ...(path === '/graphql' ? {} : { Accept: 'text/event-stream' }) },
        path,
      );
      expect([path, answer.status]).toEqual([path, 400]);
    }
    expect(await firstName()).toBe(before);
  });

  test('with a sentence', async () => {
    const answer = await graphql(Buffer.from(mutation('Jörg'), 'latin1'));
    expect(answer.json<{ errors: { message: string }[] }>().errors[0]?.message).toBe('The body is not valid UTF-8.');
    const query = {
      headers: { 'Content-Type': 'application/graphql' },
      body: Buffer.from('{ me { id } } # é', 'latin1'),
    };
    expect((await as(ann).sendTo('QUERY', '/graphql', query)).status).toBe(400);
  });
});

test.each(['query=%7B__typename%7D%23%F6', 'query=%7B__typename%7D&variables=%7B%22n%22:%22J%F6rg%22%7D'])(
  'GraphQL refuses the query string %s, which is not UTF-8',
  async (search) => {
    for (const path of ['/graphql', '/graphql/stream']) {
      const answer = await as(ann).sendTo('GET', `${path}?${search}`, { headers: { Accept: 'text/event-stream' } });
      expect([path, answer.status, answer.text]).toEqual([path, 400, expect.stringContaining('not valid UTF-8')]);
    }
    const valid = await as(ann).sendTo('GET', '/graphql?query=%7B__typename%7D%23%EF%BF%BD%C3%B6');
    expect(valid.status).toBe(200);
  },
);

test.each([
  ['utf8', 200],
  ['"UTF-8"', 200],
  ['us-ascii', 200],
  ['', 200],
  ['iso-8859-1', 415],
  ['utf-16', 415],
])('GraphQL with the charset %s is answered with %i', async (charset, status) => {
  const type = { 'Content-Type': `application/json; charset=${charset}` };
  expect((await graphql(Buffer.from('{"query":"{ __typename }"}'), type)).status).toBe(status);
});

test.each([
  ['as it is', {}, (body: Buffer) => body],
  ['in gzip', { 'Content-Encoding': 'gzip' }, gzipSync],
])('GraphQL skips a byte order mark, %s', async (_how, headers, pack) => {
  const answer = await graphql(pack(Buffer.concat([mark, Buffer.from(mutation('Zoë'))])), headers);
  expect([answer.status, await firstName()]).toEqual([200, 'Zoë']);
});

describe('a form in ISO-8859-1', () => {
  const send = (type: string, body: string) =>
    as(ann).send('PATCH', `/user/${ann.id}/`, {
      headers: { 'Content-Type': `application/x-www-form-urlencoded${type}` },
      body: Buffer.from(body, 'latin1'),
    });
  test.each([
    ['; charset=ISO-8859-1', 'first_name=J%F6rg', 'Jörg'],
    ['; charset="iso-8859-1"', 'first_name=Jos%E9+M', 'José M'],
    ['; charset=ISO-8859-1', 'first_name=Ren\xe9e', 'Renée'],
    ['; charset=ISO-8859-1', 'first_name=Zo%C3%AB', 'Zoë'],
    ['; charset=UTF-8', 'first_name=Zo%C3%AB', 'Zoë'],
  ])('is read as its type says: %s %s', async (type, body, stored) => {
    expect((await send(type, body)).status).toBe(202);
    expect(await firstName()).toBe(stored);
  });

  test.each(['', '; charset=utf-8'])('is refused where its type does not say it:%s', async (type) => {
    expect((await send(type, 'first_name=J%F6rg')).status).toBe(400);
  });
});

test('OPTIONS * concerns the server', async () => {
  const answer = await as(ann).sendTo('OPTIONS', '*');
  expect([answer.status, answer.headers.allow]).toEqual([200, 'GET, HEAD, POST, PUT, PATCH, DELETE, QUERY, OPTIONS']);
});

/** Sends headers that announce a body, and the body only after `100 Continue`. Returns everything that came back. */
async function expecting(
  line: string,
  headers: Record<string, string>,
  body: string | Buffer,
  url = service.url,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (chunk) => {
    const before = said;
    said += chunk.toString();
    if (!before.includes('100 Continue') && said.includes('100 Continue')) socket.write(body);
  });
  const all = {
    Host: `${hostname}:${port}`,
    Expect: '100-continue',
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return said;
}

describe('a body that waits for 100 Continue', () => {
  const keyed = ({ authorization }: Person) => ({ Authorization: authorization });
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  test.each([
    ['a REST row', 'POST /api/v1/comment/', { ...keyed(ann), ...json }, '{"post_id":1}', 404],
    ['a PATCH', `PATCH /api/v1/user/${ann.id}/`, { ...keyed(ann), ...json }, '{"first_name":"Ann"}', 202],
    ['GraphQL', 'POST /graphql', { ...keyed(ann), ...json }, '{"query":"{ me { id } }"}', 200],
    [
      'a page',
      'POST /password-reset/nothing',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'password=x',
      null,
    ],
  ])('is let come: %s', async (_what, line, headers, body, status) => {
    const said = await expecting(line, headers, body);
    expect(said).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 \d/);
    if (status !== null) expect(said).toContain(`HTTP/1.1 ${status} `);
  });

  test.each([
    ['without a key', 'POST /api/v1/comment/', json, '{}', 401],
    ['of an unknown path', 'POST /api/v1/nothing/', json, '{}', 404],
    ['of a method that is not there', 'PUT /api/v1/comment/', { ...keyed(ann), ...json }, '{}', 405],
    ['of an unknown type', 'POST /api/v1/comment/', { ...keyed(ann), 'Content-Type': 'text/html' }, '{}', 415],
    ['that is too large', 'POST /api/v1/comment/', { ...keyed(ann), ...json }, 'x'.repeat(1024 * 1024 + 1), 413],
    ['that is too large for GraphQL without a key', 'POST /graphql', json, 'x'.repeat(300_000), 413],
    ['that is too large for a page', 'POST /password-reset/x', form, 'x'.repeat(1024 * 1024), 413],
    ['of a page that is no form', 'POST /password-reset/x', json, '{}', 410],
    ['of an upload that does not exist', 'PUT /media/upload/x', { 'Content-Type': 'image/jpeg' }, 'x', 404],
  ])('is not, when the headers show what is wrong: a body %s', async (_what, line, headers, body, status) => {
    const said = await expecting(line, headers, body);
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(said).not.toContain('100 Continue');
  });

  test('is not with a key that may not write, and without points', async () => {
    const { data } = await as(ann).graphql<{ createApiKey: { apiKey: string } }>(
      'mutation { createApiKey(input: { name: "reads", scopes: [FEED_READ] }) { apiKey } }',
    );
    const key = { Authorization: `Bearer ${data?.createApiKey.apiKey}` };
    expect(await expecting('POST /api/v1/comment/', { ...key, ...json }, '{}')).toMatch(/^HTTP\/1\.1 403 /);
    const zoe = await newPerson(limited, 'Zoe', 'Spending');
    await spendPoints(as(zoe));
    const refused = (line: string) => expecting(line, { ...keyed(zoe), ...json }, '{}', limited.url);
    for (const line of ['POST /api/v1/comment/', 'POST /graphql'])
      expect([line, await refused(line)]).toEqual([line, expect.stringMatching(/^HTTP\/1\.1 429 /)]);
  });
});
