/** The check of a bundle names each fault with file, line and field, and counts what it reads, whatever the form of the bundle. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FileName } from '../bundle/field.ts';
import { fileNames } from '../bundle/field.ts';
import type { Keepers } from '../load/conflicts.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { checked, exampleRecords, manifest, person, tarOf, writeBundle, zipOf } from './bundle-maker.ts';

const [root, remove] = await newFolder();
afterAll(remove);
let folder = '';
let folders = 0;
beforeEach(() => {
  folder = join(root, String(++folders));
});

describe('a bundle of the examples', () => {
  /** The one note: the example of a run has its track in every form. */
  const asExpected = { faults: 0, notes: 2 };

  test('has no faults as a folder, compressed, and as an archive of both kinds', async () => {
    await writeBundle(folder, exampleRecords());
    const packed = await writeBundle(`${folder}-packed`, exampleRecords(), { gzip: true });
    const temporary = join(root, 'temporary');
    await mkdir(temporary);
    const all = [
      await checked(folder, temporary),
      await checked(packed, temporary),
      await checked(await zipOf(folder, join(root, 'all.zip')), temporary),
      await checked(await zipOf(packed, join(root, 'inner.zip'), 'bundle/'), temporary),
      await checked(await tarOf(folder, join(root, 'all.tar')), temporary),
      await checked(await tarOf(packed, join(root, 'all.tgz'), true), temporary),
    ];
    for (const { result, found } of all) {
      expect(found.filter(({ severity }) => severity === 'fault')).toEqual([]);
      expect(result).toMatchObject(asExpected);
      expect([...result.files.keys()]).toEqual(fileNames);
      expect(result.files.get('users')).toEqual({ read: 3, faulty: 0, noted: 0 });
    }
    expect(await readdir(temporary)).toEqual([]);
  });

  test('agrees with a manifest that says what its files have, and disagrees with another', async () => {
    await writeBundle(folder, { users: [person(1), person(2)] });
    const text = [person(1), person(2)].map((one) => `${JSON.stringify(one)}\n`).join('');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const picture = createHash('sha256').update('files/faces/12.jpg').digest('hex');
    const says = async (...files: object[]) => {
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }));
      return (await checked(folder)).found.map(({ file, sentence }) => `${file} ${sentence}`);
    };
    const users = { name: 'users.jsonl', rows: 2, sha256: sha256.toUpperCase() };
    expect(await says(users, { name: 'files/faces/12.jpg', sha256: picture })).toEqual([]);
    expect(await says({ name: 'users', rows: 3, sha256: '0'.repeat(64) })).toEqual([
      'users.jsonl has 2 records, and the manifest says 3',
      'users.jsonl has another SHA-256 than the manifest says',
    ]);
    expect(
      await says({ name: 'posts.jsonl', rows: 0 }, { name: '../x' }, { name: 'files/faces/12.jpg', sha256 }),
    ).toEqual([
      'posts.jsonl is in the manifest, and not in the bundle',
      '../x is in the manifest, and not in the bundle',
      'files/faces/12.jpg has another SHA-256 than the manifest says',
    ]);
  });

  test.each<[string, unknown, string]>([
    ['of another version', { ...manifest, format: 2 }, 'format must be between 1 and 1'],
    ['without a moment', { format: 1 }, 'taken is required'],
    ['that is no object', [], ' is no JSON object'],
  ])('has a fault with a manifest %s', async (_what, says, sentence) => {
    await writeBundle(folder, {}, { says });
    const { found } = await checked(folder);
    expect(found.map((one) => `${one.field} ${one.sentence}`)).toEqual([sentence]);
    expect(found[0]).toMatchObject({ severity: 'fault', file: 'manifest.json', line: null });
  });

  test('is noted for files that the format does not have', async () => {
    await writeBundle(folder, { friends: [] });
    expect((await checked(folder)).found).toMatchObject([{ severity: 'note', file: 'friends.jsonl', line: null }]);
  });
});

