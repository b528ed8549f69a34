/**
 * What a later bundle changes reaches everything that depends on it: posts and routes follow their run, what is refused is not gone, what
 * is gone makes room for what is new, and files are compared by their bytes. What people have written here
 * below what is gone goes along, except where it could not be deleted here.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openTakenOver } from '../../../src/domain/taking-over/preparing.ts';
import { smallJpeg } from '../../../test/pictures/images.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { exampleRecords, person, writeReadableBundle } from './bundle-maker.ts';
import type { Records } from './bundle-maker.ts';
import { loaded, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);
let bundles = 0;
const bundleOf = (of: Partial<Records>) => writeReadableBundle(join(root, `bundle ${++bundles}`), of);
const load = async (of: Partial<Records>, isComplete = true) => loaded(service, await bundleOf(of), { isComplete });
const one = async (sql: string) => (await service.sql(sql))[0];
const count = async (from: string) => (await one(`select count(*)::int as n from ${from}`))?.['n'];

/** The example of a bundle, with a run that is public, and a post and a route that have no privacy of their own. */
function bundle(): Records {
  const records = { ...exampleRecords(), stats: [] };
  Object.assign(records.workouts[0]!, { privacy: 'public' });
  delete records.posts[0]!['privacy'];
  return records;
}

beforeAll(async () => {
  const { told } = await load(bundle());
  expect(told.filter(({ what }) => what === 'refused')).toEqual([]);
});

describe('the post and the route of a run', () => {
  const privacies = () =>
    one(
      'select p.privacy as post, t.privacy as route from post p join route t on t.workout_id = p.workout_id where p.workout_id = 71',
    );

  test.each([
    ['a complete bundle', true, 'private'],
    ['a bundle that has only the run', false, 'friends'],
    ['a complete bundle, after that', true, 'public'],
  ])('follow it, by %s', async (_how, isComplete, privacy) => {
    const records = bundle();
    Object.assign(records.workouts[0]!, { privacy });
    const { workouts } = records;
    const { told } = await load(isComplete ? records : { workouts }, isComplete);
    expect(told.filter(({ what }) => what !== 'changed')).toEqual([]);
    expect(await privacies()).toEqual({ post: privacy, route: privacy });
    expect((await verified(service, await bundleOf(records))).differing).toEqual([]);
    await load(records);
    const again = await load(records);
    expect(Object.values(again.counts).map(({ written, kept }) => written + kept)).toEqual(
      Object.values(again.counts).map(() => 0),
    );
  });
});

test.each(['posts', 'comments'] as const)('likes of %s follow the order of a later bundle', async (file) => {
  const row = file === 'posts' ? 'post' : 'comment';
  const records = bundle();
  const [first, ...others] = records.users.map((user) => user['id'] as number);
  for (const likers of [
    [first, ...others],
    [...others, first],
    [others[0], first],
    [first, ...others],
    [...others],
    [],
  ]) {
    const record = Object.assign(records[file][0]!, { likers });
    await load(records);
    const made = `(select coalesce(array_agg(user_id order by id), '{}') from ${row}_like where ${row}_id = o.id)`;
    expect(await one(`select likers, ${made} as made from ${row} o where id = ${String(record['id'])}`)).toEqual({
      likers,
      made: likers,
    });
    expect((await verified(service, await bundleOf(records))).differing).toEqual([]);
  }
});

test('sensors of a run go with its former track', async () => {
  await service.sql(
    `insert into workout_sensors (workout_id, packed, figures) values (71, '\\x00', '{}') on conflict do nothing`,
  );
  const records = bundle();
  Object.assign(records.workouts[0]!, { title: 'Without sensors' });
  await load(records);
  expect(await count('workout_sensors')).toBe(0);
});

describe('a record that is refused', () => {
  test('is not taken for one that is gone', async () => {
    const records = bundle();
    Object.assign(
      records.users.find(({ id }) => id === 12)!,
      { date_joined: '0000-00-00 00:00:00' },
    );
    const { told, counts } = await load(records);
    expect(told).toContainEqual(expect.objectContaining({ what: 'refused', file: 'users', id: 12 }));
    expect(Object.values(counts).map(({ removed }) => removed)).toEqual(Object.values(counts).map(() => 0));
    expect([await count('users where id = 12'), await count('workout')]).toEqual([1, 1]);
  });

  test('without an id keeps its whole file from being removed', async () => {
    const records = bundle();
    const path = await bundleOf(records);
    const { users, ...rest } = records;
    await writeFile(
      join(path, 'users.jsonl'),
      `${users
        .slice(1)
        .map((user) => JSON.stringify(user))
        .join('\n')}\n{"id":\n`,
    );
    const { told, counts } = await loaded(service, path, { isComplete: true });
    expect(counts['users']).toMatchObject({ removed: 0 });
    expect(told).toContainEqual({
      what: 'kept',
      file: 'users',
      line: 0,
      id: null,
      reasons: ['nothing is removed, because the ids of some records could not be read'],
    });
    expect(await count('users where id = 12')).toBe(1);
    expect(Object.keys(rest)).toContain('workouts');
  });
});

