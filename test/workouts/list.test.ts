/**
 * Workouts can be listed over REST, also as one GPX file.
 * Rows: `GET /workout/`, `GET /workout/[workout_id]/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const dates = ['2024-02-01', '2024-01-01', '2024-03-01', '2024-02-01'].map((day, i) => `${day}T07:00:0${i}Z`);
const ids: number[] = [];
for (const run_date of dates) ids.push((await record(ann, { run_date })).workout);
// Newest run first; not in the order of upload.
const newestFirst = [ids[2], ids[3], ids[0], ids[1]];

const idsOf = async (path: string, viewer = ann) => (await as(viewer).get(path)).json<Mapping[]>().map(({ id }) => id);

describe('GET /workout/', () => {
  test('is a bare array of a user’s workouts, newest run first', async () => {
    expect(await idsOf('/workout/')).toEqual(newestFirst);
    expect(await idsOf(`/workout/?user=${ann.id}`, cho)).toEqual(newestFirst);
    expect(await idsOf('/workout/', bob)).toEqual([]);
    expect(await idsOf('/workout/?user=999999')).toEqual([]);
  });

  test.each([
    ['limit=2', 0, 2],
    ['limit=2&offset=1', 1, 3],
    ['offset=3', 3, 4],
    ['offset=4', 4, 4],
    ['limit=0', 0, 4],
    ['limit=100000', 0, 4],
    ['offset=99999999999', 4, 4],
  ])('accepts %s', async (query, from, to) => {
    expect(await idsOf(`/workout/?${query}`)).toEqual(newestFirst.slice(from, to));
  });

  test.each([
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'offset=-1',
    'offset=x',
    'limit=NaN',
    'user=x',
    'user=0',
    'user=-1',
    'user=9007199254740993',
  ])('refuses %s with its name', async (query) => {
    const answer = await as(ann).get(`/workout/?${query}`);
    expect([answer.status, answer.text.split(':')[0]]).toEqual([400, query.split('=')[0]]);
  });

  test('returns all workouts', async () => {
    const eve = await newPerson(service, 'Eve', 'Ever');
    await service.sql(
      `insert into workout (user_id, title, run_date, run_type, duration_in_seconds, privacy, source)
       select ${eve.id}, 'Run', timestamptz '2020-01-01' + n * interval '1 hour', 'Slow', 60, 'public', 'json'
       from generate_series(1, 1003) n`,
    );
    expect(await idsOf(`/workout/?user=${eve.id}`)).toHaveLength(1003);
    expect(await idsOf(`/workout/?user=${eve.id}&limit=0`)).toHaveLength(1003);
    expect(await idsOf(`/workout/?user=${eve.id}&limit=1001`)).toHaveLength(1001);
    expect(await idsOf(`/workout/?user=${eve.id}&offset=1000`)).toHaveLength(3);
    const gpx = await as(ann).get(`/workout/?user=${eve.id}`, { Accept: contentTypes.gpx });
    expect(gpx.text.match(/<trk>/g)).toHaveLength(1003);
  });
});

describe('GET /workout/[workout_id]/', () => {
  test('returns the workout as the list shows it', async () => {
    const list = (await as(ann).get('/workout/')).json<Mapping[]>();
    expect(list.length).toBeGreaterThan(0);
    for (const workout of list)
      expect((await as(bob).get(`/workout/${String(workout['id'])}/`)).json()).toEqual(workout);
    expect((await as(bob).get('/workout/999999/')).status).toBe(404);
  });
});

describe('GET /workout/ as GPX', () => {
  test.each([
    ['by Accept', '/workout/', { Accept: contentTypes.gpx }],
    ['by ?format=', '/workout/?format=gpx', {}],
  ])('is a GPX 1.1 file with a track for each workout, %s', async (_how, path, headers: Record<string, string>) => {
    const dan = await newPerson(service, 'Dan & Co', `<${_how}>`);
    await as(dan).upload(
      makeGpx({ points: 3, elevation: (i) => 400 + i / 4, track: '<name>A &amp; B</name><type>Race</type>' }),
    );
    await record(dan, { title: 'No <points>', run_date: '2023-01-01T00:00:00Z' });
    const answer = await as(dan).get(path, headers);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'application/X.service-GPX+xml; charset=utf-8',
    ]);
    const { text } = answer;
    expect(text).toMatch(/<gpx [^>]*xmlns="http:\/\/www\.topografix\.com\/GPX\/1\/1"/);
    expect(text).toMatch(/<gpx [^>]*version="1\.1"/);
    expect(text).toMatch(/<gpx [^>]*creator="[^"]+"/);
    expect(text).toContain(`<author><name>Dan &amp; Co &lt;${_how}&gt;</name></author>`);
    expect(text).toMatch(/<metadata>.*<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/time>.*<\/metadata>/s);
    expect([...text.matchAll(/<trk>\s*<name>([^<]*)<\/name>/g)].map(([, name]) => name)).toEqual([
      'Race - A &amp; B',
      'Endurance - No &lt;points&gt;',
    ]);
    const [point] = /<trkpt.*?<\/trkpt>/s.exec(text) ?? [''];
    expect(point).toMatch(/lat="47(\.0+)?"/);
    expect(point).toMatch(/lon="8\.50*"/);
    expect(point).toMatch(/<ele>400(\.0+)?<\/ele>\s*<time>2024-05-01T06:00:00\.000Z<\/time>/);
    expect(text.trimEnd().endsWith('</gpx>')).toBe(true);
  });

  test('can be uploaded again', async () => {
    const gus = await newPerson(service, 'Gus', 'Gray');
    await as(ann).upload(makeGpx({ start: '2024-06-01T06:00:00Z' }));
    const { text } = await as(ann).get('/workout/?limit=1', { Accept: contentTypes.gpx });
    const answer = await as(gus).upload(text);
    expect([answer.status, answer.json()['distance_in_meters']]).toEqual([201, '1800.00']);
  });

  test('HEAD has the headers of GET, and reads no track', async () => {
    const counted: string[][] = [];
    const answers: unknown[] = [];
    for (const method of ['GET', 'HEAD'])
      counted.push(
        await countStatements(service, async () => {
          const { status, headers } = await as(ann).send(method, '/workout/', {
            headers: { Accept: contentTypes.gpx },
          });
          // The frame of a body, when there is one, the clock, and the id.
          const { 'transfer-encoding': _frame, date: _date, 'x-request-id': _id, ...shown } = headers;
          answers.push([status, shown]);
        }),
      );
    expect(answers[1]).toEqual(answers[0]);
    expect(counted[0]).toContain('tracks_in_turn');
    // The list, and what the ETag is made of.
    expect(counted[1]).toEqual(['track_versions', 'user_by_id', 'workout_ids_of_user', 'workouts_of_user']);
    for (const query of ['user=999999', 'limit=x', 'offset=-1']) {
      const path = `/workout/?${query}`;
      const headers = { Accept: contentTypes.gpx };
      const [got, head] = [await as(ann).get(path, headers), await as(ann).send('HEAD', path, { headers })];
      expect([query, head.status, head.headers['content-type']]).toEqual([
        query,
        got.status,
        got.headers['content-type'],
      ]);
    }
  });

  test('of an unknown user is empty, and invalid parameters are answered with 400', async () => {
    const empty = await as(ann).get('/workout/?user=999999', { Accept: contentTypes.gpx });
    expect(empty.status).toBe(200);
    expect(empty.text).not.toContain('<trk>');
    expect((await as(ann).get('/workout/?limit=x', { Accept: contentTypes.gpx })).status).toBe(400);
  });

  test('is not offered by other rows', async () => {
    const answer = await as(ann).get('/me/', { Accept: contentTypes.gpx });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });
});