/** A record that is added to the examples, and the field and the sentence of its fault. */
const faulty: [file: FileName, record: object | string, field: string, sentence: RegExp][] = [
  ['users', '{"id": 99,', '', /^is not valid JSON/],
  ['users', '"\xff"', '', /^is no record/],
  ['users', '[1]', '', /^is no record/],
  ['users', { ...person(99), id: 0 }, 'id', /^must be an id/],
  ['users', { ...person(99), id: -4 }, 'id', /^must be an id/],
  ['users', { ...person(99), id: 9e15 + 1 }, 'id', /^must be an id/],
  ['users', { ...person(99), id: 1.5 }, 'id', /^must be an id/],
  ['users', { ...person(99), id: 34 }, 'id', /^is 34, which an earlier line has/],
  ['users', { ...person(99), username: undefined }, 'username', /^is required/],
  ['users', { ...person(99), username: '' }, 'username', /^must not be empty/],
  ['users', { ...person(99), username: '🦊'.repeat(151) }, 'username', /^must have at most 150 characters/],
  ['users', { ...person(99), username: 'runner_34' }, 'username', /^has the username of line 2/],
  [
    'users',
    { ...person(99), api_keys: ['0d107d09f5bbe40cade3de5c71e9e9b70d107d09'] },
    'api_keys',
    /^has a key of line 1/,
  ],
  ['users', { ...person(99), social: [{ network: 'facebook', id: 100001234567890 }] }, 'social', /of line 1/],
  ['users', { ...person(99), date_joined: '0000-00-00 00:00:00' }, 'date_joined', /^must be an ISO 8601/],
  ['users', { ...person(99), is_active: 'perhaps' }, 'is_active', /^must be true or false/],
  ['users', { ...person(99), first_name: {} }, 'first_name', /^must be a text/],
  [
    'friendships',
    { id: 2, requester: 12, user: 99, created_date: '2012-01-01T00:00' },
    'user',
    /^is 99, which users does not/,
  ],
  [
    'friendships',
    { id: 2, requester: 34, user: 12, created_date: '2012-01-01T00:00' },
    'user',
    /^has the pair of people of line 1/,
  ],
  [
    'friendships',
    { id: 2, requester: 34, user: 34, created_date: '2012-01-01T00:00' },
    'user',
    /^is also the requester/,
  ],
  ['blocks', { user: 56, blocked: 56 }, 'blocked', /^is also the user/],
  ['blocks', { user: 12, blocked: 56 }, 'blocked', /^has the pair/],
  ['invitations', { inviter: 12, email: 'ZOE@example.com', created_date: '2013-02-03T10:00:00' }, 'email', /of line 1/],
  ['workouts', { id: 1, user: 12, run_date: 'now', run_type: 'Slow', duration_in_seconds: 1 }, 'run_date', /^must be/],
  [
    'workouts',
    { id: 1, user: 12, run_date: '2014-01-01T00', run_type: 'Slow', duration_in_seconds: 'x' },
    'duration_in_seconds',
    /^must be a number/,
  ],
  [
    'workouts',
    { id: 1, user: 12, run_date: '2014-01-01T00', run_type: 'Slow', duration_in_seconds: -1 },
    'duration_in_seconds',
    /^must be between/,
  ],
  [
    'workouts',
    { id: 1, user: 12, run_date: '2014-01-01T00', run_type: 'Slow', duration_in_seconds: 1, privacy: 'all' },
    'privacy',
    /^must be one of/,
  ],
  [
    'posts',
    { id: 1, author: 12, created_date: '2014-01-01T00', workout: 5 },
    'workout',
    /^is 5, which workouts does not have/,
  ],
  ['posts', { id: 1, author: 12, created_date: '2014-01-01T00', workout: 71 }, 'workout', /^has the run of line 1/],
  [
    'posts',
    { id: 1, author: '/api/v1/profile/12/', created_date: '2014-01-01T00' },
    'author',
    /^must be an id, or the URI/,
  ],
  ['pictures', { id: 1, post: 81, file: 'files/none.jpg' }, 'file', /^names a file that is not in the bundle/],
  ['pictures', { id: 1, post: 81, file: '../../etc/passwd' }, 'file', /^must not lead out/],
  ['conversations', { id: 1, created_date: '2014-01-01T00', recipients: 12 }, 'recipients', /^must be a list/],
  ['messages', { id: 1, conversation: 4, message: 'a', created_date: '2014-01-01T00' }, 'conversation', /^is 4/],
  ['routes', { id: 1, name: 'a', distance_in_meters: 1, user: 12 }, 'points', /^is required without a workout/],
  ['events', { id: 1, name: 'a', start_date: '2014-01-01', end_date: 'later' }, 'end_date', /^must be a date and time/],
  ['event_participants', { id: 1, event: 7, user: 12 }, 'user', /^has the user, in the same event, of line 1/],
  ['sponsors', { id: 1, participant: 8, amount_per_mile: 1e9 }, 'amount_per_mile', /^must be between/],
  ['stats', { user: 12 }, 'user', /^has the user of line 1/],
];

