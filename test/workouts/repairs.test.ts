/** Wrong points of a recording are not measured, and what was wrong is said (decisions P12). POST /workout/, GET /stats/[user_id]/. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { rebuildTracks } from '../../src/process/rebuild-tracks.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

const service = await testService();
await cast(service);
let runners = 0;
const newRunner = () => newPerson(service, 'Runner', `Number ${(runners += 1)}`);

/** A run of 3 km in 1000 s on level ground, with a change to the file. */
const file = (change: (gpx: string) => string = (gpx) => gpx) =>
  change(makeGpx({ points: 101, elevation: () => 400, time: null }));
const point = (gpx: string, number: number, change: (point: string) => string) => {
  let i = 0;
  return gpx.replaceAll(/<trkpt.*?<\/trkpt>/g, (text) => ((i += 1) === number ? change(text) : text));
};
const at00 = (text: string) => text.replace(/lat=".*?" lon=".*?"/, 'lat="0" lon="0"');
const in1970 = (text: string) => text.replace(/<time>.*?<\/time>/, '<time>1970-01-01T00:00:00Z</time>');
const high = (text: string) => text.replace('<ele>400<', '<ele>2000<');

interface Said {
  repairs: { kind: string; points: number }[] | null;
  elevationGainInMeters: number | null;
  original: { sizeInBytes: number } | null;
  track: { lat: number }[] | null;
}

async function said(person: Person, id: number): Promise<Said> {
  const fields = 'repairs { kind points } elevationGainInMeters original { sizeInBytes } track';
  const { data } = await as(person).graphql<{ workout: Said }>(`query ($id: ID!) { workout(id: $id) { ${fields} } }`, {
    id: globalId('Workout', id),
  });
  return data?.workout as Said;
}

async function upload(gpx: string) {
  const runner = await newRunner();
  const answer = await as(runner).upload(gpx);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const made = answer.json<{ id: number; distance_in_meters: string; duration_in_seconds: number; run_date: string }>();
  return { runner, made, said: await said(runner, made.id) };
}

describe('a run of 3 km', () => {
  test.each<[string, (gpx: string) => string, Said['repairs']]>([
    ['nothing', (gpx) => gpx, []],
    ['its first point at 0/0', (gpx) => point(gpx, 1, at00), [{ kind: 'ZERO_COORDINATES', points: 1 }]],
    ['a time of 1970 inside', (gpx) => point(gpx, 50, in1970), [{ kind: 'WRONG_TIME', points: 1 }]],
    ['a time of the year 0', (gpx) => point(gpx, 50, in1970).replace('1970-01-01T', '0000-00-00T'), []],
    ['one elevation of 2000 m', (gpx) => point(gpx, 50, high), [{ kind: 'ELEVATION_NOISE', points: 1 }]],
    [
      'a point elsewhere, and a second copy of itself',
      (gpx) =>
        point(gpx, 100, (text) => text.replace('lon="8.5"', 'lon="8.9"')).replace(
          '</trkseg>',
          `</trkseg>${/<trkseg>.*<\/trkseg>/.exec(file())?.[0]}`,
        ),
      [
        { kind: 'OUTLIER', points: 1 },
        { kind: 'COPIED_SEGMENT', points: 100 },
      ],
    ],
  ])('with %s is one of 3 km on its day, and says so', async (_what, change, repairs) => {
    const sent = file(change);
    const { runner, made, said: found } = await upload(sent);
    expect(found.repairs).toEqual(repairs);
    expect(Math.abs(Number(made.distance_in_meters) / 3000 - 1)).toBeLessThanOrEqual(0.011);
    expect(Math.abs(made.duration_in_seconds - 1000)).toBeLessThanOrEqual(10);
    expect(made.run_date.slice(0, 10)).toBe('2024-05-01');
    expect(found.elevationGainInMeters).toBe(0);
    // What was recorded stays.
    expect(found.original?.sizeInBytes).toBe(Buffer.byteLength(sent));
    expect(found.track).toHaveLength(sent.match(/<trkpt/g)?.length ?? 0);
    const stats = (await as(runner).get(`/stats/${runner.id}/`)).json();
    expect(stats['max_distance_in_meters']).toBe(made.distance_in_meters);
    const copy = (await as(runner).get('/workout/', { Accept: contentTypes.gpx })).text;
    expect(copy.match(/<trkpt/g)).toHaveLength(sent.match(/<trkpt/g)?.length ?? 0);
  });

  test.each(['1970-01-01T', '1969-12-31T'])('whose clock says %s… throughout is accepted', async (day) => {
    const { made, said: found } = await upload(file().replaceAll(/\d{4}-\d\d-\d\dT/g, day));
    expect([made.run_date.slice(0, 4), found.repairs]).toEqual(['1970', [{ kind: 'WRONG_TIME', points: 101 }]]);
  });

  test('of JSON is measured by the same rules', async () => {
    const runner = await newRunner();
    const points = Array.from({ length: 101 }, (_, i) => ({
      lat: i === 0 ? 0 : 47 + (i * 30) / 111_195,
      lng: i === 0 ? 0 : 8,
      time: new Date(Date.UTC(2024, 4, 1, 6) + i * 10_000).toISOString(),
    }));
    const body = workoutBody({ points, distance_in_meters: null });
    const made = (await as(runner).post('/workout/', body)).json<{ id: number; distance_in_meters: string }>();
    expect(Number(made.distance_in_meters)).toBeCloseTo(2970, 0);
    expect((await said(runner, made.id)).repairs).toEqual([{ kind: 'ZERO_COORDINATES', points: 1 }]);
  });

  test('without points has no repairs', async () => {
    const runner = await newRunner();
    const { id } = (await as(runner).post('/workout/', workoutBody())).json<{ id: number }>();
    expect((await said(runner, id)).repairs).toBeNull();
  });
});

