/**
 * With both services in use, a later bundle takes away what the old service has taken away, whatever was changed here: keys, accounts that
 * are suspended, a wider privacy, and what was deleted. What was changed here beside it stays.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../../schema/global-id.ts';
import { nobody } from '../../../test/support/cast.ts';
import { Client } from '../../../test/support/client.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { person, writeBundle } from './bundle-maker.ts';
import { loaded, opened } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const date = '2014-05-06T07:00:00Z';
const password = 'a password of old';
const key = (id: number, which: string) => sha1(`${which} ${id}`);
const withKey = (id: number, which = 'own') => new Client(service.url, `ApiKey runner_${id}:${key(id, which)}`);
const reader = 1;
const status = async (client: Client, path: string) => (await client.get(path)).status;

/** What belongs to a person, whose run, post and comment have the id of the person. */
interface Belongings {
  user: Record<string, unknown> | null;
  run: Record<string, unknown> | null;
  comment: Record<string, unknown> | null;
}

const belongings = (id: number): Belongings => ({
  user: {
    ...person(id),
    password: `sha1$x$${sha1(`x${password}`)}`,
    first_name: 'First',
    last_name: 'Last',
    email_proven: true,
    api_keys: [key(id, 'own'), key(id, 'lost')],
  },
  run: { id, user: id, run_date: date, run_type: 'Tempo', duration_in_seconds: 600, title: 'Run', privacy: 'public' },
  comment: { id, post: id, user: id, comment: 'First', submit_date: date },
});

const bundleOf = (name: string, all: Belongings[]) => {
  const some = (of: (one: Belongings) => Record<string, unknown> | null) => all.map(of).filter((one) => one !== null);
  const post = ({ user, run }: Belongings) =>
    user && run && { id: run['id'], author: run['user'], workout: run['id'], body: '', created_date: date };
  return writeBundle(join(root, name), {
    users: [...some(({ user }) => user), belongings(reader).user],
    workouts: some(({ user, run }) => user && run),
    posts: some(post),
    comments: some(({ user, run, comment }) => user && run && comment),
  });
};

/** What the old service takes away, and what says that it is away. */
const takings: Record<
  string,
  { take(has: Belongings): Partial<Belongings>; isAway(id: number): Promise<boolean>; ends?: 'person' | 'run' }
> = {
  'a key': {
    take: ({ user }) => ({ user: { ...user, api_keys: [key(Number(user?.['id']), 'own')] } }),
    isAway: async (id) => (await status(withKey(id, 'lost'), '/me/')) === 401,
  },
  'an account that is suspended': {
    take: ({ user }) => ({ user: { ...user, is_active: false } }),
    isAway: async (id) =>
      (await status(withKey(id), '/me/')) === 401 && (await status(withKey(reader), `/workout/${id}/`)) === 404,
    ends: 'person',
  },
  'a public run': {
    take: ({ run }) => ({ run: { ...run, privacy: 'private' } }),
    isAway: async (id) =>
      (await status(withKey(reader), `/workout/${id}/`)) === 404 &&
      (await status(withKey(reader), `/post/${id}/`)) === 404,
  },
  'a run': {
    take: () => ({ run: null }),
    isAway: async (id) => (await service.sql('select 1 from workout where id = ?', [id])).length === 0,
    ends: 'run',
  },
  'a comment': {
    take: () => ({ comment: null }),
    isAway: async (id) => (await service.sql('select 1 from comment where id = ?', [id])).length === 0,
  },
  'a person': {
    take: () => ({ user: null }),
    isAway: async (id) => (await service.sql('select 1 from users where id = ?', [id])).length === 0,
    ends: 'person',
  },
};

const edit = (id: number, name: string, input: string) =>
  withKey(id).graphql(`mutation { ${name}(input: { ${input} }) { __typename } }`);

