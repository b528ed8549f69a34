/**
 * Every row that answers a GET sends an ETag, answers 304 to a client that has the content, and is compressed for a client that
 * accepts that; each client sees its own content only.
 */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import { exchange } from '../support/exchange.ts';
import { fetchablePaths } from '../support/fetchable.ts';
import { contentTypes } from '../support/client.ts';
import { RawConnection } from '../support/raw-socket.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const limited = await testService({ RATE_LIMITS: 'on', RATE_POINTS: '600000' });
// Signed URLs change with the day: it does not end here.
service.clock.set(new Date());
const people = await cast(service);
const { ann, bob } = people;
const recorded = await record(ann, { title: 'Tempo & <hills> "über" 🏃', post_body: 'x'.repeat(2000) });
const fetchable = await fetchablePaths(service, people, recorded);
const paths = Object.entries(fetchable).map(([label, path]) => [label, `/api/v1${path}`] as const);
const codings = ['gzip', 'br'] as const;

describe.each(paths)('%s', (_label, path) => {
  test('is tagged and compressed in each format, and not sent again', async () => {
    for (const format of ['json', 'xml', 'yaml'] as const) {
      const Accept = contentTypes[format];
      const plain = await exchange(ann, 'GET', path, { Accept });
      const etag = String(plain.headers.etag);
      expect([plain.status, plain.headers['content-encoding'], etag]).toEqual([
        200,
        undefined,
        expect.stringMatching(/^W\/"[\w-]{16}"$/),
      ]);
      for (const coding of codings) {
        const packed = await exchange(ann, 'GET', path, { Accept, 'Accept-Encoding': coding });
        expect([packed.text, packed.headers.etag]).toEqual([plain.text, etag]);
        const isShort = plain.text.length < 1024;
        expect(packed.headers['content-encoding']).toBe(isShort ? undefined : coding);
        expect(Number(packed.headers['content-length'])).toBe(packed.bytes.length);
        if (!isShort) expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
      }
      for (const method of ['GET', 'HEAD']) {
        const again = await exchange(ann, method, path, { Accept, 'If-None-Match': etag });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      }
    }
  });
});

describe('If-None-Match', () => {
  const path = '/api/v1/me/';
  test.each<[value: (tag: string) => string, status: number]>([
    [(tag) => tag, 304],
    [(tag) => tag.slice(2), 304],
    [(tag) => `"other",  ${tag} , W/"x"`, 304],
    [() => '*', 304],
    [() => '"other"', 200],
    [(tag) => tag.toLowerCase().replace('w/"', 'W/"x'), 200],
    [() => '', 200],
    [(tag) => tag.replaceAll('"', ''), 200],
  ])('%s is answered with %i', async (value, status) => {
    const { etag } = (await as(ann).get('/me/')).headers;
    expect((await exchange(ann, 'GET', path, { 'If-None-Match': value(String(etag)) })).status).toBe(status);
  });

  test('has no effect once something has changed', async () => {
    const { etag } = (await as(ann).get('/me/')).headers;
    await as(ann).patch(`/user/${ann.id}/`, { last_name: 'Anders' });
    const changed = await exchange(ann, 'GET', path, { 'If-None-Match': String(etag) });
    expect([changed.status, changed.text.includes('Anders')]).toEqual([200, true]);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('has no effect on errors and writes', async () => {
    const all = { 'If-None-Match': '*' };
    expect((await exchange(ann, 'GET', '/api/v1/workout/999999/', all)).status).toBe(404);
    const answer = await exchange(ann, 'POST', '/api/v1/workout/', { ...all, 'Content-Type': 'text/plain' }, 'x');
    expect(answer.status).toBe(415);
  });
});

describe('what one person has', () => {
  test('is no answer to another, and caches are told so', async () => {
    const mine = await exchange(ann, 'GET', '/api/v1/me/');
    const others = await exchange(bob, 'GET', '/api/v1/me/', { 'If-None-Match': String(mine.headers.etag) });
    expect([others.status, others.text.includes('Bob')]).toEqual([200, true]);
    expect(mine.headers).toMatchObject({
      vary: 'Accept, Authorization, Accept-Encoding',
      'cache-control': 'private, no-cache',
    });
  });

  test('is not confirmed to a key that has been revoked', async () => {
    const path = '/api/v1/me/';
    const gone = { ...bob };
    const all = { 'If-None-Match': '*' };
    expect((await exchange(gone, 'GET', path, all)).status).toBe(304);
    await as(bob).graphql('mutation { signOut { done } }');
    expect((await exchange(gone, 'GET', path, all)).status).toBe(401);
  });
});

describe('a GPX file', () => {
  const accept = { Accept: contentTypes.gpx };
  const list = '/api/v1/workout/';

  test('is compressed, tagged, and not sent again until a run changes', async () => {
    const plain = await exchange(ann, 'GET', list, accept);
    expect(plain.text).toContain('<trkpt');
    for (const coding of codings) {
      const packed = await exchange(ann, 'GET', list, { ...accept, 'Accept-Encoding': coding });
      expect([packed.status, packed.headers['content-encoding'], packed.text]).toEqual([200, coding, plain.text]);
    }
    const known = { ...accept, 'If-None-Match': String(plain.headers.etag) };
    for (const method of ['GET', 'HEAD'])
      expect(await exchange(ann, method, list, known)).toMatchObject({ status: 304, text: '' });
    const head = await exchange(ann, 'HEAD', list, accept);
    expect([head.status, head.headers.etag]).toEqual([200, plain.headers.etag]);
    const { errors } = await as(ann).graphql(
      'mutation ($id: ID!) { editWorkout(input: { id: $id, title: "Renamed" }) { workout { title } } }',
      { id: globalId('Workout', recorded.workout) },
    );
    expect(errors).toEqual([]);
    const renamed = await exchange(ann, 'GET', list, known);
    expect([renamed.status, renamed.text.includes('Renamed')]).toEqual([200, true]);
  });
});

test('an unchanged poll takes at most 300 bytes, and is paid for', async () => {
  const { ann: polling } = await cast(limited);
  await record(polling);
  const wire = await RawConnection.to(limited.url);
  const path = '/api/v1/post/?type=friends&limit=20';
  const ask = async (more: string) => {
    await wire.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${polling.authorization}\r\n${more}\r\n`);
    return wire.answer();
  };
  const first = await ask('');
  const tag = /\r\nETag: (.*)\r\n/.exec(first?.head ?? '')?.[1];
  const left = (head = '') => Number(/\r\nRateLimit-Remaining: (\d+)/.exec(head)?.[1]);
  const second = await ask(`If-None-Match: ${tag}\r\n`);
  expect(second?.status).toBe(304);
  expect(Buffer.byteLength(second?.head ?? '') + 4).toBeLessThanOrEqual(300);
  expect(left(second?.head)).toBeLessThan(left(first?.head));
  // The connection stays open.
  const names = (await ask(`If-None-Match: ${tag}\r\n`))?.head.split('\r\n').map((line) => line.split(':', 1)[0]);
  expect(names).toEqual([
    'HTTP/1.1 304 Not Modified',
    'ETag',
    'Vary',
    'Cache-Control',
    'X-Request-Id',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Date',
  ]);
  wire.close();
});
