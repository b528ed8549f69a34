/** The URLs of pictures expire, respect visibility, and stop working when their files are deleted. */
import { readdir } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { storeFolder } from '../../src/platform/store/picture-store-folder.ts';
import { findOrphans, sweepPictures } from '../../src/domain/pictures/sweep.ts';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { smallJpeg } from './images.ts';
import { addPicture, fetched, pictureOf, sizeNames } from './sending.ts';
import type { WirePicture } from './sending.ts';

const service = await testService();
let people: Cast;
beforeAll(async () => {
  people = await cast(service);
});
afterEach(() => service.clock.set(null));

/** What the four URLs of a picture answer now. */
const statuses = (picture: WirePicture) =>
  Promise.all(sizeNames.map(async (size) => (await fetched(picture[size])).status));
const all = (status: number) => Array<number>(4).fill(status);
const setPrivacy = (workout: number, privacy: string) =>
  as(people.ann).graphql(
    `mutation ($id: ID!) { editWorkout(input: { id: $id, privacy: ${privacy} }) { workout { id } } }`,
    {
      id: globalId('Workout', workout),
    },
  );
const block = (person: Person, other: Person, field = 'blockUser') =>
  as(person).graphql(`mutation ($id: ID!) { ${field}(input: { userId: $id }) { user { id } } }`, {
    id: globalId('User', other.id),
  });

describe('the URLs of a picture', () => {
  test('remain the same for a day, and expire after it', async () => {
    const { post } = await record(people.ann);
    service.clock.set('2030-05-01T00:00:01Z');
    const first = await addPicture(people.ann, post);
    service.clock.set('2030-05-01T23:59:59Z');
    expect(await pictureOf(people.ann, first.id)).toEqual(first);
    service.clock.set('2030-05-02T23:59:59Z');
    expect(await statuses(first)).toEqual(all(200));
    service.clock.set('2030-05-03T00:00:00Z');
    expect(await statuses(first)).toEqual(all(404));
    expect(await statuses(await pictureOf(people.ann, first.id))).toEqual(all(200));
  });

  test('of a private post cannot be derived from those of a public one', async () => {
    const [open, hidden] = [await record(people.ann), await record(people.ann, { privacy: 'private' })];
    const secret = await addPicture(people.ann, hidden.post);
    const { id } = await addPicture(people.ann, open.post);
    const seen = await pictureOf(people.cho, id);
    for (const size of sizeNames) {
      const url = seen[size];
      const attempts = [
        url.replace(`/picture/${id}/`, `/picture/${secret.id}/`),
        url.replace(`/${people.cho.id}?`, `/${people.ann.id}?`).replace(`/picture/${id}/`, `/picture/${secret.id}/`),
        url.replace(`/picture/${id}/`, `/picture/${id}%2f..%2f${secret.id}/`),
        url.replace(`/${people.cho.id}?`, `/${people.ann.id}?`),
        url.replace(/expires=\d+/, 'expires=99999999999'),
        url.replace(/&access_key=.*/, ''),
        url.replace(/access_key=./, (text) => (text.endsWith('A') ? 'access_key=B' : 'access_key=A')),
        `${url}x`,
      ];
      expect((await fetched(url)).status).toBe(200);
      for (const attempt of attempts) expect([attempt, (await fetched(attempt)).status]).toEqual([attempt, 404]);
    }
  });

  test('show each user only what is visible to that user at the time', async () => {
    const { workout, post } = await record(people.ann);
    const { id } = await addPicture(people.ann, post);
    const [ofAnn, ofBob, ofCho] = await Promise.all(
      [people.ann, people.bob, people.cho].map((person) => pictureOf(person, id)),
    );
    const now = async () =>
      (await Promise.all([ofAnn, ofBob, ofCho].map(async (one) => new Set(await statuses(one as WirePicture))))).map(
        (set) => [...set],
      );
    expect(await now()).toEqual([[200], [200], [200]]);
    await setPrivacy(workout, 'FRIENDS');
    expect(await now()).toEqual([[200], [200], [404]]);
    await setPrivacy(workout, 'PRIVATE');
    expect(await now()).toEqual([[200], [404], [404]]);
    await setPrivacy(workout, 'PUBLIC');
    expect(await now()).toEqual([[200], [200], [200]]);
    expect((await block(people.ann, people.cho)).errors).toEqual([]);
    expect(await now()).toEqual([[200], [200], [404]]);
    await block(people.ann, people.cho, 'unblockUser');
    expect(await now()).toEqual([[200], [200], [200]]);
    await as(people.ann).delete(`/post/${post}/`);
    expect(await now()).toEqual([[404], [404], [404]]);
  });

  test('become invalid with a friendship, and with the account that they were issued to', async () => {
    const fay = await newPerson(service, 'Fay', 'Fox');
    await befriend(service, people.ann, fay);
    const { post } = await record(people.ann, { privacy: 'friends' });
    const { id } = await addPicture(people.ann, post);
    const ofFay = await pictureOf(fay, id);
    expect(await statuses(ofFay)).toEqual(all(200));
    await service.sql('delete from friend_edge where user_id = ? or friend_id = ?', [fay.id, fay.id]);
    expect(await statuses(ofFay)).toEqual(all(404));
    await setPrivacy(
      (await as(people.ann).get(`/post/${post}/`)).json<{ workout: { id: number } }>().workout.id,
      'PUBLIC',
    );
    expect(await statuses(ofFay)).toEqual(all(200));
    await leave(fay);
    expect(await statuses(ofFay)).toEqual(all(404));
  });
});

