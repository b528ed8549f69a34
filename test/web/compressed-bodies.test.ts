/**
 * Compressed bodies are read in both interfaces, within the limits of their content: one that becomes 10 GB is refused at once.
 * Covers `Content-Encoding`, files of the type application/gzip, and what is said to bodies that do not decompress.
 */
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { newPerson } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { exchange } from '../support/exchange.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Archer');
const mebibyte = 1024 * 1024;
const gpx = { 'Content-Type': contentTypes.gpx };
const json = { 'Content-Type': 'application/json' };
const gzip = { 'Content-Encoding': 'gzip' };
const send = (path: string, headers: Record<string, string>, body: string | Buffer, method = 'POST') =>
  exchange(ann, method, path, headers, body);
const workouts = '/api/v1/workout/';
let day = 0;
const file = (points = 61) => makeGpx({ points, start: `2024-06-${String(++day).padStart(2, '0')}T06:00:00Z` });

/** 10 GiB of spaces in 10 MB: a gzip file may have many members. */
const bomb = () => {
  const member = gzipSync(Buffer.alloc(64 * mebibyte, ' '));
  return Buffer.concat(Array.from({ length: 160 }, () => member));
};

describe('a GPX file', () => {
  test.each<[how: string, headers: Record<string, string>, pack: (text: string) => Buffer]>([
    ['in gzip', { ...gpx, ...gzip }, gzipSync],
    ['in gzip, by its older name', { ...gpx, 'Content-Encoding': 'X-GZIP' }, gzipSync],
    ['in deflate', { ...gpx, 'Content-Encoding': 'deflate' }, deflateSync],
    ['as .gpx.gz', { 'Content-Type': 'application/gzip' }, gzipSync],
    ['as .gpx.gz, by its older name', { 'Content-Type': 'application/x-gzip; charset=binary' }, gzipSync],
    ['as it is', { ...gpx, 'Content-Encoding': 'identity' }, (text) => Buffer.from(text)],
  ])('is imported %s', async (_how, headers, pack) => {
    const answer = await send(workouts, headers, pack(file()));
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"title":"Morning"')]);
  });

  test('that is larger than the memory for small bodies is imported, sent in chunks', async () => {
    const packed = gzipSync(file(20_000));
    const chunked = { ...gpx, ...gzip, 'Transfer-Encoding': 'chunked' };
    expect((await send(workouts, { ...gpx, ...gzip }, packed)).status).toBe(201);
    const again = await exchange(ann, 'POST', workouts, chunked, packed);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('206')]);
  });

  test('replaces a track', async () => {
    const made = await send(workouts, json, JSON.stringify(workoutBody()));
    const path = `${workouts}${(JSON.parse(made.text) as { id: number }).id}/`;
    expect((await send(path, { 'Content-Type': 'application/gzip' }, gzipSync(file()), 'PATCH')).status).toBe(202);
  });
});

test.each(['json', 'xml', 'yaml', 'form'] as const)('fields in %s are read from gzip', async (format) => {
  const bodies = {
    json: '{"last_name":"Anders"}',
    xml: '<object><last_name>Anders</last_name></object>',
    yaml: 'last_name: Anders',
    form: 'last_name=Anders',
  };
  const headers = { 'Content-Type': contentTypes[format], ...gzip };
  expect((await send(`/api/v1/user/${ann.id}/`, headers, gzipSync(bodies[format]), 'PATCH')).status).toBe(202);
});

test('a large GraphQL request is read from gzip, and one without a key is small', async () => {
  const query = 'mutation ($i: ImportGpxInput!) { importGpx(input: $i) { workout { title } } }';
  const body = gzipSync(JSON.stringify({ query, variables: { i: { gpx: file(20_000) } } }));
  const answer = await send('/graphql', { ...json, ...gzip }, body);
  expect(JSON.parse(answer.text)).toMatchObject({ data: { importGpx: { workout: { title: 'Morning' } } } });
  const stranger = await exchange({ ...ann, authorization: '' }, 'POST', '/graphql', { ...json, ...gzip }, body);
  expect(stranger.status).toBe(413);
});

describe('10 MB that become 10 GB', () => {
  const packed = bomb();
  test.each<[where: string, method: string, path: string, headers: Record<string, string>]>([
    ['as fields', 'PATCH', `/api/v1/user/${ann.id}/`, json],
    ['as a workout', 'POST', workouts, json],
    ['as a GPX file', 'POST', workouts, gpx],
    ['over GraphQL', 'POST', '/graphql', json],
  ])('are refused %s within a second, in flat memory', async (_where, method, path, headers) => {
    expect(packed.length).toBeGreaterThan(10_000_000);
    const memory = process.memoryUsage.rss();
    const before = process.cpuUsage();
    const answer = await send(path, { ...headers, ...gzip }, packed, method);
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('too large')]);
    // Time of the processor, of the client as well: the machine may be busy with something else. All 10 GB would take half a minute.
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(150 * mebibyte);
  });
});

describe('a body is refused with 400', () => {
  const packed = gzipSync(JSON.stringify(workoutBody()));
  test.each<[what: string, body: Buffer, sentence: RegExp]>([
    ['that is cut off', packed.subarray(0, -12), /The gzip body was cut off/],
    ['that is no gzip', Buffer.from('{"title":"x"}'), /The body is not valid gzip/],
    ['whose sum is wrong', Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8)]), /The body is not valid gzip/],
  ])('%s', async (_what, body, sentence) => {
    for (const path of [workouts, '/graphql']) {
      const answer = await send(path, { ...json, ...gzip }, body);
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(sentence)]);
    }
  });
});

test('an empty gzip body counts as an empty body', async () => {
  expect((await send(`/api/v1/user/${ann.id}/`, { ...json, ...gzip }, gzipSync(''), 'PATCH')).status).toBe(202);
});

test.each([
  [workouts, 'br', 'gzip, deflate'],
  [workouts, 'gzip, gzip', 'gzip, deflate'],
  [workouts, 'zstd', 'gzip, deflate'],
  ['/graphql', 'zstd', 'gzip, deflate, br'],
  ['/graphql', 'gzip, br', 'gzip, deflate, br'],
])('%s refuses %s with 415, and names what it takes', async (path, coding, supported) => {
  const answer = await send(path, { ...json, 'Content-Encoding': coding }, gzipSync('{}'));
  expect([answer.status, answer.headers['accept-encoding']]).toEqual([415, supported]);
  expect(answer.text).toContain(supported);
});

test('pictures and files of the type gzip are not compressed again', async () => {
  for (const [path, type] of [
    ['/api/v1/user/picture/', 'image/png'],
    [workouts, 'application/gzip'],
  ] as const) {
    const answer = await send(path, { 'Content-Type': type, ...gzip }, gzipSync('x'));
    expect([answer.status, answer.headers['accept-encoding']]).toEqual([415, 'identity']);
  }
});

test('a file of the type gzip is refused where no GPX file is taken', async () => {
  const answer = await send(`/api/v1/user/${ann.id}/`, { 'Content-Type': 'application/gzip' }, gzipSync('{}'), 'PATCH');
  expect(answer.status).toBe(415);
});
