/** The list of workouts over REST has all of them, and is sent in parts, each of which is paid (decisions P6). */
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { pointsIn } from '../support/spend-points.ts';

const service = await testService({ RATE_LIMITS: 'on', RATE_POINTS: '10000000' });
let ann: Person;
/** Has as many workouts as a list may contain, and some more. */
let many: Person;
/** Has fewer workouts, each with a long text. */
let eve: Person;
const most = 20_000;
const count = 1200;

beforeAll(async () => {
  ({ ann } = await cast(service));
  many = await newPerson(service, 'Many', 'Runs');
  eve = await newPerson(service, 'Eve', 'Ever');
  const insert = (person: Person, number: number, body: string) =>
    service.sql(
      `insert into workout (user_id, title, post_body, run_date, run_type, duration_in_seconds, privacy, source)
       select ?, 'Run ' || n, ${body}, timestamptz '2020-01-01' + n * interval '1 minute', 'Slow', 60, 'public', 'json'
       from generate_series(1, ${number}) n`,
      [person.id],
    );
  await insert(many, most + 5, "''");
  await insert(eve, count, "rpad(n::text, 10000, '<🙂')");
});

interface Workout {
  id: number;
  title: string;
}
const titles = (workouts: Workout[]) => workouts.map(({ title }) => Number(title.slice(4)));
/** The numbers of the workouts from one down to another, which is the order of the list. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
const listOf = ({ id }: Person, query = '') => `/workout/?user=${id}${query}`;

describe('GET /workout/', () => {
  test.each(['json', 'xml', 'yaml'])('has all workouts with long texts in order in %s', async (format) => {
    const answer = await as(ann).get(listOf(eve, `&format=${format}`));
    expect(titles(wireValue(answer) as Workout[])).toEqual(down(count, 1));
  });

  test('has what `limit` and `offset` ask for', async () => {
    const of = async (query: string) => titles((await as(ann).get(listOf(eve, query))).json());
    expect(await of('&limit=1100')).toEqual(down(count, 101));
    expect(await of('&limit=1100&offset=50')).toEqual(down(count - 50, 51));
    expect(await of('&offset=1190')).toEqual(down(10, 1));
  });

  test('has the newest 20,000 of more, as they are paid', async () => {
    const before = pointsIn(await as(ann).get('/me/'));
    const headers = { Authorization: ann.authorization };
    const answer = await fetch(`${service.url}/api/v1${listOf(many)}`, { headers });
    expect(titles((await answer.json()) as Workout[])).toEqual(down(most + 5, 6));
    const after = pointsIn(await as(ann).get('/me/'));
    expect(before.remaining - after.remaining).toBeGreaterThan(10 * most);
  });

  test('as GPX, each workout is paid', async () => {
    const before = pointsIn(await as(ann).get('/me/'));
    const { text } = await as(ann).get(listOf(eve), { Accept: contentTypes.gpx });
    const names = [...text.matchAll(/Run (\d+)</g)].map(([, name]) => Number(name));
    expect(names).toEqual(down(count, 1));
    const after = pointsIn(await as(ann).get('/me/'));
    expect(before.remaining - after.remaining).toBeGreaterThanOrEqual(20 * count);
  });

  test('who leaves in the middle takes no place', async () => {
    const { streams } = service.processContext.capacity;
    for (let n = 0; n < 3; n++) {
      const leaving = new AbortController();
      const answer = await fetch(`${service.url}/api/v1${listOf(eve)}`, {
        headers: { Authorization: ann.authorization },
        signal: leaving.signal,
      });
      await answer.body?.getReader().read();
      expect(streams.running()).toBe(1);
      leaving.abort();
      while (streams.running() > 0) await pause(10);
    }
  });
});
