/** The uploaded file of a workout is kept byte for byte, for its owner. */
import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { originalName } from '../../src/domain/workouts/originals/store-originals.ts';
import { storeOriginals } from '../../src/domain/workouts/originals/store-originals.ts';
import { findOrphanedOriginals, sweepOriginals } from '../../src/domain/workouts/originals/sweep-originals.ts';
import { storeFolder } from '../../src/platform/store/picture-store-folder.ts';
import { readZip } from '../accounts/read-zip.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { dialects, recording, RECORDINGS } from '@runners/recordings/samples';

const service = await testService({ ORIGINALS_QUOTA: '3' });
const { ann, bob } = await cast(service);
afterEach(() => service.clock.set(null));

interface Original {
  url: string;
  expiresDate: string;
  sizeInBytes: number;
  sha256: string;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
let minute = 0;
/** A file that is no duplicate of another. */
const fresh = (made = {}) =>
  makeGpx({ start: new Date(Date.UTC(2021, 0, 1, 0, (minute += 1))).toISOString(), ...made });

async function upload(person: Person, file: Buffer | string): Promise<number> {
  const answer = await as(person).upload(file);
  expect(answer.status).toBe(201);
  return answer.json<{ id: number }>().id;
}

async function originalOf(person: Person, workout: number): Promise<Original | null | undefined> {
  const { data } = await as(person).graphql<{ workout: { original: Original | null } | null }>(
    'query ($id: ID!) { workout(id: $id) { original { url expiresDate sizeInBytes sha256 } } }',
    { id: globalId('Workout', workout) },
  );
  return data?.workout?.original;
}

async function usageOf(person: Person): Promise<number | undefined> {
  const { data } = await as(person).graphql<{ me: { originalsUsage: { usedBytes: number; quotaBytes: number } } }>(
    '{ me { originalsUsage { usedBytes quotaBytes } } }',
  );
  expect(data?.me.originalsUsage.quotaBytes).toBe(3 * 1024 * 1024);
  return data?.me.originalsUsage.usedBytes;
}

async function download(url: string | undefined, method = 'GET') {
  const response = await fetch(url ?? '', { method });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const store = () => storeOriginals(service.processContext);
/** The keys that a file has had. */
const keys = new Set<string>();
/** The keys of the files in the store, whichever store it is. */
async function stored(): Promise<string[]> {
  for (const { key } of await service.sql('select key from recording_file')) keys.add(key as string);
  const { recordings } = service.processContext.integrations;
  const held = await Promise.all([...keys].map((key) => recordings.read(key, originalName)));
  for (const file of held) file?.content.destroy();
  return [...keys].filter((_key, n) => held[n] !== null);
}

const files: [name: string, bytes: Buffer][] = [
  ...RECORDINGS.filter(([name]) => name !== 'route-without-times.gpx').map(([name]): [string, Buffer] => [
    name,
    recording(name),
  ]),
  ...Object.entries(dialects).map(([name, { file }], i): [string, Buffer] => [
    name,
    Buffer.from(file.replaceAll('2024-05-01', `2024-05-0${i + 1}`)),
  ]),
  ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${fresh()}`, 'utf16le')],
  ['odd line ends and a comment', Buffer.from(fresh().replaceAll('<trkpt', '\r\n\t<!-- é -->\r<trkpt'))],
];

test.each(files)('%s comes back with the same SHA-256, before and after it is in the store', async (name, bytes) => {
  const runner = await newPerson(service, 'Runner', name.replace(/\W/g, ''));
  const workout = await upload(runner, bytes);
  const original = await originalOf(runner, workout);
  expect(original).toMatchObject({ sizeInBytes: bytes.length, sha256: sha256(bytes) });
  expect(await usageOf(runner)).toBe(bytes.length);
  for (const move of [async () => 0, store]) {
    await move();
    const { status, headers, bytes: received } = await download(original?.url);
    expect([status, sha256(received)]).toEqual([200, sha256(bytes)]);
    expect(headers.get('content-length')).toBe(String(bytes.length));
  }
});

describe('the URL of an original', () => {
  test('offers a download that is safe, and ends after 15 minutes', async () => {
    const workout = await upload(ann, fresh());
    const original = await originalOf(ann, workout);
    const { headers } = await download(original?.url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/gpx+xml',
      'content-disposition': `attachment; filename="run-${workout}.gpx"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await download(original?.url, 'HEAD')).headers.get('content-length')).toBe(String(original?.sizeInBytes));
    expect((await download(original?.url.replace(`/${workout}/`, `/${workout + 1}/`))).status).toBe(404);
    expect((await download(original?.url.replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(404);
    service.clock.set(new Date(Date.parse(original?.expiresDate ?? '') - 2000));
    expect((await download(original?.url)).status).toBe(200);
    service.clock.set(new Date(Date.parse(original?.expiresDate ?? '') + 1000));
    expect((await download(original?.url)).status).toBe(404);
  });

  test('is given to the owner only, and to keys that may read workouts', async () => {
    const workout = await upload(ann, fresh());
    expect(await originalOf(ann, workout)).not.toBeNull();
    expect(await originalOf(bob, workout)).toBeNull();
    const [post] = await service.sql('select id from post where workout_id = ?', [workout]);
    const keyWith = async (scopes: string) => {
      const { data } = await as(ann).graphql<{ createApiKey: { apiKey: string } }>(
        `mutation { createApiKey(input: { name: "x", scopes: [${scopes}] }) { apiKey } }`,
      );
      return { ...ann, authorization: `Bearer ${data?.createApiKey.apiKey}` };
    };
    const throughPost = async (person: Person) => {
      const { data, errors } = await as(person).graphql<{ post: { workout: { original: Original | null } } }>(
        'query ($id: ID!) { post(id: $id) { workout { original { url } } } }',
        { id: globalId('Post', Number(post?.['id'])) },
      );
      return errors[0]?.extensions?.['code'] ?? data?.post.workout.original;
    };
    expect(await throughPost(await keyWith('FEED_READ'))).toBe('INSUFFICIENT_SCOPE');
    expect(await throughPost(await keyWith('FEED_READ, WORKOUTS_READ'))).toEqual({
      url: expect.any(String) as unknown,
    });
  });

  test('ends with the key that requested it, and with a suspension of its owner', async () => {
    const eve = await newPerson(service, 'Eve', 'Evans');
    const { url } = (await originalOf(eve, await upload(eve, fresh()))) ?? {};
    expect((await download(url)).status).toBe(200);
    await service.sql('insert into suspension (user_id, until) values (?, null)', [eve.id]);
    expect((await download(url)).status).toBe(404);
    await service.sql('delete from suspension where user_id = ?', [eve.id]);
    expect((await download(url)).status).toBe(200);
    await as(eve).graphql('mutation { signOut { done } }');
    expect((await download(url)).status).toBe(404);
  });
});