/** What people change here. */
const changes: Record<string, (id: number) => Promise<unknown>> = {
  nothing: async () => null,
  'a sign-in': (id) => nobody(service).post('/account/login/', { email: `runner${id}@example.com`, password }),
  'the first name': (id) => edit(id, 'updateUser', 'firstName: "Here"'),
  'the address': (id) => service.sql(`update users set email = 'here' || id || '@example.com' where id = ?`, [id]),
  'the title of the run': (id) => edit(id, 'editWorkout', `id: "${globalId('Workout', id)}", title: "Here"`),
  'the privacy of the run': (id) => edit(id, 'editWorkout', `id: "${globalId('Workout', id)}", privacy: FRIENDS`),
  'a comment of somebody else': (id) =>
    edit(reader, 'addComment', `postId: "${globalId('Post', id)}", comment: "Below"`),
  'a like': (id) => withKey(reader).post('/like/toggle/', { object_type: 'comment', object_id: id }),
  'a post that staff hide': (id) =>
    service.sql(`update post set hidden_privacy = privacy, privacy = 'private' where id = ?`, [id]),
};

const cases = Object.keys(takings).flatMap((taking) => Object.keys(changes).map((change) => ({ taking, change })));
const idOf = (n: number) => 1000 + n;
let told: Awaited<ReturnType<typeof loaded>>['told'];

beforeAll(async () => {
  const before = cases.map((_, n) => belongings(idOf(n)));
  expect((await loaded(service, await bundleOf('before', before), { isComplete: true })).told).toEqual([]);
  await opened(service);
  for (const [n, { change }] of cases.entries()) {
    const done = (await changes[change]!(idOf(n))) as { status?: number; errors?: unknown[] } | null;
    expect([change, done?.errors ?? [], (done?.status ?? 200) < 300]).toEqual([change, [], true]);
  }
  const after = cases.map(({ taking }, n) => {
    const had = belongings(idOf(n));
    Object.assign(had.user!, { last_name: 'There' });
    return { ...had, ...takings[taking]!.take(had) };
  });
  const result = await loaded(service, await bundleOf('after', after), { isComplete: true });
  ({ told } = result);
}, 60_000);

describe.each(Object.keys(takings))('%s that the old service has taken away is away', (taking) => {
  test.each(Object.keys(changes))('whatever was changed here: %s', async (change) => {
    const n = cases.findIndex((one) => one.taking === taking && one.change === change);
    const [id, { isAway, ends }] = [idOf(n), takings[taking]!];
    expect(await isAway(id)).toBe(true);
    // What was removed with comments of others is named; nothing else is, because nothing was changed at both services.
    const named = told.filter((one) => one.id === id);
    const isRemoved = ends !== undefined && taking !== 'an account that is suspended';
    expect(named.map(({ what }) => what).filter((what) => what !== 'changed')).toEqual([]);
    if (change === 'a comment of somebody else' && isRemoved) expect(named).not.toEqual([]);
    else expect(named).toEqual([]);
    if (taking === 'a person') return;
    const [user] = await service.sql('select first_name, last_name, email, password_hash from users where id = ?', [
      id,
    ]);
    expect(user).toMatchObject({
      first_name: change === 'the first name' ? 'Here' : 'First',
      last_name: 'There',
      email: change === 'the address' ? `here${id}@example.com` : `runner${id}@example.com`,
    });
    // The same password is not hashed as it was before.
    expect(user?.['password_hash']).toMatch(change === 'a sign-in' ? /^\$argon2id/ : /^sha1/);
    if (ends) return;
    const [run] = await service.sql('select title, privacy from workout where id = ?', [id]);
    expect(run?.['title']).toBe(change === 'the title of the run' ? 'Here' : 'Run');
    if (taking !== 'a public run')
      expect(run?.['privacy']).toBe(change === 'the privacy of the run' ? 'friends' : 'public');
    const [post] = await service.sql('select coalesce(hidden_privacy, privacy) as privacy from post where id = ?', [
      id,
    ]);
    expect(post?.['privacy']).toBe(run?.['privacy']);
  });
});
