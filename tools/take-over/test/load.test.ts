/**
 * What a bundle brings is there as the old service had it: people sign in with their keys, read what they read before, and nobody is told
 * of anything. A later bundle is a delta.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../../test/mail/patience.ts';
import { globalId } from '../../../schema/global-id.ts';
import { openTakenOver } from '../../../src/domain/taking-over/preparing.ts';
import { newPerson, nobody } from '../../../test/support/cast.ts';
import { Client } from '../../../test/support/client.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { record } from '../../../test/support/workouts.ts';
import { exampleRecords, person, writeBundle, writeReadableBundle } from './bundle-maker.ts';
import type { Records } from './bundle-maker.ts';
import { AddressesInConflict } from '../load/conflicts.ts';
import { openService } from '../open-service.ts';
import { loaded, refusedDry, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

const key = (id: number) => createHash('sha1').update(`key of ${id}`).digest('hex');
const old = (id: number, username = `runner_${id}`) => new Client(service.url, `ApiKey ${username}:${key(id)}`);
let bundles = 0;

/** A bundle of these records, with files that can be read. */
const bundleOf = (of: Partial<Records>) => writeReadableBundle(join(root, `bundle ${++bundles}`), of);

const records = exampleRecords();
for (const user of records.users) {
  user['api_keys'] = [key(user['id'] as number)];
  delete user['api_key_hashes'];
}
const ann = old(12, 'runner_12');
const told = async () =>
  (
    await service.sql(
      'select (select count(*) from live_event)::int as live, (select count(*) from notification)::int as notes, (select count(*) from report)::int as mails',
    )
  )[0];

describe('a bundle of every file', () => {
  beforeAll(async () => {
    const before = await told();
    const { counts, told: said } = await loaded(service, await bundleOf(records));
    expect(said.filter(({ what }) => what === 'refused')).toEqual([]);
    for (const [name, of] of Object.entries(counts)) expect([name, of.read, of.refused]).toEqual([name, of.read, 0]);
    expect(await told()).toEqual(before);
    expect(await openTakenOver(service.database)).toBe(true);
    const ready = async () => (await ann.sendTo('GET', '/readyz')).text.startsWith('ready');
    await until(ready, 'the process is told');
  });

  test('old keys open the account, in every format', async () => {
    for (const id of [12, 34, 56]) expect((await old(id).get('/me/')).status).toBe(200);
    for (const format of ['json', 'xml', 'yaml']) {
      const { status, text } = await ann.get(`/user/12/?format=${format}`);
      expect(status).toBe(200);
      expect(text).toContain('Able');
    }
  });

  test('a run has its points, its post, and its likes', async () => {
    const run = (await ann.get('/workout/71/')).json<Record<string, unknown>>();
    expect(run).toMatchObject({
      id: 71,
      title: 'Along the lake',
      run_type: 'Tempo',
      duration_in_seconds: 1500,
      privacy: 'friends',
    });
    expect(Number(run['distance_in_meters'])).toBe(5045);
    const { likers, body } = (await ann.get('/post/81/')).json<{ likers: unknown[]; body: string }>();
    expect([likers.length, body]).toEqual([1, 'Windy, but good.']);
    expect((await ann.get('/comment/?post=81')).status).toBeLessThan(500);
  });

  test('friends, conversations, routes and events are theirs', async () => {
    const paths = ['/friendship/31/', '/conversation/131/', '/event-participant/8/', '/event-instance/7/'];
    for (const path of paths) expect([path, (await ann.get(path)).status]).toEqual([path, 200]);
    const [edges] = await service.sql('select count(*)::int as n from friend_edge');
    expect(edges).toEqual({ n: 2 });
    const [member] = await service.sql(
      'select unread, read_up_to::int as read from conversation_member where user_id = 12',
    );
    expect(member).toEqual({ unread: 0, read: 141 });
  });

  test('pictures are there in all sizes', async () => {
    const [picture] = await service.sql('select width, height, position from picture where id = 91');
    expect(picture).toEqual({ width: 600, height: 400, position: 0 });
    const [user] = await service.sql('select image_key is not null as has from users where id = 12');
    expect(user).toEqual({ has: true });
  });

  test('old URLs lead to the pictures, for those who may see them', async () => {
    const faces = await nobody(service).sendTo('GET', '/media/faces/12_225.jpg');
    expect([faces.status, faces.headers.location]).toEqual([301, expect.stringContaining('/media/profile/12/')]);
    const picture = (client: Client) => client.sendTo('GET', '/media/91.jpg');
    expect((await picture(ann)).headers.location).toContain('/media/picture/91/original/12');
    expect(
      (
        await ann.sendTo(
          'GET',
          new URL(String((await picture(ann)).headers.location)).pathname +
            new URL(String((await picture(ann)).headers.location)).search,
        )
      ).status,
    ).toBe(200);
    // The post is for friends: 34 is one, 56 is none, and nobody has no key.
    expect((await picture(old(34))).status).toBe(301);
    for (const client of [old(56), nobody(service)]) expect((await picture(client)).status).toBe(404);
    expect((await ann.sendTo('GET', '/media/92.jpg')).status).toBe(404);
  });

  test('new ids begin above those of the bundle', async () => {
    const { id } = (
      await ann.post('/workout/', {
        title: 'New',
        run_type: 'Slow',
        run_date: '2020-01-01T08:00:00',
        duration_in_seconds: 600,
      })
    ).json<{ id: number }>();
    expect(id).toBeGreaterThan(71);
  });
});

