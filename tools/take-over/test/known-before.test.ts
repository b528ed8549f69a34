/**
 * What a later bundle knows of records that were loaded before: a password that was only hashed anew here is no change, a record that is
 * refused loses what the bundle takes away, and what former versions have loaded has one digest for all fields.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { kinds } from '../load/kinds.ts';
import type { LoadedFile } from '../load/kinds.ts';
import { nobody } from '../../../test/support/cast.ts';
import { Client } from '../../../test/support/client.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { exampleRecords, person, writeReadableBundle } from './bundle-maker.ts';
import type { Records } from './bundle-maker.ts';
import { loaded, opened } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

let bundles = 0;
const load = async (records: Partial<Records>) =>
  loaded(service, await writeReadableBundle(join(root, String(++bundles)), records));
const one = async (sql: string) => (await service.sql(sql))[0];
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const key = (id: number) => sha1(`key of ${id}`);
const runner = (id: number) => ({
  ...person(id),
  id,
  password: `sha1$x$${sha1('xof old')}`,
  api_keys: [key(id)],
});
const signIn = (id: number, password: string) =>
  nobody(service).post('/account/login/', { email: `runner${id}@example.com`, password });
const withKey = (id: number) => new Client(service.url, `ApiKey runner_${id}:${key(id)}`);

beforeAll(async () => {
  await load({ users: [501, 502, 503, 504, 505].map(runner) });
  await opened(service);
});

describe('a password that a sign-in has hashed anew', () => {
  test('stays so, and a new one of the old service replaces it', async () => {
    expect((await signIn(501, 'of old')).status).toBe(200);
    expect((await load({ users: [{ ...runner(501), first_name: 'There' }] })).told).toEqual([]);
    const read = 'select first_name, left(password_hash, 9) as form from users where id = 501';
    expect(await one(read)).toEqual({ first_name: 'There', form: '$argon2id' });
    const changed = { ...runner(501), password: `sha1$x$${sha1('xof late')}` };
    expect((await load({ users: [changed] })).told).toEqual([]);
    expect([(await signIn(501, 'of old')).status, (await signIn(501, 'of late')).status]).toEqual([400, 200]);
  });

  test('is a change once its owner has changed it here', async () => {
    const { username, api_key: own } = (await signIn(502, 'of old')).json();
    const me = new Client(service.url, `ApiKey ${String(username)}:${String(own)}`);
    const { errors } = await me.graphql(
      'mutation { changePassword(input: { oldPassword: "of old", newPassword: "chosen here" }) { __typename } }',
    );
    expect(errors).toEqual([]);
    const { told } = await load({ users: [{ ...runner(502), password: `sha1$x$${sha1('xof late')}` }] });
    expect(told).toMatchObject([
      { what: 'kept', reasons: ['password_hash was changed here since it was loaded, which stays'] },
    ]);
    expect((await signIn(502, 'chosen here')).status).toBe(200);
    // The keys ended with the former password.
    expect((await withKey(502).get('/me/')).status).toBe(401);
  });
});

test('a record that is refused loses what the bundle takes away', async () => {
  await service.sql(
    "insert into users (username, email, first_name, last_name) values ('n', 'new@example.com', '', '')",
  );
  const refused = [
    { ...runner(503), email: 'new@example.com', api_keys: [] },
    { ...runner(504), email: 'New@example.com', is_active: false },
  ];
  await service.sql("update users set first_name = 'Here' where id = 504");
  for (const user of refused) {
    const { told, counts } = await load({ users: [user] });
    expect(counts['users']).toMatchObject({ read: 1, stored: 0, refused: 1 });
    expect(told).toMatchObject([{ what: 'refused', id: user.id }]);
    expect((await withKey(user.id).get('/me/')).status).toBe(401);
  }
  expect(await one('select email, first_name from users where id = 504')).toEqual({
    email: 'runner504@example.com',
    first_name: 'Here',
  });
});

describe('what a former version has loaded', () => {
  const change: Partial<Record<LoadedFile, [file: string, there: object, table: string]>> = {
    users: ['first_name', { first_name: 'There' }, 'users'],
    workouts: ['title', { title: 'There' }, 'workout'],
    posts: ['body', { body: 'There' }, 'post'],
    comments: ['comment', { comment: 'There' }, 'comment'],
    messages: ['message', { message: 'There' }, 'message'],
    routes: ['name', { name: 'There' }, 'route'],
    events: ['name', { name: 'There' }, 'event'],
    event_participants: ['description', { description: 'There' }, 'event_participant'],
    sponsors: ['name', { name: 'There' }, 'event_sponsor'],
  };
  const records = exampleRecords();

  /** Gives all records of the ledger the digests of the former version. */
  async function age() {
    for (const name of Object.keys(kinds) as LoadedFile[]) {
      if (!kinds[name].stored) continue;
      const ids = (await service.sql('select id::int as id from taken_record where kind = ?', [name])).map(({ id }) =>
        Number(id),
      );
      for (const { id, state } of await service.database.all(kinds[name].stored!.former, [ids]))
        await service.sql('update taken_record set state = ?, marks = null where kind = ? and id = ?', [
          state,
          name,
          id,
        ]);
    }
  }

  test('is as it was loaded if nothing was changed here', async () => {
    await load(records);
    await age();
    const later = exampleRecords();
    for (const [name, [, there]] of Object.entries(change)) Object.assign(later[name as LoadedFile][0]!, there);
    const { told, counts } = await load(later);
    expect(told.filter(({ what }) => what !== 'changed')).toEqual([]);
    for (const [name, [column, , table]] of Object.entries(change)) {
      expect([name, counts[name]]).toMatchObject([name, { written: 1, kept: 0 }]);
      const id = Number(records[name as LoadedFile][0]!['id']);
      expect([name, await one(`select ${column} as is from ${table} where id = ${id}`)]).toEqual([
        name,
        { is: 'There' },
      ]);
    }
    await load(records);
  });

  test('stays if something was changed here, but for what is taken away', async () => {
    await age();
    await service.sql("update users set last_name = 'Here' where id = 12");
    await service.sql("update workout set title = 'Here', privacy = 'public' where id = 71");
    const later = exampleRecords();
    Object.assign(later.users[0]!, { first_name: 'There', is_active: false, api_keys: [], api_key_hashes: [] });
    Object.assign(later.workouts[0]!, { duration_in_seconds: 1, privacy: 'private' });
    const { told, counts } = await load(later);
    expect([counts['users'], counts['workouts']]).toMatchObject([{ kept: 1 }, { kept: 1 }]);
    const reasons = told.filter(({ what }) => what === 'kept').map(({ file, reasons: why }) => [file, ...why]);
    expect(reasons).toEqual([
      ['users', ...['first_name', 'last_name', 'image_key'].map(stays)],
      ['workouts', ...['title', 'duration_in_seconds'].map(stays)],
    ]);
    expect(
      await one(`select first_name, last_name, (select count(*)::int from suspension where user_id = 12) as suspended,
        (select count(*)::int from api_key where user_id = 12) as keys from users where id = 12`),
    ).toEqual({ first_name: 'Ann', last_name: 'Here', suspended: 1, keys: 0 });
    expect(await one('select title, privacy, duration_in_seconds from workout where id = 71')).toEqual({
      title: 'Here',
      privacy: 'private',
      duration_in_seconds: 1500,
    });
    // From now on it has marks, and what the old service changes comes along.
    Object.assign(later.workouts[0]!, { run_type: 'Race' });
    await load(later);
    expect(await one('select title, run_type from workout where id = 71')).toEqual({ title: 'Here', run_type: 'Race' });
  });
});

const stays = (field: string) => `${field} was changed here since it was loaded, which stays`;