test('what is new may have what somebody had who is gone in the same bundle', async () => {
  const leaver = { ...person(905), email: 'again@example.com', username: 'again' };
  await load({ ...bundle(), users: [...bundle().users, leaver] });
  const run = { ...bundle().workouts[0]!, id: 972, user: 906 };
  const records = bundle();
  records.users.push({ ...leaver, id: 906 });
  records.workouts.push(run);
  const { told, counts } = await load(records);
  expect(told.filter(({ what }) => what === 'refused')).toEqual([]);
  expect(counts['users']).toMatchObject({ removed: 1, refused: 0 });
  expect(await count(`users where email = 'again@example.com' and id = 906`)).toBe(1);
  expect(await count('workout where user_id = 906')).toBe(1);
  await load(bundle());
});

describe('a picture', () => {
  const digest = async () => String((await one(`select encode(digest, 'hex') as digest from picture`))?.['digest']);

  test('that was replaced under the same name is stored again', async () => {
    const before = await digest();
    const path = await bundleOf(bundle());
    const { file } = bundle().pictures[0] as { file: string };
    await writeFile(join(path, file), await smallJpeg(120, 80));
    expect((await loaded(service, path, { isComplete: true })).counts['pictures']).toMatchObject({ written: 1 });
    expect(await digest()).not.toBe(before);
    expect((await verified(service, path)).differing).toEqual([]);
  });

  test('that a later bundle has in a damaged form stays, and is counted as refused', async () => {
    const before = await digest();
    const path = await bundleOf(bundle());
    const { file } = bundle().pictures[0] as { file: string };
    await writeFile(join(path, file), 'no picture');
    expect((await loaded(service, path, { isComplete: true })).counts['pictures']).toMatchObject({ refused: 1 });
    expect((await verified(service, path)).counts['pictures']).toMatchObject({ refused: 1, differing: 0 });
    expect(await digest()).toBe(before);
  });
});

test('a post about somebody else’s run is stored without it', async () => {
  const stranger = { ...bundle().posts[0]!, author: 34, privacy: 'public' };
  const { told } = await load({ ...bundle(), posts: [stranger] });
  expect(told).toContainEqual(
    expect.objectContaining({
      what: 'changed',
      file: 'posts',
      id: 81,
      reasons: ['workout is the run of somebody else; the post is stored without it'],
    }),
  );
  expect(await count('post where id = 81 and workout_id is null')).toBe(1);
  await load(bundle());
});

test('names of files that no disk has are refused with a sentence', async () => {
  for (const file of [`files/${'a'.repeat(300)}.jpg`, 'users.jsonl/x']) {
    const { told } = await load({ ...bundle(), pictures: [{ ...bundle().pictures[0]!, file }] });
    expect(told).toContainEqual(expect.objectContaining({ what: 'refused', file: 'pictures' }));
  }
});

test('once the service is open, what people have written below something that is gone goes along', async () => {
  await load(bundle());
  await openTakenOver(service.database);
  await service.sql(
    `insert into comment (post_id, user_id, comment, submit_date) select id, 34, 'New here', now() from post`,
  );
  await service.sql(
    `insert into message (conversation_id, user_id, message) select id, 34, 'New here' from conversation`,
  );
  await service.sql("update workout set title = 'Changed here'");
  const { workouts: _w, posts: _p, pictures: _i, comments: _c, routes: _r, conversations: _v, ...rest } = bundle();
  const none = { workouts: [], posts: [], pictures: [], comments: [], routes: [], conversations: [], messages: [] };
  const { told, counts } = await load({ ...rest, ...none });
  expect(counts).toMatchObject({
    comments: { removed: 1 },
    posts: { removed: 1 },
    workouts: { removed: 1 },
    conversations: { removed: 0 },
  });
  const reason = 'is gone from the bundle, and was removed with what people have written below it here';
  expect(told).toContainEqual({ what: 'changed', file: 'posts', line: 0, id: 81, reasons: [reason] });
  // A conversation cannot be deleted here.
  expect(told).toContainEqual(expect.objectContaining({ what: 'kept', file: 'conversations', id: 131 }));
  expect([await count('comment'), await count('message'), await count('conversation')]).toEqual([0, 1, 1]);
});
