/** A picture has four sizes, with the right pixels, metadata and caching. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { as, cast } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { blackPng, phoneJpeg } from './images.ts';
import { addPicture, fetched, sizeNames } from './sending.ts';

const service = await testService();
let people: Cast;
let post: number;
beforeAll(async () => {
  people = await cast(service);
  ({ post } = await record(people.ann));
});

describe('the four sizes', () => {
  test('are upright and have no metadata, and the original has the uploaded bytes', async () => {
    const bytes = await phoneJpeg(1200, 900);
    expect(bytes.toString('latin1')).toContain('SECRETMAKER');
    const picture = await addPicture(people.ann, post, bytes);
    const files = await Promise.all(sizeNames.map(async (size) => [size, await fetched(picture[size])] as const));
    const wanted = { thumbnail: [140, 110], feed: [400, 533], detail: [900, 1200] } as Record<string, number[]>;
    for (const [size, { status, headers, bytes: file }] of files) {
      expect([size, status, headers.get('content-type')]).toEqual([size, 200, 'image/jpeg']);
      expect(headers.get('cache-control')).toBe('private, max-age=3600');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      if (size === 'original') {
        expect(file.equals(bytes)).toBe(true);
        continue;
      }
      const { width, height, exif, icc, xmp, orientation, isProgressive } = await sharp(file).metadata();
      expect([size, width, height]).toEqual([size, ...(wanted[size] ?? [])]);
      expect([size, exif, icc, xmp, orientation ?? 1, isProgressive]).toEqual([
        size,
        undefined,
        undefined,
        undefined,
        1,
        false,
      ]);
      expect(file.toString('latin1')).not.toContain('SECRETMAKER');
      // Turned by a quarter clockwise, left is now above.
      const [above, below] = await Promise.all(
        [0.25, 0.75].map(async (at) => {
          const region = { left: Math.floor(width / 2), top: Math.floor(height * at), width: 1, height: 1 };
          return [...(await sharp(file).extract(region).raw().toBuffer())];
        }),
      );
      expect([size, (above?.[0] ?? 0) > 200, (above?.[2] ?? 255) < 60]).toEqual([size, true, true]);
      expect([size, (below?.[0] ?? 255) < 60, (below?.[2] ?? 0) > 200]).toEqual([size, true, true]);
    }
  });

  test.each([
    ['JPEG', () => phoneJpeg(400, 300), 6],
    [
      'JPEG with what follows its end',
      async () => Buffer.concat([await phoneJpeg(400, 300), await phoneJpeg(40, 30)]),
      6,
    ],
    [
      'progressive JPEG',
      async () =>
        sharp(await phoneJpeg(400, 300))
          .keepMetadata()
          .jpeg({ progressive: true })
          .toBuffer(),
      6,
    ],
    [
      'PNG',
      async () =>
        sharp(await phoneJpeg(400, 300))
          .keepMetadata()
          .png()
          .toBuffer(),
      6,
    ],
  ])('for others the original of a %s has the same pixels and nothing about its owner', async (_form, make, held) => {
    const bytes = await make();
    expect(bytes.toString('latin1')).toContain('SECRETMAKER');
    const { id } = await addPicture(people.ann, post, bytes);
    const originalFor = async (person: Person) => {
      const picture = (await as(person).get(`/picture/${id}/`)).json<{ original: string }>();
      return (await fetched(picture.original)).bytes;
    };
    expect((await originalFor(people.ann)).equals(bytes)).toBe(true);
    const shared = await originalFor(people.bob);
    expect(shared.toString('latin1')).not.toContain('SECRETMAKER');
    const theirs = await sharp(shared).metadata();
    expect([theirs.orientation, theirs.icc?.toString('latin1', 36, 40), theirs.xmp]).toEqual([held, 'acsp', undefined]);
    const [own, other] = await Promise.all([bytes, shared].map((file) => sharp(file).raw().toBuffer()));
    expect(other?.equals(own as Buffer)).toBe(true);
  });

  test('the original of a picture without metadata is one file for all', async () => {
    const bytes = blackPng(30, 20);
    const { id } = await addPicture(people.ann, post, bytes);
    const { original } = (await as(people.bob).get(`/picture/${id}/`)).json<{ original: string }>();
    expect((await fetched(original)).bytes.equals(bytes)).toBe(true);
    expect(
      await service.sql('select has_shared from picture_file f join picture p on p.key = f.key where p.id = ?', [id]),
    ).toEqual([{ has_shared: false }]);
  });

  test.each([
    ['a small one is never enlarged', 100, 80, ['100x80', '100x80', '100x80']],
    ['one of one pixel', 1, 1, ['1x1', '1x1', '1x1']],
    ['a panorama', 6000, 300, ['140x110', '400x20', '900x45']],
    ['a tall one', 300, 6000, ['140x110', '200x4000', '300x6000']],
  ])('%s', async (_what, width, height, wanted) => {
    const picture = await addPicture(people.ann, post, blackPng(width, height));
    const sizes = await Promise.all(
      sizeNames.slice(0, 3).map(async (size) => {
        const metadata = await sharp((await fetched(picture[size])).bytes).metadata();
        return `${metadata.width}x${metadata.height}`;
      }),
    );
    expect(sizes).toEqual(wanted);
  });

  test('have white in place of transparency', async () => {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const { detail } = await addPicture(people.ann, post, bytes);
    expect([
      ...(
        await sharp((await fetched(detail)).bytes)
          .raw()
          .toBuffer()
      ).subarray(0, 3),
    ]).toEqual([255, 255, 255]);
  });

  test('are not sent again to clients that have them', async () => {
    const { feed } = await addPicture(people.ann, post);
    const { headers } = await fetched(feed);
    const again = await fetch(feed, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(feed, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      headers.get('content-length'),
      '',
    ]);
  });
});