describe('the original', () => {
  test('of a workout that was recorded as JSON is none', async () => {
    const { workout } = await record(ann, {
      points: [
        { lat: 1, lng: 1 },
        { lat: 1, lng: 1.01 },
      ],
    });
    expect(await originalOf(ann, workout)).toBeNull();
  });

  test('is replaced with the track, and its file is removed', async () => {
    const fay = await newPerson(service, 'Fay', 'Fox');
    const workout = await upload(fay, fresh());
    await store();
    const before = await stored();
    const next = fresh({ points: 20, timed: false });
    const parcel = { headers: { 'Content-Type': contentTypes.gpx }, body: next };
    expect((await as(fay).send('PATCH', `/workout/${workout}/`, parcel)).status).toBe(202);
    expect(await originalOf(fay, workout)).toMatchObject({ sha256: sha256(next) });
    expect(await usageOf(fay)).toBe(next.length);
    expect(await sweepOriginals(service.processContext)).toBe(1);
    expect(await stored()).toHaveLength(before.length - 1);
  });

  test.each(['the workout', 'the account'])('is deleted with %s', async (what) => {
    const gus = await newPerson(service, 'Gus', what.replace(/\W/g, ''));
    const [workout, waiting] = [await upload(gus, fresh()), fresh()];
    const { url } = (await originalOf(gus, workout)) ?? {};
    await store();
    const before = await stored();
    await upload(gus, waiting);
    if (what === 'the workout') {
      await as(gus).graphql(
        `mutation { deleteWorkout(input: { id: "${globalId('Workout', workout)}" }) { deletedId } }`,
      );
      expect(await usageOf(gus)).toBe(waiting.length);
    } else
      await as(gus).graphql(
        'mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }',
        {
          password: gus.password,
        },
      );
    expect((await download(url)).status).toBe(404);
    await sweepOriginals(service.processContext);
    expect(await stored()).toHaveLength(before.length - 1);
    const left = await service.sql('select 1 from workout_original where user_id = ?', [gus.id]);
    expect(left).toHaveLength(what === 'the workout' ? 1 : 0);
  });

  test('that was deleted while it was moved leaves no file behind', async () => {
    await store();
    const before = await stored();
    await service.sql(
      "insert into recording_file (key, created_date) values ('11', now() - interval '2 hours'), ('22', now())",
    );
    await findOrphanedOriginals(service.processContext);
    expect(await sweepOriginals(service.processContext)).toBe(1);
    expect(await service.sql("select key from recording_file where key in ('11', '22')")).toEqual([{ key: '22' }]);
    expect(await stored()).toEqual(before);
  });

  test('stays in the database while the store fails, can be read, and is moved later', async () => {
    await store();
    const file = fresh();
    const workout = await upload(ann, file);
    const root = storeFolder(service.dataDir, 'recordings');
    await rename(root, `${root}-away`);
    await writeFile(root, 'not a folder');
    await expect(store()).rejects.toThrow();
    await rm(root);
    await rename(`${root}-away`, root);
    const before = await stored();
    expect(await store()).toBe(0);
    expect(sha256((await download((await originalOf(ann, workout))?.url)).bytes)).toBe(sha256(file));
    await service.sql("update workout_original set taken_date = now() - interval '11 minutes' where key is null");
    expect(await store()).toBe(1);
    expect(await stored()).toHaveLength(before.length + 1);
    expect(sha256((await download((await originalOf(ann, workout))?.url)).bytes)).toBe(sha256(file));
  });

  test('is in the archive of the account, together with a GPX file that has the sensors', async () => {
    const hal = await newPerson(service, 'Hal', 'Hill');
    const sent = [Buffer.from(dialects['Cluetrust']?.file ?? ''), recording('strava-5k-heart-rate.gpx')];
    const ids: number[] = [];
    for (const file of sent) {
      ids.push(await upload(hal, file));
      if (ids.length === 1) await store();
    }
    const { data } = await as(hal).graphql<{ exportMyData: { url: string } }>('mutation { exportMyData { url } }');
    const archive = readZip((await download(data?.exportMyData.url)).bytes);
    const found = (folder: string) =>
      ids.map((id) => [...archive].find(([name]) => name.startsWith(`${folder}/`) && name.endsWith(`-${id}.gpx`))?.[1]);
    expect(found('originals').map((bytes) => sha256(bytes ?? ''))).toEqual(sent.map(sha256));
    for (const bytes of found('workouts')) expect(bytes?.toString()).toContain('<gpxtpx:hr>');
  });
});