const leave = (person: Person) =>
  as(person).graphql('mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }', {
    password: person.password,
  });

/** Names of the folders in the store, one a picture. */
async function stored(): Promise<string[]> {
  const root = storeFolder(service.dataDir, 'pictures');
  const folders = await Promise.all((await readdir(root)).map((name) => readdir(`${root}/${name}`)));
  return folders.flat();
}
const keyOf = async (picture: { id: number }) => {
  const [row] = await service.sql('select key from picture where id = ?', [picture.id]);
  return String(row?.['key']);
};

describe('the files of a picture', () => {
  test.each([
    [
      'the picture',
      async (owner: Person, _post: number, picture: number) =>
        as(owner).graphql(`mutation { deletePicture(input: { id: "${globalId('Picture', picture)}" }) { deletedId } }`),
    ],
    ['its post', async (owner: Person, post: number) => as(owner).delete(`/post/${post}/`)],
    [
      'its workout',
      async (owner: Person, post: number) => {
        const { workout } = (await as(owner).get(`/post/${post}/`)).json<{ workout: { id: number } }>();
        return as(owner).delete(`/workout/${workout.id}/`);
      },
    ],
    ['the account', async (owner: Person) => leave(owner)],
  ])('are removed after %s was deleted, and no others', async (what, remove) => {
    const owner = await newPerson(service, `Owner of ${what}`, 'Olsen');
    const { post } = await record(owner);
    const picture = await addPicture(owner, post);
    await as(owner).send('POST', '/user/picture/', {
      headers: { 'Content-Type': 'image/jpeg' },
      body: await smallJpeg(),
    });
    const other = await addPicture(people.ann, (await record(people.ann)).post);
    const [gone, kept] = [await keyOf(picture), await keyOf(other)];
    const [{ image_key: face } = {}] = await service.sql('select image_key from users where id = ?', [owner.id]);
    expect(await stored()).toEqual(expect.arrayContaining([gone, kept, face]));
    await remove(owner, post, picture.id);
    await sweepPictures(service.processContext);
    const left = await stored();
    expect([left.includes(gone), left.includes(kept), left.includes(String(face))]).toEqual([
      false,
      true,
      what !== 'the account',
    ]);
    expect(await service.sql('select key from picture_file where key = ?', [gone])).toEqual([]);
  });

  test('are removed with a new profile picture, and when it is removed', async () => {
    const face = async () =>
      String((await service.sql('select image_key from users where id = ?', [people.dan.id]))[0]?.['image_key']);
    const set = async () =>
      as(people.dan).send('POST', '/user/picture/', {
        headers: { 'Content-Type': 'image/png' },
        body: await smallJpeg(),
      });
    await set();
    const first = await face();
    await set();
    const second = await face();
    await sweepPictures(service.processContext);
    expect([(await stored()).includes(first), (await stored()).includes(second)]).toEqual([false, true]);
    await as(people.dan).graphql('mutation { removeProfilePicture { user { id } } }');
    await sweepPictures(service.processContext);
    expect((await stored()).includes(second)).toBe(false);
  });

  test('without references are found an hour later', async () => {
    const { post } = await record(people.ann);
    const bytes = await smallJpeg();
    const kept = await keyOf(await addPicture(people.ann, post, bytes));
    const before = await stored();
    // Of several at once with the same bytes one becomes the picture; what the others stored is left over.
    await Promise.all(Array.from({ length: 4 }, async () => addPicture(people.ann, post, await smallJpeg())));
    await service.sql('delete from picture where post_id = ? and key <> ?', [post, kept]);
    await service.sql('update picture_file set doomed_date = null');
    const sweep = async () => {
      await findOrphans(service.processContext);
      await sweepPictures(service.processContext);
      return stored();
    };
    expect((await sweep()).length).toBe(before.length + 4);
    await service.sql("update picture_file set created_date = created_date - interval '2 hours'");
    const left = await sweep();
    expect(left).toContain(kept);
    expect(left.length).toBeLessThanOrEqual(before.length);
    const rows = await service.sql('select key from picture_file');
    expect(left.sort()).toEqual(rows.map(({ key }) => String(key)).sort());
  });

  test('are removed once by several simultaneous sweeps', async () => {
    const { post } = await record(people.ann);
    for (let i = 0; i < 5; i++) await addPicture(people.ann, post);
    await as(people.ann).delete(`/post/${post}/`);
    const swept = await Promise.all(Array.from({ length: 4 }, () => sweepPictures(service.processContext)));
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  test('remain queued while the store fails', async () => {
    const { post } = await record(people.ann);
    const key = await keyOf(await addPicture(people.ann, post));
    await as(people.ann).delete(`/post/${post}/`);
    const { integrations } = service.processContext;
    const pictures = { ...integrations.pictures, remove: () => Promise.reject(new Error('no connection')) };
    await expect(
      sweepPictures({ ...service.processContext, integrations: { ...integrations, pictures } }),
    ).rejects.toThrow('no connection');
    expect(await stored()).toContain(key);
    // Whoever took it has ten minutes.
    expect(await sweepPictures(service.processContext)).toBe(0);
    await service.sql('update picture_file set doomed_date = now() where doomed_date is not null');
    expect(await sweepPictures(service.processContext)).toBe(1);
    expect(await stored()).not.toContain(key);
  });
});
