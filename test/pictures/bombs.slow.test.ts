/** Hostile and very large pictures are accepted or refused at a limited cost. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { as, cast } from '../support/cast.ts';
import type { Cast } from '../support/cast.ts';
import { rawRequest } from '../support/raw-socket.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { blackPng, noise, stripes } from './images.ts';
import { fetched, pictureOf, send } from './sending.ts';

const service = await testService();
let people: Cast;
let post: number;
beforeAll(async () => {
  people = await cast(service);
  ({ post } = await record(people.ann));
});

/** Milliseconds that any of these may take; on an idle machine it is a second. */
const patience = 30_000;

const mebibyte = 1024 * 1024;
const tooMany = 'picture: at most 50 megapixels.';
const broken = 'picture: must be a whole JPEG or PNG file';
const large = await noise(3000, 2000).jpeg().toBuffer();
const png = await noise(300, 200).png().toBuffer();
const progressive = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#f00' } })
  .jpeg({ progressive: true })
  .toBuffer();

/** Repeats the shortest scan of a progressive JPEG: each takes the work of a whole picture. */
function withScans(jpeg: Buffer, times: number): Buffer {
  const starts: number[] = [];
  for (let at = jpeg.indexOf('ffda', 0, 'hex'); at >= 0; at = jpeg.indexOf('ffda', at + 2, 'hex')) starts.push(at);
  const end = jpeg.length - 2;
  const scans = starts.slice(1).map((start, i) => jpeg.subarray(start, starts[i + 2] ?? end));
  const shortest = scans.reduce((one, other) => (other.length < one.length ? other : one));
  return Buffer.concat([jpeg.subarray(0, end), ...Array<Buffer>(times).fill(shortest), jpeg.subarray(end)]);
}

const refused: [what: string, status: number, text: string, bytes: Buffer][] = [
  ['a PNG of 30,000 × 30,000 in some kilobytes', 413, tooMany, blackPng(30_000, 30_000, { depth: 1, color: 0 })],
  ['one that only says so', 413, tooMany, blackPng(30_000, 30_000, { rows: 1 })],
  ['a PNG of 2³¹ pixels a side', 400, broken, blackPng(0x7fff_ffff, 0x7fff_ffff, { rows: 0 })],
  ['a line of 70,000 pixels', 413, 'picture: at most 65535 pixels a side.', blackPng(70_000, 1)],
  ['40 megapixels of 16 bits', 413, 'picture: at most 200 MB unpacked.', blackPng(6400, 6250, { depth: 16, color: 6 })],
  ['a progressive JPEG of 500 scans', 400, broken, withScans(progressive, 500)],
  ['a truncated JPEG', 400, broken, large.subarray(0, large.length / 2)],
  ['a truncated PNG', 400, broken, png.subarray(0, png.length - 500)],
  [
    'a PNG whose pixels are damaged',
    400,
    broken,
    Buffer.concat([png.subarray(0, 2000), Buffer.alloc(2000, 7), png.subarray(4000)]),
  ],
  [
    'the marks of a JPEG and nothing after',
    400,
    broken,
    Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(1000)]),
  ],
  ['a text', 400, 'picture: must be a JPEG or PNG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
];

describe('POST /picture/?post_id=[id] refuses', () => {
  test.each(refused)('%s', async (_what, status, text, bytes) => {
    const before = Date.now();
    const answer = await send(people.ann, post, bytes);
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(Date.now() - before).toBeLessThan(patience);
    expect((await as(people.ann).get(`/picture/?post_id=${post}`)).json()).toMatchObject({ objects: [] });
  });

  test('16 MiB, by its length before it arrives, or as soon as the limit is exceeded', async () => {
    const answer = await send(people.ann, post, Buffer.concat([large, Buffer.alloc(16 * mebibyte - large.length)]));
    expect([answer.status, answer.text]).toEqual([
      413,
      'The body is too large: at most 15728640 bytes are accepted here.',
    ]);
    const head = [
      `POST /api/v1/picture/?post_id=${post} HTTP/1.1`,
      'Host: x',
      `Authorization: ${people.ann.authorization}`,
      'Content-Type: image/png',
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const chunk = `100000\r\n${'x'.repeat(mebibyte)}\r\n`;
    expect((await rawRequest(service.url, [`${head}\r\n\r\n`, ...Array<string>(20).fill(chunk)])).status).toBe(413);
  });

  test('interrupted uploads, and continues to serve others', async () => {
    const head = [
      `POST /api/v1/picture/?post_id=${post} HTTP/1.1`,
      'Host: x',
      `Authorization: ${people.ann.authorization}`,
      'Content-Type: image/jpeg',
      `Content-Length: ${large.length}`,
    ].join('\r\n');
    await rawRequest(service.url, [`${head}\r\n\r\n`, large.subarray(0, 100_000)], true);
    expect((await as(people.ann).get(`/picture/?post_id=${post}`)).json()).toMatchObject({ objects: [] });
  });
});

const cmyk = await stripes(300, 200).toColourspace('cmyk').jpeg().toBuffer();
const animated = blackPng(300, 200, { before: [['acTL', Buffer.from('0000000200000000', 'hex')]] });
const taken: [what: string, bytes: Buffer][] = [
  ['CMYK', cmyk],
  ['16 bits a color', blackPng(300, 200, { depth: 16 })],
  ['one bit a pixel', blackPng(300, 200, { depth: 1, color: 0 })],
  ['an animated PNG, its first picture', animated],
  ['a progressive JPEG', await stripes(300, 200).jpeg({ progressive: true }).toBuffer()],
  ['an interlaced PNG', await stripes(300, 200).png({ progressive: true }).toBuffer()],
];

describe('POST /picture/?post_id=[id] accepts', () => {
  test.each(taken)('%s', async (_what, bytes) => {
    const answer = await send(people.ann, (await record(people.ann)).post, bytes);
    expect([answer.status, answer.text]).toEqual([201, '']);
    const { detail, original } = await pictureOf(
      people.ann,
      Number(/(\d+)\/$/.exec(answer.headers.location ?? '')?.[1]),
    );
    expect(await sharp((await fetched(detail)).bytes).metadata()).toMatchObject({
      format: 'jpeg',
      space: 'srgb',
      depth: 'uchar',
      width: 300,
      height: 200,
    });
    expect((await fetched(original)).bytes.equals(bytes)).toBe(true);
  });

  test('twenty simultaneous pictures of 49 megapixels, while other requests are answered', async () => {
    const bomb = blackPng(7000, 7000);
    const { post: target } = await record(people.ann);
    const over = new AbortController();
    const sending = Promise.all(
      // What stands behind the end of a PNG is not looked at; it makes each another picture.
      Array.from({ length: 20 }, (_, i) => send(people.ann, target, Buffer.concat([bomb, Buffer.from(String(i))]))),
    ).finally(() => over.abort());
    let longest = 0;
    let others = 0;
    while (!over.signal.aborted) {
      const before = performance.now();
      expect((await as(people.bob).get('/me/')).status).toBe(200);
      longest = Math.max(longest, performance.now() - before);
      others += 1;
    }
    expect((await sending).map(({ status }) => status)).toEqual(Array<number>(20).fill(201));
    expect(longest).toBeLessThan(10_000);
    expect(others).toBeGreaterThan(20);
  });
});
