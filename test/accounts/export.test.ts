/** The mutation `exportMyData` returns a link to an archive of the user's own data. */
import { get } from 'node:http';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../mail/patience.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { setBlock } from '../friendships/friendship-calls.ts';
import { smallJpeg } from '../pictures/images.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, befriend, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { readZip, unzip } from './read-zip.ts';

const service = await testService();
let ann: Person;
let bob: Person;
beforeAll(async () => {
  ann = await newPerson(service, 'Ann', 'Archer');
  bob = await newPerson(service, 'Bob', 'Baker');
  await befriend(service, ann, bob);
});
afterEach(() => service.clock.set(null));

/** Asks for the link; path and query. */
async function linkOf(person: Person): Promise<string> {
  const { data } = await as(person).graphql<{ exportMyData: { url: string; expiresDate: string } }>(
    'mutation { exportMyData { url expiresDate } }',
  );
  const url = new URL(data?.exportMyData.url ?? '');
  expect(url.origin).toBe(service.url);
  return `${url.pathname}${url.search}`;
}

/** Fetches bytes without a key. */
async function download(path: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${service.url}${path}`);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const statusOf = async (path: string) => (await nobody(service).sendTo('GET', path)).status;

describe('mutation exportMyData', () => {
  test('returns all data of the user in a zip file, without credentials', async () => {
    await as(ann).patch(`/profile/${ann.id}/`, { location_name: 'Boston, MA', weight: 130 });
    await as(ann).upload(makeGpx({ track: '<name>Über &amp; “out”</name><type>Tempo</type>' }));
    const plain = await record(ann, { title: 'Without points', privacy: 'private' });
    const ofBob = await record(bob);
    await as(ann).post('/comment/', { post_id: ofBob.post, comment: 'Well done, Bob' });
    await as(ann).post('/like/toggle/', { object_type: 'post', object_id: ofBob.post });
    await as(ann).post('/conversation/', { message: 'Hello, Bob', recipients: [bob.id] });
    await as(bob).post('/conversation/', { message: 'Hello, Ann', recipients: [ann.id] });
    await service.sql('insert into invitation (inviter_id, email) values (?, ?)', [ann.id, 'friend@example.com']);
    const photo = await smallJpeg();
    const { id: pictureId } = await addPicture(ann, plain.post, photo);
    await as(ann).send('POST', '/user/picture/', { headers: { 'Content-Type': 'image/png' }, body: await smallJpeg() });
    const { status, headers, bytes } = await download(await linkOf(ann));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="runs-\d{4}-\d\d-\d\d\.zip"$/);
    expect(headers.get('cache-control')).toBe('no-store');

    const files = readZip(bytes);
    const others = await unzip(bytes);
    if (others) expect([...others.keys()].sort()).toEqual([...files.keys()].sort());
    const json = <Shape = Mapping[]>(name: string) => JSON.parse(files.get(name)?.toString() ?? '') as Shape;
    expect(json<Mapping>('account.json')).toMatchObject({ id: ann.id, email: ann.email, username: ann.username });
    expect(json<Mapping>('profile.json')).toMatchObject({ locationName: 'Boston, MA', weight: 130 });
    expect(json<Mapping>('preferences.json')).toMatchObject({ id: ann.id, distance: 'miles' });
    expect(json<Mapping>('stats.json')).toMatchObject({ id: ann.id, bestMileDurationInSeconds: expect.any(Number) });
    expect(json('keys.json')).toEqual([
      expect.objectContaining({
        id: expect.any(Number),
        label: '',
        createdDate: expect.any(String),
        expiresDate: null,
      }),
    ]);
    expect(json('workouts.json').map(({ title }) => title)).toEqual(['Über & “out”', 'Without points']);
    expect(json('workouts.json')[1]).toMatchObject({ id: plain.workout, postId: plain.post, privacy: 'private' });
    expect(json('posts.json')).toHaveLength(2);
    expect(json('comments.json')).toMatchObject([{ postId: ofBob.post, comment: 'Well done, Bob' }]);
    expect(json('liked-posts.json')).toEqual([{ id: ofBob.post }]);
    expect(json('liked-comments.json')).toEqual([]);
    expect(json('friendships.json')).toMatchObject([{ userId: bob.id, name: 'Bob Baker', status: 'Accepted' }]);
    expect(json('invitations.json')).toMatchObject([{ email: 'friend@example.com' }]);
    const conversations = json<(Mapping & { messages: Mapping[] })[]>('conversations.json');
    expect(conversations.map(({ messages }) => messages.map(({ name, message }) => `${name}: ${message}`))).toEqual([
      ['Ann Archer: Hello, Bob'],
      ['Bob Baker: Hello, Ann'],
    ]);
    expect(files.get(`pictures/${plain.post}-${pictureId}.jpeg`)?.equals(photo)).toBe(true);
    expect(files.get('profile-picture.jpg')?.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));
    const tracks = [...files.keys()].filter((name) => name.startsWith('workouts/') && name.endsWith('.gpx'));
    expect(tracks).toHaveLength(1);
    const gpx = files.get(tracks[0] ?? '')?.toString() ?? '';
    expect(gpx).toContain('<name>Tempo - Über &amp; “out”</name>');
    expect(gpx.match(/<trkpt /g)).toHaveLength(61);
    // What is exported can be uploaded again: elsewhere, or here once the workout is gone.
    const again = await newPerson(service, 'Ann', 'Again');
    expect((await as(again).upload(gpx)).status).toBe(201);
    const all = [...files.values()].map(String).join('\n');
    for (const secret of [ann.authorization.split(':')[1] ?? '-', ann.password, 'argon2', bob.email])
      expect(all).not.toContain(secret);
  });

  test('contains nothing of others that its owner may not see', async () => {
    const [cho, dan] = [await newPerson(service, 'Cho', 'Chang'), await newPerson(service, 'Dan', 'Dyer')];
    const group = await start(cho, [dan, ann], 'Before');
    await setBlock(dan, cho);
    await say(cho, group, 'During');
    const { workout } = await record(bob, { points: pointsFrom(47, 8) });
    const route = await makeRoute(bob, workout, { name: 'Past my home' });
    await as(dan).post(`/route/${route}/toggle_favorite/`, {});
    const archive = async () => readZip((await download(await linkOf(dan))).bytes);
    const before = await archive();
    expect(before.get('favorite-routes.json')?.toString()).toContain('Past my home');
    expect(before.get('conversations.json')?.toString()).toContain('Before');
    expect(before.get('conversations.json')?.toString()).not.toContain('During');
    await service.sql("update route set privacy = 'private' where id = ?", [route]);
    expect((await archive()).get('favorite-routes.json')?.toString()).not.toContain('Past my home');
  });

  test('needs a key', async () => {
    const { errors } = await nobody(service).graphql('mutation { exportMyData { url } }');
    expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('GET of the link', () => {
  test('is valid for 15 minutes', async () => {
    const link = await linkOf(ann);
    service.clock.set(new Date(Date.now() + 14 * 60_000));
    expect(await statusOf(link)).toBe(200);
    service.clock.set(new Date(Date.now() + 15 * 60_000 + 1000));
    expect(await statusOf(link)).toBe(404);
  });

  test('is refused with another signature, user or expiry', async () => {
    const link = await linkOf(ann);
    const later = Number(/expires=(\d+)/.exec(link)?.[1]) + 3600;
    const other = link.replace(`/exports/${ann.id}?`, `/exports/${bob.id}?`);
    const wrong = [
      other,
      link.replace(/expires=\d+/, `expires=${later}`),
      link.replace(/expires=\d+&/, ''),
      link.replace(/signature=../, 'signature=AA'),
      link.replace(/signature=.*/, 'signature='),
      link.replace(/\?.*/, ''),
      `/exports/${ann.id}/?${link.split('?')[1]}`,
      `/exports/0${ann.id}?${link.split('?')[1]}`,
    ];
    for (const path of wrong) expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect(await statusOf(link)).toBe(200);
  });

  test('is invalid once the account is deleted', async () => {
    const eve = await newPerson(service, 'Eve', 'Evans');
    const link = await linkOf(eve);
    expect(await statusOf(link)).toBe(200);
    await as(eve).graphql('mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }', {
      password: eve.password,
    });
    expect(await statusOf(link)).toBe(404);
  });

  test('answers HEAD without producing the archive', async () => {
    const { status, headers, text } = await nobody(service).sendTo('HEAD', await linkOf(ann));
    expect([status, headers['content-type'], text]).toEqual([200, 'application/zip', '']);
  });

  test('produces one archive at a time for each user, and ends when the client disconnects', async () => {
    const max = await newPerson(service, 'Max', 'Miles');
    await service.sql(
      `with w as (
         insert into workout (user_id, title, run_date, run_type, duration_in_seconds, privacy, source)
         select ?, 'Run ' || n, '2020-01-01'::timestamptz + n * interval '1 hour', 'Tempo', 60, 'private', 'json'
         from generate_series(1, 1000) n returning id
       ) insert into workout_track (workout_id, points) select w.id, (select points from workout_track limit 1) from w`,
      [max.id],
    );
    const link = await linkOf(max);
    const first = await new Promise<{ destroy(): void; statusCode?: number }>((resolve) => {
      get(`${service.url}${link}`, (response) => {
        response.once('readable', () => resolve(response));
        response.on('error', () => {});
      });
    });
    expect(first.statusCode).toBe(200);
    expect(await statusOf(link)).toBe(429);
    first.destroy();
    let second = await download(link);
    await until(
      async () => second.status === 200 || ((second = await download(link)), false),
      'the first to be noticed',
    );
    expect(readZip(second.bytes).size).toBeGreaterThan(1000);
  });
});