describe('a later bundle', () => {
  const post = (changes: object) => ({ ...records.posts[0], ...changes });
  const comment = (id: number, text: string) => ({ ...records.comments[0], id, comment: text, likers: [] });

  test('brings what is new and changed, and what is gone goes', async () => {
    const first = { ...records, comments: [comment(201, 'one'), comment(202, 'two')] };
    await loaded(service, await bundleOf(first), { isComplete: true });
    const delta = { ...records, comments: [comment(202, 'two, changed'), comment(203, 'three')] };
    const { counts } = await loaded(service, await bundleOf(delta), { isComplete: true });
    expect(counts['comments']).toMatchObject({ read: 2, stored: 2, written: 2, removed: 1 });
    const left = await service.sql('select id::int, comment from comment order by id');
    expect(left).toEqual([
      { id: 202, comment: 'two, changed' },
      { id: 203, comment: 'three' },
    ]);
    expect((await service.sql('select comment_count from post where id = 81'))[0]).toEqual({ comment_count: 2 });
  });

  test('may have only what is new, and refer to what came before, unless it is complete', async () => {
    const comment = { id: 900, post: 81, user: 12, comment: 'Late', submit_date: '2026-02-01T08:00:00Z' };
    const bundle = await writeBundle(join(root, 'only-new'), { comments: [comment] });
    const refused = { read: 1, stored: 0, refused: 1 };
    expect((await loaded(service, bundle, { isComplete: true })).counts['comments']).toMatchObject(refused);
    expect((await loaded(service, bundle)).counts['comments']).toMatchObject({ read: 1, stored: 1, written: 1 });
    const { counts, differing } = await verified(service, bundle);
    expect([counts['comments'], differing]).toMatchObject([{ read: 1, same: 1 }, []]);
  });

  test('does not change what was changed here since, and names it', async () => {
    const id = globalId('Post', 81);
    const edit = `mutation { editPost(input: { id: "${id}", body: "Edited here" }) { post { body } } }`;
    expect((await ann.graphql(edit)).errors).toEqual([]);
    const changed = await bundleOf({ ...records, posts: [post({ body: 'Edited there' })] });
    const { counts, told: said } = await loaded(service, changed);
    expect(counts['posts']).toMatchObject({ kept: 1, written: 0 });
    expect(said).toContainEqual(expect.objectContaining({ what: 'kept', file: 'posts', id: 81 }));
    expect((await ann.get('/post/81/')).json<{ body: string }>().body).toBe('Edited here');
  });

  test('whose ids belong to others here is refused, record by record', async () => {
    const [{ id } = {}] = await service.sql(
      `insert into event (name, home_url, start_date, end_date) values ('Ours', 'https://example.org', '2030-01-01', '2030-01-02') returning id::int`,
    );
    const event = { ...records.events[0], id };
    const { told: said } = await loaded(
      service,
      await bundleOf({ users: records.users, events: [event, { ...event, id: 900 }] }),
    );
    expect(said.filter(({ what }) => what === 'refused')).toEqual([
      {
        what: 'refused',
        file: 'events',
        line: 1,
        id,
        reasons: ['its id is that of a record here that was not taken over'],
      },
    ]);
    expect((await service.sql('select name from event where id = ?', [id]))[0]).toEqual({ name: 'Ours' });
    expect(await service.sql('select 1 as there from event where id = 900')).toHaveLength(1);
  });

  test('takes what is below it along, and nothing comes below the record here', async () => {
    const { post: id } = await record(await newPerson(service, 'Nora', 'New'));
    const [own, comment] = [post({ id, workout: null }), { ...records.comments[0], id: 990, post: id }];
    const bundle = await bundleOf({ users: records.users, posts: [own], comments: [comment] });
    const refused = [
      ['posts', 'its id is that of a record here that was not taken over'],
      ['comments', `post is ${id}, which is refused in posts`],
    ];
    const dry = await refusedDry(service, bundle);
    expect(dry.map(({ file, field, sentence }) => [file.split('.')[0], `${field} ${sentence}`.trim()])).toEqual(
      refused,
    );
    const { told: said } = await loaded(service, bundle);
    expect(said.filter(({ what }) => what === 'refused').map(({ file, reasons }) => [file, ...reasons])).toEqual(
      refused,
    );
    expect(await service.sql('select 1 as there from comment where id = 990')).toEqual([]);
  });
});

