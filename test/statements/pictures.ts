import { expect } from '@jest/globals';
import sharp from 'sharp';
import { stripes } from '../pictures/images.ts';
import { addPicture, fetched, md5, pictureOf, send } from '../pictures/sending.ts';
import { as } from '../support/cast.ts';
import { writer } from './posts.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, listed, sentence, status } from './world.ts';

const jpeg = (width: number, height: number) => stripes(width, height).jpeg().toBuffer();

/** Pictures of posts and people. */
export const pictures: Statements = {
  ...each(
    ['image/jpeg', 'image/png'],
    (type) => `A picture of type ${type} is answered with 201`,
    async ({ ann, run }, type) => {
      const bytes = type === 'image/png' ? await stripes(30, 20).png().toBuffer() : await jpeg(33, 22);
      status(await send(ann, run.post, bytes, { 'Content-Type': type }), 201);
    },
  ),
  'A picture of another type is refused': async ({ ann, run }) => {
    sentence(await send(ann, run.post, await jpeg(30, 20), { 'Content-Type': 'image/gif' }), 415);
  },
  'post_id is required to send a picture': async ({ ann }) => {
    const answer = await as(ann).send('POST', '/picture/', {
      headers: { 'Content-Type': 'image/jpeg' },
      body: await jpeg(30, 20),
    });
    sentence(answer, 400, 'post_id: is required');
  },
  'A picture is attached to the post whose id is in the query': async (world) => {
    const {
      person,
      posts: [post = 0],
    } = await writer(world, 1);
    const { id } = await addPicture(person, post);
    const { objects } = listed(await as(person).get(`/picture/?post_id=${post}`));
    expect(objects).toEqual([expect.objectContaining({ id, post: `/api/v1/post/${post}/` })]);
  },
  ...each(
    [
      ['thumbnail', 140],
      ['feed', 400],
      ['detail', 900],
    ] as ['thumbnail' | 'feed' | 'detail', number][],
    ([size, width]) => `The ${size} of a picture is about ${width} pixels wide`,
    async ({ ann, run }, [size, width]) => {
      const picture = await addPicture(ann, run.post, await jpeg(1800, 1414));
      const measured = await sharp((await fetched(picture[size])).bytes).metadata();
      expect(Math.abs(measured.width - width)).toBeLessThanOrEqual(width * 0.02);
    },
  ),
  'The thumbnail of a picture is about 110 pixels high': async ({ ann, run }) => {
    const picture = await addPicture(ann, run.post, await jpeg(1810, 1400));
    const { height } = await sharp((await fetched(picture.thumbnail)).bytes).metadata();
    expect(Math.abs(height - 110)).toBeLessThanOrEqual(2);
  },
  'The original of a picture is the unchanged upload': async ({ ann, run }) => {
    const bytes = await jpeg(61, 41);
    const picture = await addPicture(ann, run.post, bytes);
    expect((await fetched(picture.original)).bytes.equals(bytes)).toBe(true);
  },
  'Others than its owner see the pictures of a post': async ({ bob, picture }) => {
    expect((await fetched((await pictureOf(bob, picture)).feed)).status).toBe(200);
  },
  'A profile picture is answered with its two URLs': async ({ someone }) => {
    const person = await someone();
    const answer = await as(person).send('POST', '/user/picture/', {
      headers: { 'Content-Type': 'image/jpeg' },
      body: await jpeg(500, 500),
    });
    const urls = status(answer, 201).json<Record<string, string>>();
    expect(Object.keys(urls).sort()).toEqual(['profile_image_225_url', 'profile_image_48_url']);
    expect(got(await as(person).get('/me/'))).toMatchObject(urls);
  },
  ...each(
    [225, 48],
    (size) => `profile_image_${size}_url is a picture of ${size} pixels`,
    async ({ someone }, size) => {
      const person = await someone();
      await as(person).send('POST', '/user/picture/', {
        headers: { 'Content-Type': 'image/png' },
        body: await stripes(500, 500).png().toBuffer(),
      });
      const url = got(await as(person).get('/me/'))[`profile_image_${size}_url`];
      expect(await sharp((await fetched(String(url))).bytes).metadata()).toMatchObject({ width: size, height: size });
    },
  ),
  'The URLs of a profile picture are empty without one': async ({ someone }) => {
    expect(got(await as(await someone()).get('/me/'))).toMatchObject({
      profile_image_225_url: '',
      profile_image_48_url: '',
    });
  },
  'Content-MD5 of a profile picture is optional, and must match': async ({ someone }) => {
    const person = await someone();
    const [body, other] = [await jpeg(300, 300), await jpeg(301, 300)];
    const put = (digest: string) =>
      as(person).send('POST', '/user/picture/', {
        headers: { 'Content-Type': 'image/jpeg', 'Content-MD5': digest },
        body,
      });
    status(await put(md5(body)), 201);
    sentence(await put(md5(other)), 400);
  },
  'A profile picture needs image/jpeg or image/png': async ({ ann }) => {
    const headers = { 'Content-Type': 'application/json' };
    sentence(await as(ann).send('POST', '/user/picture/', { headers, body: '{}' }), 415);
  },
};
