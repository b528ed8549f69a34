/** Real recordings are stored with the same figures as those of an independent tool. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { testService } from '../support/service.ts';

const service = await testService();
await cast(service);
const folder = new URL('../../../packages/recordings/test/gpx/', import.meta.url);

/** One line of the folder's README: an independent tool's figures. */
interface Figures {
  file: string;
  points: number;
  meters: number;
  climb: number;
  activeSeconds: number;
  outcome: string;
}

const readme = readFileSync(new URL('README.md', folder), 'utf8');
const all: Figures[] = readme
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, file]) => file?.endsWith('.gpx'))
  .map(([, file = '', , shape = '', meters, climb, , active, outcome = '']) => ({
    file,
    points: Number(shape.split('/')[2]),
    meters: Number(meters),
    climb: Number(climb),
    activeSeconds: Number(active),
    outcome,
  }));

/** The points of a GPX file as texts, in order: latitude, longitude, elevation, time in milliseconds. */
function pointsOf(gpx: string): [lat: number, lon: number, ele: number | null, time: number | null][] {
  return [...gpx.matchAll(/<trkpt\s([^>]*?)(?:\/>|>(.*?)<\/trkpt>)/gs)].map(([, attributes = '', inside = '']) => {
    const attribute = (name: string) => Number(new RegExp(`${name}\\s*=\\s*["']([^"']*)`).exec(attributes)?.[1]);
    const ele = /<ele>\s*([^<]*?)\s*<\/ele>/.exec(inside)?.[1];
    const time = /<time>\s*([^<]*?)\s*<\/time>/.exec(inside)?.[1];
    return [attribute('lat'), attribute('lon'), ele === undefined ? null : Number(ele), time ? Date.parse(time) : null];
  });
}
/** Segments with points; empty ones need not survive. */
const segmentsOf = (gpx: string) => (gpx.match(/<trkseg[^>]*>\s*<trkpt/g) ?? []).length;

test('every recording of the folder has its expected figures', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.gpx'));
  expect(all.map(({ file }) => file).sort()).toEqual(files.sort());
});

describe.each(all.filter(({ outcome }) => outcome === 'accept'))(
  '$file',
  ({ file, points, meters, climb, activeSeconds }) => {
    const sent = readFileSync(new URL(file, folder));

    test('is stored with the figures of an independent tool, and read back with the same points', async () => {
      const runner = await newPerson(service, 'Runner', file.replace(/\W/g, ''));
      const answer = await as(runner).upload(sent);
      expect(answer.status).toBe(201);
      const workout = answer.json<{ id: number; distance_in_meters: string; duration_in_seconds: number }>();

      expect(Math.abs(Number(workout.distance_in_meters) / meters - 1)).toBeLessThan(0.006);
      expect(workout.duration_in_seconds).toBeLessThanOrEqual(activeSeconds);
      expect(workout.duration_in_seconds).toBeGreaterThan(0);
      const stats = (await as(runner).get(`/stats/${runner.id}/`)).json();
      const gained = Number(stats['max_elevation_gain_in_meters']);
      expect(gained).toBeGreaterThanOrEqual(climb / 2);
      expect(gained).toBeLessThanOrEqual(climb);

      const { text } = await as(runner).get('/workout/', { Accept: contentTypes.gpx });
      const [before, after] = [pointsOf(sent.toString()), pointsOf(text)];
      expect(before).toHaveLength(points);
      expect(after).toHaveLength(points);
      expect(segmentsOf(text)).toBe(segmentsOf(sent.toString()));
      const different = before.findIndex((point, i) => !samePoint(point, after[i]));
      expect([different, before[different], after[different]]).toEqual([-1, undefined, undefined]);
    });
  },
);

describe.each(all.filter(({ outcome }) => outcome === 'reject'))('$file', ({ file }) => {
  const sent = readFileSync(new URL(file, folder));

  test('has no times: it is refused as a workout, and accepted as a new track of one', async () => {
    const runner = await newPerson(service, 'Runner', file.replace(/\W/g, ''));
    expect((await as(runner).upload(sent)).status).toBe(400);
    const body = { title: 'x', run_type: 'Slow', run_date: '2024-01-01T00:00:00Z', duration_in_seconds: 1234 };
    const { id } = (await as(runner).post('/workout/', body)).json<{ id: number }>();
    const parcel = { headers: { 'Content-Type': contentTypes.gpx }, body: sent };
    expect((await as(runner).send('PATCH', `/workout/${id}/`, parcel)).status).toBe(202);
    const workout = (await as(runner).get(`/workout/${id}/`)).json();
    expect(workout).toMatchObject({ duration_in_seconds: 1234, title: 'x' });
    const figures = all.find((one) => one.file === file);
    expect(Math.abs(Number(workout['distance_in_meters']) / (figures?.meters ?? 0) - 1)).toBeLessThan(0.006);
  });
});

type Point = ReturnType<typeof pointsOf>[number];

/** Coordinates within a centimeter, elevations as sent, times to the millisecond. */
function samePoint([lat, lon, ele, time]: Point, read: Point | undefined): boolean {
  if (!read) return false;
  const near = (one: number, other: number) => Math.abs(one - other) <= 1e-7;
  const sameElevation = ele === null ? read[2] === null : read[2] !== null && Math.abs(ele - read[2]) < 0.01;
  return near(lat, read[0]) && near(lon, read[1]) && sameElevation && time === read[3];
}
