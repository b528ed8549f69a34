/** The mutation `importMyData` brings an archive of `exportMyData` back: the round trip, again, beside what is there, and silently. */
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { smallJpeg } from '../pictures/images.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { archiveOf, bring, changed, comparable } from './import-my-data.ts';
import { readZip } from './read-zip.ts';

const service = await testService();
let ann: Person;
let archive: Buffer;
/** Things of Ann's archive that come in: profile, preferences, face, four runs, a route, two pictures. */
const things = 10;

beforeAll(async () => {
  ann = await newPerson(service, 'Ann', 'Archer');
  const bob = await newPerson(service, 'Bob', 'Baker');
  await befriend(service, ann, bob);
  await as(ann).patch(`/profile/${ann.id}/`, { location_name: 'Boston, MA', weight: 130, gender: 'F' });
  await as(ann).patch(`/preferences/${ann.id}/`, { distance: 'kilometers', timezone: 'Europe/Zurich' });
  const face = { headers: { 'Content-Type': 'image/jpeg' }, body: await smallJpeg(300, 400) };
  await as(ann).send('POST', '/user/picture/', face);
  let beats = 100;
  const plain = makeGpx({ track: '<name>Über &amp; “out”</name><type>Parkour</type>' });
  const sent = await as(ann).upload(
    plain.replaceAll('</trkpt>', () => `<extensions><hr>${(beats += 1)}</hr></extensions></trkpt>`),
  );
  expect(sent.status).toBe(201);
  const { id: ofFile } = sent.json<{ id: number }>();
  const { route } = (await as(ann)
    .graphql<{ createRoute: { route: object } }>(
      `mutation { createRoute(input: { workoutId: "${globalId('Workout', ofFile)}", name: "Round" }) { route { id } } }`,
    )
    .then(({ data }) => data?.createRoute)) ?? { route: null };
  expect(route).not.toBeNull();
  const secret = await record(ann, { title: 'Without points', privacy: 'private', post_body: 'Only I\nread this' });
  await record(ann, { title: 'For friends', privacy: 'friends', run_date: '2012-04-01T08:00:00' });
  const points = [0, 1, 2, 3].map((at) => ({
    lat: 42.1 + at / 1000,
    lng: -71.2,
    elev: 10 + at / 8,
    time: `2013-05-05T10:0${at}:00.250`,
  }));
  const timed = { title: 'Timed', run_date: '2013-05-05T10:00:00', points };
  const { post } = await record(ann, timed);
  await addPicture(ann, post, await smallJpeg());
  await addPicture(ann, post, await smallJpeg(60, 50));
  await as(bob).post('/comment/', { post_id: secret.post, comment: 'No' });
  await as(bob).post('/comment/', { post_id: post, comment: 'Well run' });
  await as(bob).post('/like/toggle/', { object_type: 'post', object_id: post });
  await located(ann);
  archive = await archiveOf(ann);
});

/** Waits until the place of a profile is found, which happens after the answer. */
async function located({ id }: Person): Promise<void> {
  while ((await service.sql('select 1 from profile where id = ? and location_lat is not null', [id])).length === 0)
    await setTimeout(20);
}

const counts = async (person: Person) => {
  const [row] = await service.sql(
    `select (select count(*) from workout where user_id = ?)::int as runs, (select count(*) from post where author_id = ?)::int as posts,
       (select count(*) from route where owner_id = ?)::int as routes, (select count(*) from picture i join post p on p.id = i.post_id
       where p.author_id = ?)::int as pictures`,
    [person.id, person.id, person.id, person.id],
  );
  return row;
};
const all = { runs: 4, posts: 4, routes: 1, pictures: 2 };

