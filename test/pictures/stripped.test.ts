/**
 * The original of a picture has nothing for others that is not needed to show its pixels (decisions P18).
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { globalId } from '../../schema/global-id.ts';
import { remakePictures } from '../../src/domain/pictures/remake-pictures.ts';
import { as, cast } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { phoneJpeg, stripes } from './images.ts';
import { addPicture, fetched } from './sending.ts';

const service = await testService();
let people: Cast;
let post: number;
beforeAll(async () => {
  people = await cast(service);
  ({ post } = await record(people.ann));
});

const secret = Buffer.from('SECRETMAKER 47.0 8.0');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const segment = (code: number, ...contents: (Buffer | string)[]) => {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one)));
  return Buffer.concat([Buffer.from([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255]), content]);
};
const exif = segment(0xe1, 'Exif\0\0', secret);
const preview = Buffer.concat([
  Buffer.from([1, 2, 0, 0, 1, 0, 1, 1, 10]),
  secret.subarray(0, 3),
  secret,
  Buffer.alloc(7),
]);
/** A JPEG with parts before its frame (0xC0) or its pixels (0xDA), and after its end. */
const jpeg = async (after: Buffer[], end: Buffer[] = [], before = 0xc0) => {
  const plain = await stripes(64, 48).jpeg().toBuffer();
  const at = plain.indexOf(Buffer.from([0xff, before]));
  return Buffer.concat([plain.subarray(0, at), ...after, plain.subarray(at), ...end]);
};
const chunk = (name: string, content: Buffer | string) => {
  const named = Buffer.concat([latin1(name), Buffer.from(content)]);
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)];
  head.writeUInt32BE(named.length - 4);
  tail.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, tail]);
};
/** A PNG with chunks before the pixels, before the end, and bytes after it. */
const png = async (before: Buffer[], behind: Buffer[] = [], end: Buffer[] = []) => {
  const plain = await stripes(64, 48).png().toBuffer();
  const [data, last] = [plain.indexOf('IDAT') - 4, plain.indexOf('IEND') - 4];
  return Buffer.concat([
    plain.subarray(0, data),
    ...before,
    plain.subarray(data, last),
    ...behind,
    plain.subarray(last),
    ...end,
  ]);
};
const stray = (count: number) => Buffer.from(Array.from({ length: count }, (_, i) => (i * 37) % 250));

/** The original as a person gets it, over both interfaces. */
async function originalFor(person: Person, id: number): Promise<Buffer> {
  const rest = (await as(person).get(`/picture/${id}/`)).json<{ original: string }>().original;
  const { data } = await as(person).graphql<{ node: { originalUrl: string } }>(
    'query ($id: ID!) { node(id: $id) { ... on Picture { originalUrl } } }',
    { id: globalId('Picture', id) },
  );
  const [one, other] = await Promise.all(
    [rest, data?.node.originalUrl ?? ''].map(async (url) => (await fetched(url)).bytes),
  );
  expect(one?.equals(other as Buffer)).toBe(true);
  return one as Buffer;
}

/** The pixels, in sRGB, read as leniently as by the service. */
const pixelsOf = (...files: Buffer[]) =>
  Promise.all(files.map((file) => sharp(file, { failOn: 'error' }).raw().toBuffer()));

/** Posts bytes for Ann, who gets them back as they are. Returns what others get. */
async function sharedOf(bytes: Buffer): Promise<Buffer> {
  const { id } = await addPicture(people.ann, post, bytes);
  expect((await originalFor(people.ann, id)).equals(bytes)).toBe(true);
  return originalFor(people.bob, id);
}

