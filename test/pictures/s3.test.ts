/** Pictures and the original files of workouts can be stored in an S3-compatible service. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/platform/config.ts';
import { makePictureStore } from '../../src/platform/store/picture-store.ts';
import { sweepPictures } from '../../src/domain/pictures/sweep.ts';
import { storeOriginals } from '../../src/domain/workouts/originals/store-originals.ts';
import { sweepOriginals } from '../../src/domain/workouts/originals/sweep-originals.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { noise, smallJpeg } from './images.ts';
import { addPicture, fetched, sizeNames } from './sending.ts';
import { credentials, startS3 } from './s3-server.ts';

const s3 = await startS3('runs');
const storage = { ...credentials, STORAGE_URL: `s3://runs/some/where?endpoint=${s3.endpoint}` };
const service = await testService(storage);
afterAll(() => s3.remove());
let ann: Person;
beforeAll(async () => {
  ann = await newPerson(service, 'Ann', 'Archer');
});

describe('pictures in an S3-compatible service', () => {
  test('are stored there, served from there, and deleted', async () => {
    const { post } = await record(ann);
    const bytes = await noise(1500, 1500).jpeg({ quality: 95 }).toBuffer();
    const picture = await addPicture(ann, post, bytes);
    expect((await s3.objects()).map((name) => name.replace(/[0-9a-f]{32}/, 'key')).sort()).toEqual(
      sizeNames.map((size) => `some/where/key/${size}`).sort(),
    );
    for (const size of sizeNames) {
      const { status, headers, bytes: file } = await fetched(picture[size]);
      expect([size, status, headers.get('content-type')]).toEqual([size, 200, 'image/jpeg']);
      expect(headers.get('content-length')).toBe(String(file.length));
      if (size === 'original') expect(file.equals(bytes)).toBe(true);
    }
    const head = await fetch(picture.original, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    await as(ann).delete(`/post/${post}/`);
    expect((await fetched(picture.feed)).status).toBe(404);
    expect(await sweepPictures(service.processContext)).toBe(1);
    expect(await s3.objects()).toEqual([]);
    // Again finds nothing to do, and that is no fault.
    await service.processContext.integrations.pictures.remove('0'.repeat(32), sizeNames);
    expect(await service.processContext.integrations.pictures.read('0'.repeat(32), 'feed')).toBeNull();
  });

  test('can be uploaded simultaneously', async () => {
    const { post } = await record(ann);
    const sent = await Promise.all(Array.from({ length: 12 }, () => smallJpeg()));
    const made = await Promise.all(sent.map((bytes) => addPicture(ann, post, bytes)));
    const back = await Promise.all(made.map(async ({ original }) => (await fetched(original)).bytes));
    expect(back.map((bytes, i) => bytes.equals(sent[i] ?? Buffer.alloc(0)))).toEqual(sent.map(() => true));
  });
});

test('original files of workouts are stored there under their own prefix, read from there, and deleted', async () => {
  const recordings = async () => (await s3.objects()).filter((name) => name.startsWith('some/where/recordings/'));
  const file = makeGpx();
  expect((await as(ann).upload(file)).status).toBe(201);
  expect(await storeOriginals(service.processContext)).toBe(1);
  expect(await recordings()).toEqual([expect.stringMatching(/^some\/where\/recordings\/[0-9a-f]{32}\/original$/)]);
  const { data } = await as(ann).graphql<{ workouts: { nodes: { id: string; original: { url: string } | null }[] } }>(
    '{ workouts(first: 50) { nodes { id original { url } } } }',
  );
  const workout = data?.workouts.nodes.find(({ original }) => original !== null);
  expect(await (await fetch(workout?.original?.url ?? '')).text()).toBe(file);
  await as(ann).graphql('mutation ($id: ID!) { deleteWorkout(input: { id: $id }) { deletedId } }', { id: workout?.id });
  expect(await sweepOriginals(service.processContext)).toBe(1);
  expect(await recordings()).toEqual([]);
});

describe('the store', () => {
  const storeWith = (changes: Record<string, string>) =>
    makePictureStore(readConfig({ SECRET_KEY: 'only for tests, never elsewhere', ...storage, ...changes }));

  test('reports the errors of the service: an unknown key, no bucket', async () => {
    const wrong = storeWith({ AWS_ACCESS_KEY_ID: 'WRONG' });
    await expect(wrong.put('0'.repeat(32), 'feed', Buffer.from('x'), 'image/jpeg')).rejects.toThrow(
      /^the picture store answers 403 to PUT: .*InvalidAccessKeyId/s,
    );
    const nowhere = storeWith({ STORAGE_URL: storage.STORAGE_URL.replace('//runs', '//other') });
    await expect(nowhere.put('0'.repeat(32), 'feed', Buffer.from('x'), 'image/jpeg')).rejects.toThrow(/NoSuchBucket/);
  });

  test('that is unavailable leaves no incomplete picture, which can be sent again later', async () => {
    const other = storeWith({});
    await s3.stop();
    await expect(other.put('1'.repeat(32), 'feed', Buffer.from('x'), 'image/jpeg')).rejects.toThrow();
    await s3.start();
    await other.put('1'.repeat(32), 'feed', Buffer.from('x'), 'image/jpeg');
    const file = await other.read('1'.repeat(32), 'feed');
    expect(Buffer.concat(await (file?.content.toArray() ?? []))).toEqual(Buffer.from('x'));
  });
});

describe('STORAGE_URL', () => {
  const read = (STORAGE_URL: string, more: Record<string, string> = credentials) =>
    readConfig({ STORAGE_URL, ...more }).storage;

  test.each([
    [
      's3://bucket',
      { endpoint: 'https://s3.us-east-1.amazonaws.com', bucket: 'bucket', region: 'us-east-1', prefix: '' },
    ],
    ['s3://b/a/b/?region=eu-central-1', { endpoint: 'https://s3.eu-central-1.amazonaws.com', prefix: 'a/b/' }],
    ['s3://b?endpoint=http://host:9000/', { endpoint: 'http://host:9000', region: 'us-east-1' }],
  ])('%s', (url, storage) => {
    expect(read(url)).toMatchObject(storage);
  });

  test.each([
    ['http://bucket', credentials, 'STORAGE_URL: must be a URL starting with s3://'],
    ['s3://b?endpoint=host', credentials, 'STORAGE_URL: endpoint must be a URL starting with http:// or https://'],
    ['s3://b', {}, 'AWS_ACCESS_KEY_ID: is required when STORAGE_URL is set'],
    ['s3://b', { AWS_ACCESS_KEY_ID: 'x' }, 'AWS_SECRET_ACCESS_KEY: is required when STORAGE_URL is set'],
  ])('%s is refused', (url, more, sentence) => {
    expect(() => read(url, more)).toThrow(sentence);
  });
});
