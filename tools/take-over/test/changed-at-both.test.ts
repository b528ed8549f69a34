/**
 * Of a record that was changed at both services, each field is that of the service that has changed it. If both have changed a field, the
 * value here stays and is named.
 */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LoadedFile } from '../load/kinds.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { person, writeBundle } from './bundle-maker.ts';
import type { Records } from './bundle-maker.ts';
import { loaded, opened, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

type Json = Record<string, unknown>;
const date = '2014-05-06T07:00:00Z';
const bundleOf = (records: Partial<Records>) => writeBundle(join(root, randomUUID()), records);
const load = async (of: Partial<Records>) => loaded(service, await bundleOf(of));
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const hashed = (password: string) => `sha1$x$${sha1(`x${password}`)}`;
const one = async (sql: string) => (await service.sql(sql))[0];
const stays = (field: string) => `${field} was changed here since it was loaded, which stays`;

beforeAll(async () => {
  await load({ users: [person(1), person(2), person(3)] });
  await opened(service);
});

let last = 100;

const inbox = (...users: number[]) => users.map((user) => ({ user, placement: 'inbox' }));

/** A record of a file as it is loaded first. */
const records: Partial<Record<LoadedFile, (id: number) => Json>> = {
  users: (id) => ({
    ...person(id),
    first_name: 'First',
    last_name: 'Last',
    email_proven: false,
    api_keys: ['a', 'b'].map((k) => sha1(k + id)),
  }),
  workouts: (id) => ({
    id,
    user: 1,
    run_date: date,
    run_type: 'Tempo',
    duration_in_seconds: 600,
    distance_in_meters: 5000,
    title: 'Run',
    privacy: 'friends',
  }),
  posts: (id) => ({ id, author: 1, created_date: date, body: 'Body', privacy: 'friends', likers: [1] }),
  conversations: (id) => ({
    id,
    created_date: date,
    started_by: 1,
    recipients: inbox(1, 2),
  }),
  routes: (id) => ({
    id,
    name: 'Route',
    distance_in_meters: 5000,
    user: 1,
    points: [
      [47, 8],
      [47.1, 8],
    ],
    favorited_by: [],
    created_date: date,
  }),
};

/** What is changed at both services of a record, `$` in SQL, and what is read of it then. */
interface Case {
  file: LoadedFile;
  here: string;
  there: Json;
  read: string;
  after: Json;
  named?: string[];
}

const table = { users: 'users', workouts: 'workout', posts: 'post', conversations: 'conversation', routes: 'route' };
const suspended = `(select count(*)::int from suspension where user_id = users.id and until is null) as suspended`;
const keys = '(select count(*)::int from api_key where user_id = users.id) as keys';
const members = `(select string_agg(user_id || ' ' || placement, ', ' order by user_id) from conversation_member where conversation_id = conversation.id) as members`;

test.each<[what: string, of: Case]>([
  [
    'another field',
    {
      file: 'users',
      here: `update users set first_name = 'Here' where id = $`,
      there: { last_name: 'There' },
      read: 'first_name, last_name, search_name',
      after: { first_name: 'Here', last_name: 'There', search_name: 'here there' },
    },
  ],
  [
    'the same field',
    {
      file: 'users',
      here: `update users set first_name = 'Here' where id = $`,
      there: { first_name: 'There', last_name: 'There' },
      read: 'first_name, last_name',
      after: { first_name: 'Here', last_name: 'There' },
      named: ['first_name'],
    },
  ],
  [
    'the same field in the same way',
    {
      file: 'users',
      here: `update users set first_name = 'Both' where id = $`,
      there: { first_name: 'Both' },
      read: 'first_name',
      after: { first_name: 'Both' },
    },
  ],
  [
    'an address, of which the other one is proven there',
    {
      file: 'users',
      here: `update users set email = 'here$@example.com' where id = $`,
      there: { email_proven: true },
      read: 'email_proven',
      after: { email_proven: false },
    },
  ],
  [
    'an address that was changed there, after the former one was proven here',
    {
      file: 'users',
      here: `update users set email_proven = true where id = $`,
      there: { email: 'there@example.com' },
      read: 'email, email_proven',
      after: { email: 'there@example.com', email_proven: false },
    },
  ],
  [
    'an address that was proven here',
    {
      file: 'users',
      here: `update users set email_proven = true where id = $`,
      there: { last_name: 'There' },
      read: 'email_proven',
      after: { email_proven: true },
    },
  ],
  [
    'a password that was set here',
    {
      file: 'users',
      here: `update users set password_hash = 'here' where id = $`,
      there: { password: hashed('there') },
      read: 'password_hash',
      after: { password_hash: 'here' },
      named: ['password_hash'],
    },
  ],
  [
    'a suspension here',
    {
      file: 'users',
      here: 'insert into suspension (user_id) values ($)',
      there: { last_name: 'There' },
      read: suspended,
      after: { suspended: 1 },
    },
  ],
  [
    'a suspension here that ends, and one there that does not',
    {
      file: 'users',
      here: `insert into suspension (user_id, until) values ($, now() + interval '1 day')`,
      there: { is_active: false },
      read: suspended,
      after: { suspended: 1 },
    },
  ],
  [
    'a key that was revoked here, and another one there',
    {
      file: 'users',
      here: 'delete from api_key where user_id = $ and id = (select min(id) from api_key where user_id = $)',
      there: { api_keys: [] },
      read: keys,
      after: { keys: 0 },
    },
  ],
  [
    'a wider privacy here, and a narrower one there',
    {
      file: 'workouts',
      here: `update workout set privacy = 'public' where id = $`,
      there: { privacy: 'private' },
      read: 'privacy',
      after: { privacy: 'private' },
    },
  ],
  [
    'a narrower privacy here, and a wider one there',
    {
      file: 'workouts',
      here: `update workout set privacy = 'private' where id = $`,
      there: { privacy: 'public' },
      read: 'privacy',
      after: { privacy: 'private' },
      named: ['privacy'],
    },
  ],
  [
    'a wider privacy here, and another field there',
    {
      file: 'workouts',
      here: `update workout set privacy = 'public' where id = $`,
      there: { title: 'There' },
      read: 'privacy, title',
      after: { privacy: 'public', title: 'There' },
    },
  ],
  [
    'the length of a run here, and its time there',
    {
      file: 'workouts',
      here: 'update workout set distance_in_meters = 10000 where id = $',
      there: { duration_in_seconds: 3000 },
      read: 'distance_in_meters::int, duration_in_seconds, best_5k_duration_in_seconds',
      after: { distance_in_meters: 10000, duration_in_seconds: 3000, best_5k_duration_in_seconds: 1500 },
    },
  ],
  [
    'a post that staff hide',
    {
      file: 'posts',
      here: `update post set hidden_privacy = privacy, privacy = 'private' where id = $`,
      there: { privacy: 'public', body: 'There' },
      read: 'privacy, hidden_privacy, body',
      after: { privacy: 'private', hidden_privacy: 'public', body: 'There' },
    },
  ],
  [
    'the text of a post here, and who likes it there',
    {
      file: 'posts',
      here: `update post set body = 'Here' where id = $`,
      there: { likers: [1, 2] },
      read: 'body, like_count',
      after: { body: 'Here', like_count: 2 },
    },
  ],
  [
    'where a conversation lies here, and who takes part there',
    {
      file: 'conversations',
      here: `update conversation_member set placement = 'archived' where conversation_id = $ and user_id = 1`,
      there: { recipients: inbox(1, 3) },
      read: members,
      after: {
        members: '1 archived, 3 inbox',
      },
      named: ['recipients'],
    },
  ],
  [
    'the name of a route here, and its line there',
    {
      file: 'routes',
      here: `update route set name = 'Here' where id = $`,
      there: {
        points: [
          [47, 8],
          [47.2, 8],
        ],
        distance_in_meters: 6000,
      },
      read: `name, distance_in_meters::int, polyline`,
      after: { name: 'Here', distance_in_meters: 6000, polyline: '_uz}G_oyo@_af@?' },
    },
  ],
])('%s', async (_what, { file, here, there, read, after, named = [] }) => {
  const id = ++last;
  const record = records[file]!(id);
  expect((await load({ [file]: [record] })).told).toEqual([]);
  await service.sql(here.replaceAll('$', String(id)));
  const changed = await bundleOf({ [file]: [{ ...record, ...there }] });
  const { told, counts } = await loaded(service, changed);
  expect(told.flatMap(({ what, reasons }) => reasons.map((reason) => [what, reason]))).toEqual(
    named.map((field) => ['kept', stays(field)]),
  );
  expect(counts[file]).toMatchObject({ kept: named.length === 0 ? 0 : 1, refused: 0 });
  expect(await one(`select ${read} from ${table[file as keyof typeof table]} where id = ${id}`)).toEqual(after);
  // Neither the same bundle nor what the old service changes beside it changes that, and it is named once.
  expect((await loaded(service, changed)).told).toEqual([]);
  expect((await verified(service, changed)).counts[file]).toMatchObject({ differing: 0, missing: 0 });
});