describe('a fault is named with its file, line and field', () => {
  test.each(faulty)('in %s: %j', async (name, record, field, sentence) => {
    const records = exampleRecords();
    const line = records[name].length + 1;
    await writeBundle(folder, { ...records, [name]: [...records[name], record] });
    const { result, found } = await checked(folder);
    const faults = found.filter(({ severity }) => severity === 'fault');
    expect(faults).toEqual([
      { severity: 'fault', file: `${name}.jsonl`, line, field, sentence: expect.stringMatching(sentence) },
    ]);
    expect(result.files.get(name)).toMatchObject({ read: line, faulty: 1 });
    expect(result.faults).toBe(1);
  });

  test('and what refers to a refused record is refused as well', async () => {
    await writeBundle(folder, {
      users: [{ ...person(1), date_joined: null }, person(2)],
      friendships: [{ id: 1, requester: 2, user: 1, created_date: '2012-01-01T00:00' }],
    });
    const { found } = await checked(folder);
    expect(found.map(({ field, sentence, root }) => `${field} ${sentence}, ${root}`)).toEqual([
      'date_joined is required, undefined',
      'user is 1, which is refused in users, users.jsonl: date_joined is required',
    ]);
  });

  test('with the numbers of lines of the file, blank ones included, and bytes that are not UTF-8', async () => {
    await writeBundle(folder, {});
    const good = JSON.stringify(person(1));
    const bytes = Buffer.from(`\r\n${good}\r\n \t\n"\xff"\n${good.replace('1', '0')}`, 'latin1');
    await writeFile(join(folder, 'users.jsonl'), bytes);
    const { result, found } = await checked(folder);
    expect(found.map(({ line, sentence }) => [line, sentence])).toEqual([
      [4, 'is not valid UTF-8'],
      [5, expect.stringMatching(/^must be an id/)],
    ]);
    expect(result.files.get('users')).toEqual({ read: 3, faulty: 2, noted: 0 });
  });
});

describe('people who share an address', () => {
  const date = (year: number) => `${year}-01-01T00:00:00Z`;
  const same = (id: number, joined: number, login: number | null, email = 'a@example.com') => ({
    ...person(id),
    email,
    date_joined: date(joined),
    last_login: login && date(login),
  });
  const users = [same(1, 2012, 2013), same(2, 2010, null, 'A@Example.com'), same(3, 2011, 2020), person(4)];

  test('are named by id, and are refused no more than what refers to them', async () => {
    const messages = [{ id: 1, requester: 1, user: 3, created_date: date(2014) }];
    await writeBundle(folder, { users, friendships: messages });
    const { result, found } = await checked(folder);
    expect(found.filter(({ severity }) => severity === 'fault')).toEqual([
      {
        severity: 'fault',
        file: 'users.jsonl',
        line: null,
        field: 'email',
        sentence:
          'has "a@example.com" of several people: 1 (runner_1), 2 (runner_2), 3 (runner_3); --conflicts says who keeps it',
      },
    ]);
    expect([result.files.get('users'), result.files.get('friendships')]).toMatchObject([{ faulty: 0 }, { faulty: 0 }]);
  });

  test.each<[Keepers, number]>([
    ['last-sign-in', 3],
    ['oldest', 2],
    [new Set([1]), 1],
  ])('keep it by %s: person %i', async (keepers, kept) => {
    await writeBundle(folder, { users });
    const { result, found } = await checked(folder, undefined, { keepers });
    expect(result.faults).toBe(0);
    const without = found.map(({ sentence }) => /becomes without-(\d)@/.exec(sentence)?.[1]);
    expect(without).toEqual([1, 2, 3].filter((id) => id !== kept).map(String));
  });
});
