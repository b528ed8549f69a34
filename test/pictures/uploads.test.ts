/** Pictures can be uploaded to prepared URLs without a key. */
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, afterEach, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { holdBody } from '../support/held-body.ts';
import { rawRequest } from '../support/raw-socket.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { smallJpeg } from './images.ts';
import { fetched } from './sending.ts';

const service = await testService();
let people: Cast;
let post: number;
beforeAll(async () => {
  people = await cast(service);
  ({ post } = await record(people.ann));
});
afterEach(() => service.clock.set(null));

interface Upload {
  uploadId: string;
  uploadUrl: string;
  expiresDate: string;
}
const fields = '{ upload { uploadId uploadUrl expiresDate } }';
const prepare = async (person: Person, of = post): Promise<Upload> => {
  const { data, errors } = await as(person).graphql<{ preparePictureUpload: { upload: Upload } }>(
    `mutation ($i: PreparePictureUploadInput!) { preparePictureUpload(input: $i) ${fields} }`,
    { i: { postId: globalId('Post', of) } },
  );
  if (!data || errors.length > 0) throw new Error(errors[0]?.extensions.code);
  return data.preparePictureUpload.upload;
};
const prepareProfile = async (person: Person): Promise<Upload> => {
  const { data } = await as(person).graphql<{ prepareProfilePictureUpload: { upload: Upload } }>(
    `mutation { prepareProfilePictureUpload ${fields} }`,
  );
  return data?.prepareProfilePictureUpload.upload as Upload;
};
const put = async (url: string, bytes: Buffer) => {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  return [response.status, await response.text()] as const;
};
/** Completes an upload: the id of the picture, or the code of what is wrong. */
const complete = async (person: Person, uploadId: string): Promise<unknown> => {
  const { data, errors } = await as(person).graphql<{ completePictureUpload: { picture: Mapping } | null }>(
    'mutation ($i: CompletePictureUploadInput!) { completePictureUpload(input: $i) { picture { databaseId originalUrl post { databaseId } } } }',
    { i: { uploadId } },
  );
  return data?.completePictureUpload?.picture ?? errors[0]?.extensions.code;
};
const setProfile = async (person: Person, uploadId: string): Promise<unknown> => {
  const { data, errors } = await as(person).graphql<{ setProfilePicture: { user: Mapping } | null }>(
    'mutation ($i: SetProfilePictureInput!) { setProfilePicture(input: $i) { user { profileImage48Url } } }',
    { i: { uploadId } },
  );
  return data?.setProfilePicture?.user['profileImage48Url'] ?? errors[0]?.extensions.code;
};

const onLinux = process.platform === 'linux' ? test : test.skip;

/** Files where bodies gather; they have no name, but this process has them open. */
const spooled = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('/body-');
    } catch {
      return false;
    }
  }).length;
async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !holds() && Date.now() < end;) await sleep(20);
  expect(holds()).toBe(true);
}

const ended = 'There is no such upload, or its time is over: prepare a new one.';

