/**
 * Pictures and profile pictures can be uploaded and listed over REST.
 * Rows: `POST /picture/?post_id=[id]`, `GET /picture/?post_id=[id]`, `POST /user/picture/`,
 * `GET /picture/[picture_id]/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { as, cast, nobody } from '../support/cast.ts';
import type { Cast } from '../support/cast.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { smallJpeg, stripes } from './images.ts';
import { addPicture, fetched, md5, send, sizeNames } from './sending.ts';
import type { WirePicture } from './sending.ts';

const service = await testService();
const formats = ['json', 'xml', 'yaml'] as const;
let people: Cast;
let post: number;
beforeAll(async () => {
  people = await cast(service);
  ({ post } = await record(people.ann));
});

const listOf = async (query: string, person = people.ann) => {
  const answer = await as(person).get(`/picture/?${query}`);
  return answer.json<{ meta: Record<string, unknown>; objects: WirePicture[] }>();
};

describe('POST /picture/?post_id=[id]', () => {
  test.each(formats)('answers 201, a Location that can be fetched and no body, to clients of %s', async (format) => {
    const answer = await as(people.ann).send('POST', `/picture/?post_id=${post}&format=${format}`, {
      headers: { 'Content-Type': 'image/jpeg' },
      body: await smallJpeg(),
    });
    expect([answer.status, answer.text]).toEqual([201, '']);
    const location = answer.headers.location ?? '';
    expect(location).toMatch(new RegExp(`^${service.url}/api/v1/picture/\\d+/$`));
    expect((await as(people.ann).sendTo('GET', new URL(location).pathname)).status).toBe(200);
  });

  test('decides by the bytes and not by the content type', async () => {
    const png = await stripes(300, 200).png().toBuffer();
    const jpeg = await stripes(300, 200).jpeg().toBuffer();
    const { post: id } = await record(people.ann);
    const labels = ['image/jpeg', 'image/png', 'IMAGE/JPEG', 'image/jpg', 'image/pjpeg; q=1'];
    for (const [i, label] of labels.entries())
      for (const bytes of [png, jpeg])
        expect([label, i, (await send(people.ann, id, bytes, { 'Content-Type': label })).status]).toEqual([
          label,
          i,
          201,
        ]);
    // The same bytes are the same picture: each was sent five times.
    const { objects } = await listOf(`post_id=${id}`);
    const types = await Promise.all(
      objects.map(async ({ original }) => (await fetched(original)).headers.get('content-type')),
    );
    expect(types).toEqual(['image/png', 'image/jpeg']);
  });

  test('compares the body with Content-MD5', async () => {
    const bytes = await smallJpeg();
    const path = `/picture/?post_id=${post}`;
    const parcel = (digest: string) => ({
      headers: { 'Content-Type': 'image/jpeg', 'Content-MD5': digest },
      body: bytes,
    });
    for (const wrong of [md5(Buffer.from('other')), 'x', '', Buffer.alloc(20).toString('base64')]) {
      const answer = await as(people.ann).send('POST', path, parcel(wrong));
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/^Content-MD5: /)]);
    }
    expect((await as(people.ann).send('POST', path, parcel(md5(bytes)))).status).toBe(201);
  });

  const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1');
  test.each([
    ['a text', 400, 'picture: must be a JPEG or PNG file', Buffer.from('This is no picture.')],
    ['a GIF', 400, 'picture: must be a JPEG or PNG file', gif],
    [
      'the start of a PNG',
      400,
      'picture: must be a whole JPEG or PNG file',
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ],
    ['nothing', 400, 'The body is missing.', Buffer.alloc(0)],
  ])('refuses %s', async (_what, status, text, bytes) => {
    const answer = await send(people.ann, post, bytes);
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  test('refuses other content types, or none', async () => {
    const body = await smallJpeg();
    const sendAs = (headers: Record<string, string>) =>
      as(people.ann).send('POST', `/picture/?post_id=${post}`, { headers, body });
    expect((await sendAs({ 'Content-Type': 'image/gif' })).status).toBe(415);
    expect((await sendAs({ 'Content-Type': 'application/json' })).text).toBe(
      'Content-Type: is not supported here; supported: image/jpeg, image/png.',
    );
    expect((await sendAs({})).status).toBe(400);
  });

  test('answers 404 or 400 for posts of others, unknown posts and other objects, before it checks the picture', async () => {
    const text = Buffer.from('no picture');
    expect((await send(people.bob, post, text)).status).toBe(404);
    expect((await send(people.ann, 999_999, text)).status).toBe(404);
    for (const path of ['/picture/', '/picture/?post_id=x', '/picture/?post_id=0']) {
      const answer = await as(people.ann).send('POST', path, { headers: { 'Content-Type': 'image/png' }, body: text });
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/^post_id: /)]);
    }
    const unknown = await nobody(service).send('POST', `/picture/?post_id=${post}`, { body: text });
    expect([unknown.status, unknown.text]).toEqual([401, '']);
  });

  test('stores one picture for repeated and simultaneous uploads', async () => {
    const { post: id } = await record(people.ann);
    const bytes = await smallJpeg();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(people.ann, id, bytes)));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(1);
    expect((await listOf(`post_id=${id}`)).meta['total_count']).toBe(1);
  });

  test('accepts a hundred pictures and no more', async () => {
    const { post: id } = await record(people.ann);
    for (let i = 0; i < 99; i++)
      await service
        .sql('insert into picture_file (key) values (?)', [`full-${i}`])
        .then(() =>
          service.sql(
            `insert into picture (post_id, key, digest, format, width, height) values (?, ?, ?::bytea, 'jpeg', 1, 1)`,
            [id, `full-${i}`, `\\x${i.toString(16).padStart(64, '0')}`],
          ),
        );
    const bytes = await Promise.all(Array.from({ length: 4 }, () => smallJpeg()));
    const answers = await Promise.all(bytes.map((one) => send(people.ann, id, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.text).toBe('post_id: a post has at most 100 pictures');
  });
});

describe('GET /picture/[picture_id]/', () => {
  test.each(formats)('returns the record in %s', async (format) => {
    const one = await addPicture(people.ann, post);
    const seen = wireValue(await as(people.bob).get(`/picture/${one.id}/?format=${format}`)) as WirePicture;
    expect(Object.keys(seen).sort()).toEqual(Object.keys(one).sort());
    expect(seen).toMatchObject({ id: one.id, post: one.post, created_date: one.created_date });
    // The URLs are the reader's own.
    for (const size of sizeNames) {
      expect(seen[size]).not.toBe(one[size]);
      expect((await fetched(seen[size])).status).toBe(200);
    }
  });
});

describe('GET /picture/?post_id=[id]', () => {
  test.each(formats)('returns the records in %s', async (format) => {
    const { post: id } = await record(people.ann);
    const one = await addPicture(people.ann, id);
    const two = await addPicture(people.ann, id);
    const list = wireValue(await as(people.ann).get(`/picture/?post_id=${id}&format=${format}`));
    expect(list).toEqual({
      meta: { limit: 1000, next: null, offset: 0, previous: null, total_count: 2 },
      objects: [one, two],
    });
    expect(wireValue(await as(people.ann).get(`/picture/${one.id}/?format=${format}`))).toEqual(one);
    const url = (size: string) =>
      expect.stringMatching(
        new RegExp(
          `^${service.url}/media/picture/${one.id}/${size}/${people.ann.id}\\?expires=\\d+&access_key=[\\w-]{43}$`,
        ),
      );
    expect(one).toEqual({
      id: expect.any(Number),
      resource_uri: `/api/v1/picture/${one.id}/`,
      post: `/api/v1/post/${id}/`,
      created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
      thumbnail: url('thumbnail'),
      feed: url('feed'),
      detail: url('detail'),
      original: url('original'),
    });
  });

  test('returns pages, oldest first', async () => {
    const { post: id } = await record(people.ann);
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push((await addPicture(people.ann, id)).id);
    const page = async (query: string) => {
      const { meta, objects } = await listOf(`post_id=${id}${query}`);
      return { ids: objects.map((one) => one.id), ...meta };
    };
    expect(await page('&limit=2')).toMatchObject({ ids: ids.slice(0, 2), total_count: 5, previous: null });
    expect(await page('&limit=2&offset=4')).toMatchObject({ ids: ids.slice(4), next: null });
    expect(await page('&limit=0')).toMatchObject({ ids, limit: 1000 });
    expect((await as(people.ann).get(`/picture/?post_id=${id}&limit=-1`)).status).toBe(400);
    const { post: bare } = await record(people.ann);
    expect((await listOf(`post_id=${bare}`)).objects).toEqual([]);
  });

  test('answers 404 for unknown and invisible posts', async () => {
    const { post: id } = await record(people.ann, { privacy: 'private' });
    const picture = await addPicture(people.ann, id);
    for (const path of [
      `/picture/?post_id=${id}`,
      '/picture/?post_id=999999',
      `/picture/${picture.id}/`,
      '/picture/999999/',
    ]) {
      const answer = await as(people.bob).get(path);
      expect([path, answer.status, answer.text]).toEqual([path, 404, '']);
    }
    expect((await as(people.bob).get('/picture/')).status).toBe(400);
    expect((await nobody(service).get(`/picture/${picture.id}/`)).status).toBe(401);
  });
});

describe('POST /user/picture/', () => {
  test.each(formats)('answers 201 and both URLs in %s, which every user object then shows', async (format) => {
    const body = await stripes(400, 300).png().toBuffer();
    const answer = await as(people.bob).send('POST', `/user/picture/?format=${format}`, {
      headers: { 'Content-Type': 'image/jpeg', 'Content-MD5': md5(body) },
      body,
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`${service.url}/api/v1/user/${people.bob.id}/`);
    const urls = wireValue(answer) as Record<string, string>;
    const { profile_image_225_url: large, profile_image_48_url: small, ...others } = urls;
    expect(others).toEqual({});
    for (const [url, side] of [
      [large, 225],
      [small, 48],
    ] as const) {
      const { status, headers, bytes } = await fetched(url ?? '');
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side });
    }
    expect((await as(people.bob).get('/me/')).json()).toMatchObject(urls);
    expect((await as(people.cho).get(`/user/${people.bob.id}/`)).json()).toMatchObject(urls);
    const { post: id } = await record(people.bob);
    await as(people.bob).post('/comment/', { post_id: id, comment: 'Mine' });
    const comments = (await as(people.ann).get(`/comment/?post_id=${id}`)).json<{ objects: { user: unknown }[] }>();
    expect(comments.objects[0]?.user).toMatchObject(urls);
  });

  test('refuses a wrong Content-MD5 and invalid pictures, and changes nothing', async () => {
    const before = (await as(people.bob).get('/me/')).json();
    const sendBytes = (body: Buffer, headers: Record<string, string>) =>
      as(people.bob).send('POST', '/user/picture/', { headers: { 'Content-Type': 'image/png', ...headers }, body });
    expect((await sendBytes(await smallJpeg(), { 'Content-MD5': md5(Buffer.from('x')) })).status).toBe(400);
    expect((await sendBytes(Buffer.from('no picture'), {})).text).toBe('picture: must be a JPEG or PNG file');
    expect((await sendBytes(Buffer.alloc(0), {})).status).toBe(400);
    expect((await nobody(service).send('POST', '/user/picture/', {})).status).toBe(401);
    expect((await as(people.bob).get('/me/')).json()).toEqual(before);
  });

  test('invalidates the URLs of the previous picture', async () => {
    const change = async (width: number) =>
      (
        await as(people.dan).send('POST', '/user/picture/', {
          headers: { 'Content-Type': 'image/jpeg' },
          body: await smallJpeg(width),
        })
      ).json<{ profile_image_225_url: string }>().profile_image_225_url;
    const first = await change(500);
    const second = await change(30);
    expect([(await fetched(first)).status, (await fetched(second)).status]).toEqual([404, 200]);
    expect(await sharp((await fetched(second)).bytes).metadata()).toMatchObject({ width: 30, height: 30 });
  });
});