describe('the quota', () => {
  const big = () => fresh({ points: 20_000, everySeconds: 1, stepMeters: 2 });
  const importFile = (person: Person, file: string) =>
    as(person).graphql<{
      importGpx: { originalKept: boolean; workout: { original: Original | null; databaseId: number } };
    }>(
      'mutation ($gpx: Gpx!) { importGpx(input: { gpx: $gpx }) { originalKept workout { databaseId original { url } } } }',
      { gpx: file },
    );

  test('does not refuse a workout: it is stored without its file, which the answer says', async () => {
    const ivy = await newPerson(service, 'Ivy', 'Ives');
    const [first, second] = [await importFile(ivy, big()), await importFile(ivy, big())];
    expect(first.data?.importGpx).toMatchObject({
      originalKept: true,
      workout: { original: { url: expect.any(String) as unknown } },
    });
    expect(second.data?.importGpx).toMatchObject({ originalKept: false, workout: { original: null } });
    const used = await usageOf(ivy);
    expect((await importFile(ivy, fresh())).data?.importGpx.originalKept).toBe(true);
    expect(await usageOf(ivy)).toBeGreaterThan(used ?? 0);
    await as(ivy).delete(`/workout/${first.data?.importGpx.workout.databaseId}/`);
    await as(ivy).graphql('mutation ($id: ID!) { deleteWorkout(input: { id: $id }) { deletedId } }', {
      id: globalId('Workout', first.data?.importGpx.workout.databaseId ?? 0),
    });
    expect((await importFile(ivy, big())).data?.importGpx.originalKept).toBe(true);
  });

  test('is not exceeded by uploads at the same time', async () => {
    const jan = await newPerson(service, 'Jan', 'Jones');
    const kept = await Promise.all(
      [big(), big(), big()].map(async (file) => (await importFile(jan, file)).data?.importGpx.originalKept),
    );
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect(await usageOf(jan)).toBeLessThan(3 * 1024 * 1024);
  });
});