describe('a prepared upload', () => {
  test('accepts the bytes without a key and becomes a picture', async () => {
    const { uploadId, uploadUrl, expiresDate } = await prepare(people.ann);
    expect(uploadUrl).toMatch(
      new RegExp(`^${service.url}/media/upload/${uploadId}\\?expires=\\d+&signature=[\\w-]{43}$`),
    );
    expect(Date.parse(expiresDate) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(await complete(people.ann, uploadId)).toBe('INVALID');
    const bytes = await smallJpeg();
    expect(await put(uploadUrl, bytes)).toEqual([204, '']);
    const picture = (await complete(people.ann, uploadId)) as { databaseId: number; originalUrl: string };
    expect(picture).toMatchObject({ post: { databaseId: post } });
    expect((await fetched(picture.originalUrl)).bytes.equals(bytes)).toBe(true);
    // An answer that was lost: the same again, and nothing twice.
    expect(await put(uploadUrl, bytes)).toEqual([204, '']);
    expect(await complete(people.ann, uploadId)).toEqual(picture);
  });

  test('accepts one picture only', async () => {
    const { uploadId, uploadUrl } = await prepare(people.ann);
    expect((await put(uploadUrl, Buffer.from('no picture')))[0]).toBe(400);
    const [first, second] = [await smallJpeg(), await smallJpeg()];
    expect(await put(uploadUrl, first)).toEqual([204, '']);
    expect(await put(uploadUrl, second)).toEqual([400, expect.stringContaining('another one has been uploaded here')]);
    const { originalUrl } = (await complete(people.ann, uploadId)) as { originalUrl: string };
    expect((await fetched(originalUrl)).bytes.equals(first)).toBe(true);
  });

  test('accepts one of many simultaneous pictures', async () => {
    const { uploadId, uploadUrl } = await prepare(people.ann);
    const pictures = await Promise.all(Array.from({ length: 6 }, () => smallJpeg()));
    const answers = await Promise.all(pictures.map((bytes) => put(uploadUrl, bytes)));
    expect(answers.map(([status]) => status).sort()).toEqual([204, 400, 400, 400, 400, 400]);
    const winner = pictures[answers.findIndex(([status]) => status === 204)];
    const completed = (await Promise.all(Array.from({ length: 5 }, () => complete(people.ann, uploadId)))) as {
      databaseId: number;
      originalUrl: string;
    }[];
    expect(new Set(completed.map(({ databaseId }) => databaseId)).size).toBe(1);
    expect((await fetched(completed[0]?.originalUrl ?? '')).bytes.equals(winner ?? Buffer.alloc(0))).toBe(true);
  });

  test('expires after a quarter of an hour', async () => {
    const { uploadUrl } = await prepare(people.ann);
    service.clock.set(new Date(Date.now() + 16 * 60_000));
    expect(await put(uploadUrl, await smallJpeg())).toEqual([404, ended]);
  });

  test('cannot be guessed, changed or prolonged', async () => {
    const { uploadUrl } = await prepare(people.ann);
    const other = await prepare(people.ann);
    const expires = Number(/expires=(\d+)/.exec(uploadUrl)?.[1]);
    const wrong = [
      uploadUrl.replace(/upload\/\w+/, `upload/${other.uploadId}`),
      uploadUrl.replace(`expires=${expires}`, `expires=${expires + 3600}`),
      uploadUrl.replace(/signature=.*/, 'signature='),
      uploadUrl.replace(/\?.*/, ''),
    ];
    for (const url of wrong) expect([url, ...(await put(url, await smallJpeg()))]).toEqual([url, 404, ended]);
  });

  test('is processed at most ten times', async () => {
    const { uploadUrl } = await prepare(people.ann);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await put(uploadUrl, Buffer.from('no picture')))[0]);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 404, 404]);
  });

  onLinux('counts a try before the bytes have come, and takes those of two at once', async () => {
    const { uploadUrl } = await prepare(people.ann);
    const { pathname, search } = new URL(uploadUrl);
    const before = spooled();
    const body = Buffer.alloc(1024 * 1024);
    const held = await Promise.all(
      Array.from({ length: 14 }, () => holdBody(service.url, { method: 'PUT', path: pathname + search, body })),
    );
    await until(() => held.filter((one) => one.answer().startsWith('HTTP/1.1 404')).length === 4);
    await until(() => spooled() === before + 2);
    expect(held.filter((one) => one.answer() !== '')).toHaveLength(4);
    const waiting = held.filter((one) => one.answer() === '');
    expect((await Promise.all(waiting.map((one) => one.finish()))).sort()).toEqual(Array<number>(10).fill(400));
    expect((await put(uploadUrl, await smallJpeg()))[0]).toBe(404);
    await until(() => spooled() === before);
  });

  onLinux('leaves no file when the client hangs up', async () => {
    const { uploadUrl } = await prepare(people.ann);
    const { pathname, search } = new URL(uploadUrl);
    const before = spooled();
    const body = Buffer.alloc(1024 * 1024);
    const held = await holdBody(service.url, { method: 'PUT', path: pathname + search, body });
    await until(() => spooled() === before + 1);
    held.hangUp();
    await until(() => spooled() === before);
    expect(await put(uploadUrl, await smallJpeg())).toEqual([204, '']);
  });

  test('is refused when it is too large, before it arrives', async () => {
    const { uploadUrl } = await prepare(people.ann);
    const { pathname, search, host } = new URL(uploadUrl);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n`;
    const announced = await rawRequest(service.url, [`${head}Content-Length: 16777216\r\n\r\n`]);
    expect(announced.status).toBe(413);
    const mebibyte = `100000\r\n${'x'.repeat(1024 * 1024)}\r\n`;
    const chunked = await rawRequest(service.url, [
      `${head}Transfer-Encoding: chunked\r\n\r\n`,
      ...Array<string>(17).fill(mebibyte),
    ]);
    expect(chunked.status).toBe(413);
    expect(await put(uploadUrl, await smallJpeg())).toEqual([204, '']);
  });

  test('can be completed only by the user who prepared it, and for its purpose', async () => {
    await expect(prepare(people.bob)).rejects.toThrow('NOT_FOUND');
    const ofPost = await prepare(people.ann);
    await put(ofPost.uploadUrl, await smallJpeg());
    expect(await complete(people.bob, ofPost.uploadId)).toBe('NOT_FOUND');
    expect(await setProfile(people.ann, ofPost.uploadId)).toBe('INVALID');
    expect(await complete(people.ann, 'x')).toBe('NOT_FOUND');
    const ofSelf = await prepareProfile(people.ann);
    await put(ofSelf.uploadUrl, await smallJpeg());
    expect(await complete(people.ann, ofSelf.uploadId)).toBe('INVALID');
    expect(await setProfile(people.bob, ofSelf.uploadId)).toBe('NOT_FOUND');
    const { errors } = await nobody(service).graphql(`mutation { prepareProfilePictureUpload ${fields} }`);
    expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('for a profile sets the picture once, and changes nothing when completed again after a newer one', async () => {
    const first = await prepareProfile(people.cho);
    expect(await setProfile(people.cho, first.uploadId)).toBe('INVALID');
    await put(first.uploadUrl, await smallJpeg());
    const url = await setProfile(people.cho, first.uploadId);
    expect((await fetched(url as string)).status).toBe(200);
    const second = await prepareProfile(people.cho);
    await put(second.uploadUrl, await smallJpeg());
    const newer = await setProfile(people.cho, second.uploadId);
    expect(newer).not.toBe(url);
    expect(await setProfile(people.cho, first.uploadId)).toBe(newer);
  });

  test('for a post ends when the post is deleted', async () => {
    const { post: gone } = await record(people.ann);
    const { uploadId, uploadUrl } = await prepare(people.ann, gone);
    await put(uploadUrl, await smallJpeg());
    await as(people.ann).delete(`/post/${gone}/`);
    expect(await complete(people.ann, uploadId)).toBe('NOT_FOUND');
    expect(await put(uploadUrl, await smallJpeg())).toEqual([404, ended]);
  });
});