test('whom only the database refuses takes nothing of others along', async () => {
  const social = [{ network: 'facebook', id: '9'.repeat(101) }];
  const own = { id: 910, author: 401, created_date: '2014-05-06T07:00:00', privacy: 'public', likers: [402, 401] };
  const bundle = await bundleOf({ users: [person(401), { ...person(402), social }], posts: [own] });
  const { told: said } = await loaded(service, bundle);
  expect(said.map(({ what, file, id, reasons }) => [what, file, id, reasons])).toEqual([
    ['refused', 'users', 402, [expect.stringContaining('the database refuses it')]],
    ['changed', 'posts', 910, ['likers[0] is 402, which is refused in users; it is left out']],
  ]);
});

test('opening the service gives new ids above all others, also after a load that was stopped', async () => {
  const [highest] = await service.sql('select max(id)::int + 1000 as id from users');
  const id = Number(highest?.['id']);
  await service.sql(
    "insert into users (id, username, email, first_name, last_name) values (?, 'late', 'late@example.com', '', '')",
    [id],
  );
  await openService(service.database);
  const { id: next } = await newPerson(service, 'After', 'Opening');
  expect(next).toBeGreaterThan(id);
  await openService(service.database, 1000);
  expect((await newPerson(service, 'Far', 'Apart')).id).toBe(next + 1001);
});

describe('people who share an address', () => {
  const two = [
    { ...person(301), email: 'shared@example.com' },
    { ...person(302), email: 'Shared@Example.com' },
  ];

  test('stop the load before anything is written', async () => {
    const loading = loaded(service, await bundleOf({ users: [person(300), ...two] }));
    await expect(loading).rejects.toBeInstanceOf(AddressesInConflict);
    expect(await service.sql('select id from users where id between 300 and 302')).toEqual([]);
  });

  test('are loaded when one keeps it', async () => {
    const { told: said } = await loaded(service, await bundleOf({ users: two }), { keepers: [302] });
    expect(said.map(({ what, id }) => [what, id])).toEqual([['changed', 301]]);
    expect(await service.sql('select id::int, email from users where id in (301, 302) order by id')).toEqual([
      { id: 301, email: 'without-301@address.invalid' },
      { id: 302, email: 'Shared@Example.com' },
    ]);
  });
});