describe('npx runners rebuild --tracks', () => {
  const rowOf = async (id: number) =>
    service.sql('select w.*, s.* from workout w join stats s on s.id = w.user_id where w.id = ?', [id]);
  const rebuilt = async (isDry: boolean) => {
    const lines: string[] = [];
    await rebuildTracks(service.database, isDry, (line) => lines.push(line));
    return lines;
  };

  test('says what would change, and changes it only without --dry-run', async () => {
    await rebuilt(false);
    const { made } = await upload(file((gpx) => point(point(gpx, 1, at00), 50, in1970)));
    const right = await rowOf(made.id);
    // What the version before stored.
    await service.sql(
      "update workout set distance_in_meters = 5286734.78, run_date = '1970-01-01', best_5k_duration_in_seconds = 800 where id = ?",
      [made.id],
    );
    const wrong = await rowOf(made.id);
    const dry = await rebuilt(true);
    expect(dry).toEqual([
      `run ${made.id}: runDate 1970-01-01T00:00:00.000000Z -> 2024-05-01T06:00:00.000000Z, distanceInMeters 5286734.78 -> ${Number(made.distance_in_meters)}, best5kDurationInSeconds 800 -> none`,
      expect.stringMatching(/^1 of \d+ runs with points would be measured differently$/),
    ]);
    expect(await rowOf(made.id)).toEqual(wrong);
    const done = await rebuilt(false);
    expect([done[0], done.at(-1)]).toEqual([dry[0], 'figures of runs: 1 corrected']);
    expect(await rowOf(made.id)).toEqual(right);
    expect(await rebuilt(true)).toHaveLength(1);
  });

  test('lets a run whose clock was set back begin where it began, as an upload does', async () => {
    await rebuilt(false);
    let number = 0;
    const back = file((gpx) =>
      gpx.replaceAll(/<time>2024-05-01T(\d\d)/g, (time, hour) =>
        (number += 1) <= 50 ? time : `<time>2024-05-01T0${Number(hour) - 1}`,
      ),
    );
    const { made } = await upload(back);
    expect([made.run_date, Math.abs(made.duration_in_seconds - 1000) <= 10]).toEqual([
      '2024-05-01T06:00:00.000000',
      true,
    ]);
    // What the version before stored: the earliest of all times.
    await service.sql("update workout set run_date = '2024-05-01T05:08:20Z' where id = ?", [made.id]);
    expect((await rebuilt(false))[0]).toBe(
      `run ${made.id}: runDate 2024-05-01T05:08:20.000000Z -> 2024-05-01T06:00:00.000000Z`,
    );
  });

  test('leaves what a client said of a run, and measures again what was measured from all its points', async () => {
    const runner = await newRunner();
    const points = [0, 1, 2, 3].map((i) => ({ lat: i === 0 ? 0 : 47 + i / 1000, lng: i === 0 ? 0 : 8 }));
    const post = async (body: object) =>
      (await as(runner).post('/workout/', workoutBody({ points, ...body }))).json<{ id: number }>().id;
    const given = await post({ distance_in_meters: 777, run_date: '2024-02-01T06:00:00Z' });
    const measured = await post({ distance_in_meters: null, run_date: '2024-02-02T06:00:00Z' });
    // The way from 0/0 to the second point, and two thousandths of a degree.
    const radians = (degrees: number) => (degrees * Math.PI) / 180;
    const way = 6_371_008.8 * (Math.acos(Math.cos(radians(47.001)) * Math.cos(radians(8))) + radians(0.002));
    await service.sql('update workout set distance_in_meters = round(?::numeric, 2) where id = ?', [way, measured]);
    expect((await rebuilt(true))[0]).toContain(`run ${measured}: distanceInMeters ${way.toFixed(2)} -> 222.39`);
    await rebuilt(false);
    const rows = await service.sql('select distance_in_meters as m from workout where id in (?, ?) order by id', [
      given,
      measured,
    ]);
    expect(rows.map(({ m }) => Math.round(Number(m)))).toEqual([777, 222]);
  });
});
