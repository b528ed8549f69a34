/** Cross-origin requests are answered according to the configured origins, including OPTIONS. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { promote } from '../events/participation.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { spendPoints } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';
import { record, workoutBody } from '../support/workouts.ts';

const origin = 'https://app.example';
const service = await testService({
  CORS_ORIGINS: `${origin},https://other.example`,
  RATE_LIMITS: 'on',
  RATE_POINTS: '25000',
});
const open = await testService({ CORS_ORIGINS: '*' });
const closed = await testService({ DEMO: 'off' });
const demo = await testService();
const strict = await testService({ DOCUMENTS: 'registered' });
const ann = await newPerson(service, 'Ann', 'Archer');
const { workout } = await record(ann);

const words = (header: unknown) => String(header ?? '').split(/, */);
const named = {
  Origin: origin,
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization, x-http-method-override',
};

describe('OPTIONS', () => {
  test.each([
    ['/workout/', 'GET, HEAD, OPTIONS, POST'],
    [`/workout/${workout}/`, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/account/register/', 'OPTIONS, POST'],
  ])('%s lists its methods, for browsers and others', async (path, allowed) => {
    for (const headers of [{} as Record<string, string>, { Origin: origin }, named]) {
      const answer = await nobody(service).send('OPTIONS', path, { headers });
      expect([answer.status, answer.headers['allow'], answer.text]).toEqual([200, allowed, '']);
    }
  });

  test.each(['/api/v1/workout/', '/graphql', '/graphql/stream', '/pictures/1', '/nothing'])(
    'before a request to %s allows the browser to send it',
    async (path) => {
      const { status, headers } = await nobody(service).sendTo('OPTIONS', path, { headers: named });
      expect(status).toBe(path.startsWith('/api') ? 200 : 204);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(words(headers['access-control-allow-methods'])).toEqual(
        expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      );
      expect(words(headers['access-control-allow-headers'])).toEqual(['authorization', 'x-http-method-override']);
    },
  );
});

describe('an answer', () => {
  const requests = [
    ['GET', '/api/v1/workout/', 200],
    ['HEAD', '/api/v1/workout/', 200],
    ['GET', '/api/v1/workout/999999/', 404],
    ['GET', '/api/v1/nothing/', 404],
    ['GET', '/api/v1/workout/?limit=x', 400],
    ['GET', '/nothing', 404],
    ['GET', '/graphql?query=%7B__typename%7D', 200],
  ] as const;

  test.each(requests)(
    'to %s %s can be read by a configured origin, including its headers',
    async (method, path, status) => {
      const answer = await as(ann).sendTo(method, path, { headers: { Origin: origin } });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, origin]);
      expect(words(answer.headers['access-control-expose-headers'])).toEqual(
        expect.arrayContaining(['Allow', 'ETag', 'Location', 'Retry-After', 'X-Request-Id', 'RateLimit-Remaining']),
      );
      expect(words(answer.headers['vary'])).toContain('Origin');
      if (path.startsWith('/api'))
        expect(words(answer.headers['vary'])).toEqual(['Origin', 'Accept', 'Authorization', 'Accept-Encoding']);
    },
  );

  test.each(requests)('to %s %s cannot be read by another origin', async (method, path, status) => {
    const answer = await as(ann).sendTo(method, path, { headers: { Origin: 'https://evil.example' } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, undefined]);
    expect(words(answer.headers['vary'])).toContain('Origin');
  });

  test('to a refused request has the header as well', async () => {
    const headers = { Origin: origin };
    const body = { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(workoutBody()) };
    expect((await as(ann).send('POST', '/workout/', body)).headers['location']).toMatch('/api/v1/workout/');
    await spendPoints(as(ann));
    const refused = await as(ann).get('/me/', headers);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([429, origin]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('to any origin can be read if * is configured', async () => {
  const answer = await nobody(open).get('/me/', { Origin: 'https://anywhere.example' });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, '*']);
  expect(answer.headers['vary']).toBe('Accept, Authorization, Accept-Encoding');
});

test('cannot be read by any origin if none is configured', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await nobody(closed).send(method, '/me/', { headers: named });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('a demo that only this machine can reach allows the origins of this machine', async () => {
  for (const [who, from, allowed] of [
    [demo, 'http://localhost:5173', true],
    [demo, 'https://127.0.0.1', true],
    [demo, 'http://[::1]:3000', true],
    [demo, 'http://localhost.evil.example', false],
    [demo, 'http://127.0.0.1.evil.example:80', false],
    [closed, 'http://localhost:5173', false],
  ] as const) {
    const { headers } = await nobody(who).sendTo('POST', '/graphql', {
      headers: { Origin: from, 'Content-Type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    });
    expect([from, headers['access-control-allow-origin']]).toEqual([from, allowed ? from : undefined]);
  }
});

test('only staff are served the schema with what only staff can use', async () => {
  const staff = await newPerson(service, 'Sia', 'Schema');
  const sdl = async (who: Client) => (await who.sendTo('GET', '/graphql/schema.graphql')).text;
  const before = [
    await sdl(nobody(service)),
    await sdl(as(staff)),
    await sdl(new Client(service.url, 'Bearer nonsense')),
  ];
  for (const text of before) {
    expect(text).not.toMatch(
      /ModerationCase|AbuseReport|explainVisibility|suspendPerson|SuspendPersonInput|CreateEventInput/,
    );
    expect(text).toMatch(/enum ErrorCode|type EventSponsor/);
    expect(() => buildSchema(text)).not.toThrow();
  }
  await promote(service, staff);
  expect(await sdl(as(staff))).toBe(await readFile(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));
});

test('browsers receive the schema as a page, in which the names of types are links', async () => {
  const accepting = (Accept: string) =>
    nobody(service).sendTo('GET', '/graphql/schema.graphql', { headers: { Accept } });
  const browser = await accepting('text/html,application/xhtml+xml,*/*;q=0.8');
  expect(browser.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(browser.text).toMatch(
    /<pre id="Query">[^]*<pre id="Mutation">[^]*<pre id="Subscription">[^]*<pre id="AcceptConversationInput">/,
  );
  expect(browser.text).toContain('workout: <a href="#Workout">Workout</a>');
  expect(browser.text).not.toContain('id="ModerationCase"');
  for (const accept of ['*/*', 'text/plain'])
    expect((await accepting(accept)).headers['content-type']).toBe('text/plain; charset=utf-8');
});

test('the schema is served as text, unless only registered documents are accepted', async () => {
  const [read, again] = [
    await nobody(service).sendTo('GET', '/graphql/schema.graphql'),
    await nobody(service).sendTo('GET', '/graphql/schema.graphql'),
  ];
  expect([read.status, read.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(read.text).toContain('type Workout implements Node {');
  const known = { headers: { 'If-None-Match': again.headers.etag ?? '' } };
  expect((await nobody(service).sendTo('GET', '/graphql/schema.graphql', known)).status).toBe(304);
  expect((await nobody(strict).sendTo('GET', '/graphql/schema.graphql')).status).not.toBe(200);
});