describe('what a picture says about its owner is not in the original for others', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ...[1, 2, 3, 4, 8, 18, 24].map((count): [string, () => Promise<Buffer>] => [
      `Exif after ${count} bytes that belong to nothing`,
      () => jpeg([stray(count), exif]),
    ]),
    ['Exif after a marker that has no length', () => jpeg([Buffer.from([0xff, 0x01, 0xff, 0xd0]), exif])],
    ['Exif after fill bytes and a stuffed zero', () => jpeg([Buffer.from([0xff, 0xff, 0, 0xff, 0xff]), exif])],
    ['Exif that ends too early', () => jpeg([segment(0xe1, 'Exif\0\0'), secret])],
    ['Exif between the tables and the pixels', () => jpeg([stray(2), exif], [], 0xda)],
    ['Exif in another segment', () => jpeg([stray(3), segment(0xe5, 'Exif\0\0', secret)])],
    ['XMP', () => jpeg([segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', secret)])],
    ['IPTC', () => jpeg([segment(0xed, 'Photoshop 3.0\0', secret)])],
    ['further pictures', async () => jpeg([segment(0xe2, 'MPF\0', secret)], [await jpeg([exif])])],
    ['a comment', () => jpeg([segment(0xfe, secret)])],
    ['a preview in JFIF', () => jpeg([segment(0xe0, 'JFIF\0', preview)])],
    ['an extension of JFIF', () => jpeg([segment(0xe0, 'JFXX\0\x10', secret)])],
    ['more than Adobe needs', () => jpeg([segment(0xee, 'Adobe\0\x64\0\0\0\0\x01', secret)])],
    ['another APP14', () => jpeg([segment(0xee, 'Maker', secret)])],
    ['what follows the end of a JPEG', () => jpeg([], [secret])],
    [
      'text, time and Exif of a PNG',
      () => png(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'].map((name) => chunk(name, secret))),
    ],
    [
      'chunks of a PNG that nobody knows',
      () => png([chunk('caBX', secret), chunk('sPLT', secret)], [chunk('prVt', secret)]),
    ],
    ['what follows the end of a PNG', () => png([], [], [secret])],
  ])('%s', async (_what, make) => {
    const bytes = await make();
    expect(bytes.includes('SECRET')).toBe(true);
    const shared = await sharedOf(bytes);
    expect(shared.includes('SECRET')).toBe(false);
    const [own, other] = await pixelsOf(bytes, shared);
    expect(other?.equals(own as Buffer)).toBe(true);
  });

  test('the texts of a color profile, of which the colors remain', async () => {
    const phone = await phoneJpeg(64, 48);
    const whole = (await sharp(phone).metadata()).icc as Buffer;
    const [described, asJpeg] = [Buffer.from(whole), Buffer.from(phone)];
    // Over the text of the description, which follows the head of its type.
    secret.copy(described, described.indexOf('mluc') + 28);
    described.copy(asJpeg, asJpeg.indexOf(whole));
    const asPng = await png([chunk('iCCP', Buffer.concat([latin1('SECRETNAME\0\0'), deflateSync(described)]))]);
    for (const bytes of [asJpeg, asPng]) {
      expect((await sharp(bytes).metadata()).icc?.includes('SECRET')).toBe(true);
      const shared = await sharedOf(bytes);
      expect([shared.includes('SECRET'), (await sharp(shared).metadata()).icc?.includes('SECRET')]).toEqual([
        false,
        false,
      ]);
      const [own, other, plain] = await pixelsOf(bytes, shared, await stripes(64, 48).png().toBuffer());
      expect([other?.equals(own as Buffer), other?.equals(plain as Buffer)]).toEqual([true, false]);
    }
  });
});

test.each<[string, () => Promise<Buffer>]>([
  ['a JPEG of too many parts', async () => jpeg([...Array<Buffer>(10_000).fill(segment(0xe1, secret))])],
  ['a PNG without its end', async () => (await png([chunk('tEXt', secret)], [chunk('tEXt', secret)])).subarray(0, -12)],
  ['a PNG that breaks off behind its pixels', async () => (await png([], [chunk('tEXt', secret)])).subarray(0, -14)],
])('%s is encoded again', async (_what, make) => {
  const bytes = await make();
  const shared = await sharedOf(bytes);
  expect([bytes.includes('SECRET'), shared.includes('SECRET')]).toEqual([true, false]);
  expect(await sharp(shared).metadata()).toMatchObject({ width: 64, height: 48 });
});

test('what was stored before is stripped again, once', async () => {
  const { post: other } = await record(people.ann);
  const bytes = await jpeg([exif, segment(0xe2, 'of another kind')]);
  const { id } = await addPicture(people.ann, other, bytes);
  const { integrations } = service.processContext;
  const [file] = await service.sql('select key from picture where id = ?', [id]);
  await integrations.pictures.put(String(file?.['key']), 'shared', bytes, 'image/jpeg');
  expect((await originalFor(people.bob, id)).includes('SECRET')).toBe(true);
  const again = async (isDry: boolean) => {
    const lines: string[] = [];
    await remakePictures(service.processContext, { isDry, after: 0 }, (line) => lines.push(line));
    return lines.flatMap((line) => /^picture (\d+): .* made again$/.exec(line)?.slice(1).map(Number) ?? []);
  };
  expect(await again(true)).toEqual([id]);
  expect((await originalFor(people.bob, id)).includes('SECRET')).toBe(true);
  expect(await again(false)).toEqual([id]);
  expect((await originalFor(people.bob, id)).includes('SECRET')).toBe(false);
  expect(await again(false)).toEqual([]);
});
