/** Bodies that are too large or never end are refused, over both interfaces. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { as, cast, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { rawRequest } from '../support/raw-socket.ts';
import { testService } from '../support/service.ts';
import { record, workoutBody } from '../support/workouts.ts';
import { inTime, whatIsStored } from './untouched.ts';

const service = await testService();
const { ann } = await cast(service);
const { workout } = await record(ann);
const mebibyte = 1024 * 1024;
const untouched = await whatIsStored(service, ann);

afterEach(untouched);

const send = (path: string, type: keyof typeof contentTypes, body: string | Buffer, method = 'POST') =>
  as(ann).send(method, path, { headers: { 'Content-Type': contentTypes[type] }, body });

describe('large bodies', () => {
  const paths: [path: string, method: string, type: keyof typeof contentTypes, megabytes: number][] = [
    ['/account/login/', 'POST', 'json', 1],
    ['/account/register/', 'POST', 'form', 1],
    [`/user/${ann.id}/`, 'PATCH', 'xml', 1],
    [`/profile/${ann.id}/`, 'PATCH', 'yaml', 1],
    ['/workout/', 'POST', 'json', 32],
    ['/workout/', 'POST', 'xml', 32],
    ['/workout/', 'POST', 'gpx', 32],
    [`/workout/${workout}/`, 'PATCH', 'gpx', 32],
  ];
  const block = 'x'.repeat(mebibyte);

  test.each(paths)(
    '%s %s as %s of more than %i MiB are answered with 413, with and without a length',
    async (path, method, type, megabytes) => {
      const lines = [
        `${method} /api/v1${path} HTTP/1.1`,
        'Host: x',
        `Authorization: ${ann.authorization}`,
        `Content-Type: ${contentTypes[type]}`,
      ];
      const bytes = megabytes * mebibyte + 1;
      const announced = [...lines, `Content-Length: ${bytes}`, '', ''].join('\r\n');
      // Refused from the length alone, before the body comes.
      expect((await inTime(rawRequest(service.url, [announced]))).status).toBe(413);
      const whole = [announced, ...Array.from({ length: megabytes }, () => block), 'x'];
      expect((await inTime(rawRequest(service.url, whole), 3000)).status).toBe(413);
      const chunk = `100000\r\n${block}\r\n`;
      const chunked = [...lines, 'Transfer-Encoding: chunked', '', ''].join('\r\n');
      const chunks = [chunked, ...Array.from({ length: megabytes + 1 }, () => chunk)];
      expect((await inTime(rawRequest(service.url, chunks), 3000)).status).toBe(413);
    },
  );

  test.each(['application/json', 'application/json; charset="utf-8"'])(
    'of GraphQL (%s) are read with a key, and small ones without',
    async (type) => {
      const document = 'mutation ($i: ImportGpxInput!) { importGpx(input: $i) { workout { id } } }';
      const send = (person: Person | null, bytes: number, more: Record<string, string> = {}) =>
        (person ? as(person) : nobody(service)).sendTo('POST', '/graphql', {
          headers: { 'Content-Type': type, ...more },
          body: JSON.stringify({ query: document, variables: { i: { gpx: 'x'.repeat(bytes) } } }),
        });
      expect((await send(ann, 2 * mebibyte)).status).toBe(200);
      expect((await send(null, 1000)).status).toBe(200);
      const ways: Record<string, string>[] = [
        {},
        { 'Transfer-Encoding': 'chunked' },
        { Authorization: 'Bearer nonsense' },
      ];
      for (const more of ways) {
        const refused = await inTime(send(null, 2 * mebibyte, more), 3000);
        expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('too large')]);
      }
    },
  );

  test.each([
    ['POST', '/workout/', 'Content-Type: text/plain', 415],
    ['POST', '/workout/', 'Content-Type: application/json\r\nContent-Encoding: br', 415],
    ['POST', '/workout/', 'X: y', 400],
    ['PATCH', `/workout/${workout}/`, 'Content-Type: application/json', 415],
    ['POST', '/picture/?post_id=1', 'Content-Type: text/yaml', 415],
    ['POST', '/workout/', 'Content-Type: text/yaml', 413],
  ])('%s %s with %s are refused with %i from the header', async (method, path, header, status) => {
    for (const length of ['Content-Length: 31000000', 'Transfer-Encoding: chunked']) {
      if (status === 413 && length.startsWith('T')) continue;
      const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${ann.authorization}\r\n${header}\r\n${length}`;
      // Of chunks the first byte tells that there is a body.
      const sent = length.startsWith('T') ? ['1\r\nx\r\n'] : [];
      expect((await inTime(rawRequest(service.url, [`${head}\r\n\r\n`, ...sent]))).status).toBe(status);
    }
  });

  test('of GraphQL are refused', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await inTime(
      as(ann).sendTo('POST', '/graphql', { headers, body: `{"query":"${'x'.repeat(33 * mebibyte)}"}` }),
      3000,
    );
    expect(answer.status).toBe(413);
  });

  test('of exactly the largest size are read', async () => {
    const body = JSON.stringify({ nonsense: 'x'.repeat(mebibyte - 100) });
    expect((await send(`/user/${ann.id}/`, 'json', body, 'PATCH')).status).toBe(202);
    const big = JSON.stringify({ ...workoutBody({ title: '' }), nonsense: 'x'.repeat(31 * mebibyte) });
    expect((await send('/workout/', 'json', big)).text).toMatch(/^title: /);
  });
});

describe('uploads that do not end', () => {
  const gpx = makeGpx({ points: 500, start: '2022-01-01T00:00:00Z' });
  const head = (length: string) =>
    [
      'POST /api/v1/workout/ HTTP/1.1',
      'Host: x',
      `Authorization: ${ann.authorization}`,
      `Content-Type: ${contentTypes.gpx}`,
      length,
      '',
      '',
    ].join('\r\n');

  test.each([
    ['with a length', [head(`Content-Length: ${gpx.length}`), gpx.slice(0, -1)]],
    [
      'with chunks',
      [head('Transfer-Encoding: chunked'), `${(gpx.length - 9).toString(16)}\r\n${gpx.slice(0, -9)}\r\n`],
    ],
    [
      'with a complete file but an unfinished chunk',
      [head('Transfer-Encoding: chunked'), `${gpx.length.toString(16)}\r\n${gpx}\r\n`],
    ],
  ])('%s leave nothing when the client disconnects', async (_how, chunks) => {
    for (let i = 0; i < 5; i++) await rawRequest(service.url, chunks, true);
    await sleep(300);
  });

  test('do not delay other requests', async () => {
    const slow = Array.from({ length: 20 }, () =>
      rawRequest(service.url, [head('Content-Length: 1000'), '<gpx'], true),
    );
    for (let i = 0; i < 5; i++) await inTime(as(ann).get('/me/'));
    await Promise.all(slow);
  });

  test('malformed HTTP is refused', async () => {
    const requests = [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /api/v1/me/ HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
    ];
    for (const request of requests) expect((await inTime(rawRequest(service.url, [request]))).status).toBe(400);
    const smuggled = `POST /api/v1/account/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect((await inTime(rawRequest(service.url, [smuggled]))).status).toBe(400);
    const huge = `GET /api/v1/me/ HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`;
    expect((await inTime(rawRequest(service.url, [huge]))).status).toBe(431);
  });
});