describe('an archive that comes back', () => {
  test('is exported again as it was, but for ids, and adds nothing when it comes twice', async () => {
    const eve = await newPerson(service, 'Eve', 'Evans');
    const first = await bring(eve, archive);
    expect(first).toMatchObject({ state: 'DONE', total: things, done: things, added: things, refused: [] });
    await located(eve);
    const back = await archiveOf(eve);
    expect(comparable(back)).toEqual(comparable(archive));
    // Sensors are within the points.
    expect(JSON.stringify(comparable(archive))).toContain('hr>161<');
    expect(Object.keys(comparable(archive)).filter((name) => name.includes('/'))).toHaveLength(5);
    expect(JSON.parse(readZip(back).get('account.json')?.toString() ?? '')).toMatchObject({ email: eve.email });

    const again = await bring(eve, archive);
    expect(again).toMatchObject({ state: 'DONE', total: things, added: 0, duplicates: things, refusedCount: 0 });
    expect(await counts(eve)).toEqual(all);
    expect(comparable(await archiveOf(eve))).toEqual(comparable(archive));
    // It also recognizes what it came from.
    expect(await bring(ann, archive)).toMatchObject({ added: 0, duplicates: things });
    const [kept] = await service.sql('select count(*)::int as parts from data_import_part');
    expect(kept).toEqual({ parts: 0 });
  });

  test('adds what is missing beside what is there, and what its owner has said stays', async () => {
    const fay = await newPerson(service, 'Fay', 'Fisher');
    await record(fay, { title: 'Mine', privacy: 'public', run_date: '2012-04-01T08:00:00' });
    await as(fay).patch(`/profile/${fay.id}/`, { weight: 150 });
    await as(fay).patch(`/preferences/${fay.id}/`, { timezone: 'Asia/Tokyo' });
    expect(await bring(fay, archive)).toMatchObject({ state: 'DONE', total: things, added: things - 1, duplicates: 1 });
    expect(await counts(fay)).toEqual(all);
    const [mine] = await service.sql(`select title, privacy from workout where user_id = ? and title = 'Mine'`, [
      fay.id,
    ]);
    expect(mine).toEqual({ title: 'Mine', privacy: 'public' });
    const files = comparable(await archiveOf(fay));
    expect(files['profile.json']).toMatchObject({ weight: 150, gender: 'F', locationName: 'Boston, MA' });
    expect(files['preferences.json']).toMatchObject({ timezone: 'Asia/Tokyo', distance: 'kilometers' });
  });

  test('notifies nobody, and brings nothing of others and nothing that others may not see', async () => {
    const gil = await newPerson(service, 'Gil', 'Green');
    const hal = await newPerson(service, 'Hal', 'Hunt');
    await befriend(service, gil, hal);
    const before = await service.sql('select count(*)::int as n, max(id) as last from live_event');
    const notified = await service.sql('select count(*)::int as n from notification');
    await bring(gil, archive);
    expect(
      await service.sql("select kind from live_event where id > ? and kind not in ('self', 'import')", [
        before[0]?.['last'],
      ]),
    ).toEqual([]);
    expect(await service.sql('select count(*)::int as n from notification')).toEqual(notified);
    expect(await service.sql(`select id from pgboss.job where name <> 'import-data' and state = 'created'`)).toEqual(
      [],
    );
    const others = await service.sql(
      `select (select count(*) from comment c join post p on p.id = c.post_id where p.author_id = ?)::int as comments,
         (select count(*) from post_like l join post p on p.id = l.post_id where p.author_id = ?)::int as likes,
         (select count(*) from friend_edge where user_id = ?)::int as friends`,
      [gil.id, gil.id, gil.id],
    );
    expect(others).toEqual([{ comments: 0, likes: 0, friends: 1 }]);
    const seen = async (viewer: Person) => {
      const { data } = await as(viewer).graphql<{ workouts: { nodes: { title: string }[] } }>(
        `{ workouts(userId: "${globalId('User', gil.id)}") { nodes { title } } }`,
      );
      return data?.workouts.nodes.map(({ title }) => title).sort();
    };
    expect(await seen(hal)).toEqual(['For friends', 'Timed', 'Über & “out”']);
    expect(await seen(ann)).toEqual(['Timed', 'Über & “out”']);
    expect(await seen(gil)).toHaveLength(4);
  });

  test('comes in but for a broken file, which is named', async () => {
    const files = readZip(archive);
    const gpx = [...files.keys()].find((name) => name.startsWith('workouts/') && name.includes('2013')) ?? '';
    const original = [...files.keys()].find((name) => name.startsWith('originals/')) ?? '';
    const picture = [...files.keys()].findLast((name) => name.startsWith('pictures/')) ?? '';
    const runs = JSON.parse(files.get('workouts.json')?.toString() ?? '') as object[];
    const ivy = await newPerson(service, 'Ivy', 'Ives');
    const broken = await changed(archive, {
      [gpx]: '<gpx><trk>',
      [original]: 'no GPX',
      [picture]: 'no picture',
      'profile.json': '{"weight": "much"}',
      'workouts.json': JSON.stringify([{ title: 7 }, ...runs]),
    });
    const told = await bring(ivy, broken);
    const pictures = [...files.keys()].filter((name) => name.startsWith('pictures/'));
    expect(told.refused.map(({ file }) => file).sort()).toEqual(
      [gpx, original, 'profile.json', 'workouts.json, record 1', ...pictures].sort(),
    );
    for (const { reason } of told.refused) expect(reason).toMatch(/^[A-Z\w].*\.$/s);
    // The pictures of the run that did not come in are left out with it.
    expect(await counts(ivy)).toEqual({ ...all, runs: 3, posts: 3, pictures: 0 });
    expect(told).toMatchObject({ state: 'DONE', added: 6, duplicates: 0, refusedCount: 6 });
    // A file that is missing is noticed.
    const [run] = /\d+(?=\.gpx$)/.exec(gpx) ?? [];
    const without = await bring(ivy, await changed(archive, { [gpx]: null }));
    expect(without.refused).toContainEqual({
      file: `workouts.json, run ${run}`,
      reason: 'The archive does not have the GPX file with its points.',
    });
    // Once it is whole, the rest follows.
    expect(await bring(ivy, archive)).toMatchObject({ added: 3, duplicates: 7, refusedCount: 0 });
    expect(await counts(ivy)).toEqual(all);
  });
});
