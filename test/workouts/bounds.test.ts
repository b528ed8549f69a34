/** The elevations, distances and lines of a workout have limits. */
// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

const service = await testService();
const { ann } = await cast(service);
let runners = 0;
const newRunner = () => newPerson(service, 'Runner', `Number ${(runners += 1)}`);

/** A point: degrees, meters, seconds after the start. */
type Point = [lat: number, lng: number, elev?: number | undefined, seconds?: number];
const start = Date.UTC(2024, 4, 1, 6);
const timeOf = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const jsonPoints = (points: Point[]) =>
  points.map(([lat, lng, elev, seconds], i) => ({ lat, lng, elev, time: timeOf(seconds ?? i) }));
const gpxOf = (segments: Point[][]) =>
  `<gpx><trk>${segments
    .map(
      (points) =>
        `<trkseg>${points
          .map(
            ([lat, lng, elev, seconds], i) =>
              `<trkpt lat="${lat}" lon="${lng}">${elev === undefined ? '' : `<ele>${elev}</ele>`}<time>${timeOf(seconds ?? i)}</time></trkpt>`,
          )
          .join('')}</trkseg>`,
    )
    .join('')}</trk></gpx>`;

type Stored = Mapping & { id: number; route_points_data: string };
/** Ways of storing a workout with these points; each answers with status and record. */
const ways: Record<string, (person: Person, points: Point[]) => Promise<[status: number, made: Stored | string]>> = {
  JSON: async (person, points) => read(await as(person).post('/workout/', workoutBody({ points: jsonPoints(points) }))),
  GPX: async (person, points) => read(await as(person).upload(gpxOf([points]))),
  'GPX to PATCH': async (person, points) => {
    const { id } = (await as(person).post('/workout/', workoutBody())).json<Stored>();
    const parcel = { headers: { 'Content-Type': contentTypes.gpx }, body: gpxOf([points]) };
    const answer = await as(person).send('PATCH', `/workout/${id}/`, parcel);
    return answer.status === 202 ? [201, (await as(person).get(`/workout/${id}/`)).json()] : read(answer);
  },
  'recordWorkout of GraphQL': async (person, points) => {
    const { data, errors } = await as(person).graphql<{ recordWorkout: { workout: { databaseId: number } } }>(
      'mutation ($i: RecordWorkoutInput!) { recordWorkout(input: $i) { workout { databaseId } } }',
      { i: { title: 'x', runDate: timeOf(0), runType: 'RACE', points: jsonPoints(points) } },
    );
    if (errors[0]) return [errors[0].extensions.code === 'INVALID' ? 400 : 500, errors[0].message];
    return read(await as(person).get(`/workout/${data?.recordWorkout.workout.databaseId}/`));
  },
};
const wayNames = Object.keys(ways);
const store = (way: string, person: Person, points: Point[]) => (ways[way] as (typeof ways)[string])(person, points);

function read(answer: { status: number; text: string }): [number, Stored | string] {
  const isRecord = answer.status === 200 || answer.status === 201;
  return isRecord ? [201, JSON.parse(answer.text) as Stored] : [answer.status, answer.text];
}

async function elevationsOf(person: Person, id: number): Promise<(number | undefined)[]> {
  const { data } = await as(person).graphql<{ workout: { track: { elev?: number }[] } }>(
    'query ($id: ID!) { workout(id: $id) { track } }',
    { id: globalId('Workout', id) },
  );
  return (data?.workout.track ?? []).map(({ elev }) => elev);
}
const climbOf = async ({ id }: Person) =>
  (await as(ann).get(`/stats/${id}/`)).json<{ max_elevation_gain_in_meters: string }>().max_elevation_gain_in_meters;

describe.each(wayNames)('elevations by %s', (way) => {
  test('that are implausible count as missing', async () => {
    const runner = await newRunner();
    const elevations = [99_999, -99_999, 9000, 9000.001, -500, -500.001, 1e6, -1e300, 400];
    const [status, made] = await store(
      way,
      runner,
      elevations.map((elev, i): Point => [47 + i / 1e4, 8, elev]),
    );
    expect(status).toBe(201);
    const none = undefined;
    expect(await elevationsOf(runner, (made as Stored).id)).toEqual([
      none,
      none,
      9000,
      none,
      -500,
      none,
      none,
      none,
      400,
    ]);
  });

  test.each([
    ['as a device has them that knows none', 400, 1, (i: number) => (i % 2 ? 99_999 : -99_999), '0.00'],
    ['that leap faster than anybody climbs', 400, 1, (i: number) => (i % 4 < 2 ? 9000 : -500), '0.00'],
    ['that leap as far as they may, at unknown times', 1200, -1e6, (i: number) => (i % 4 < 2 ? 9000 : -500), '0.00'],
  ])('%s are stored', async (_, count, every, elevation, climb) => {
    const runner = await newRunner();
    const points = Array.from({ length: count }, (_, i): Point => [47 + i / 1e5, 8, elevation(i), i * every]);
    expect((await store(way, runner, points))[0]).toBe(201);
    expect(await climbOf(runner)).toBe(climb);
  });
});

describe.each(wayNames)('a distance by %s', (way) => {
  const leaps = (count: number) =>
    Array.from({ length: count }, (_, i): Point => [0, (i % 3) * 120 - 170, undefined, i * 2e6]);
  test('of the circumference of the globe is stored, and a longer one is refused', async () => {
    // A third of the way around each.
    const [status] = await store(way, await newRunner(), leaps(3));
    expect(status).toBe(201);
    const runner = await newRunner();
    const [refused, sentence] = await store(way, runner, leaps(5));
    expect([refused, sentence]).toEqual([400, expect.stringMatching(/(gpx|points).*40075000 meters/)]);
    expect(await climbOf(runner)).toBe('0.00');
  });
});

describe.each(wayNames)('the line of a track by %s', (way) => {
  /** A run around corners: each point is needed at 10 m. */
  const corners = (count: number, meters: (i: number) => number): Point[] =>
    Array.from({ length: count }, (_, i): Point => [(i % 2 ? meters(i) : 0) / 111_195, i / 2000, undefined, i * 100]);
  const lineOf = async (points: Point[]): Promise<[number, number][]> => {
    const [status, made] = await store(way, await newRunner(), points);
    expect(status).toBe(201);
    return codec.decode((made as Stored).route_points_data);
  };

  test('has every point that it needs, up to 2,000', async () => {
    const points = corners(2000, () => 50);
    expect(await lineOf(points)).toEqual(points.map(([lat, lng]) => [expect.closeTo(lat, 4), expect.closeTo(lng, 4)]));
  });

  test('has at most 2,000, which are the most important ones, from its start to its end', async () => {
    const points = corners(9001, (i) => 20 + i / 100);
    const line = await lineOf(points);
    expect(line.length).toBeLessThanOrEqual(2000);
    expect(line.length).toBeGreaterThan(1500);
    expect([line[0], line.at(-1)]).toEqual([
      [0, 0],
      [0, 4.5],
    ]);
    // The far corners are still there.
    expect(Math.max(...line.map(([lat]) => lat))).toBeCloseTo(110 / 111_195, 4);
  });
});

test('a track of very many segments has such a line as well', async () => {
  const segments = Array.from({ length: 5000 }, (_, i): Point[] => [
    [47 + i / 1e4, 8 + (i % 2) / 1000, undefined, i * 1000],
    [47 + i / 1e4, 8.002, undefined, i * 1000 + 200],
  ]);
  const answer = await as(ann).upload(gpxOf(segments));
  expect(answer.status).toBe(201);
  const line = codec.decode(answer.json<Stored>().route_points_data);
  expect(line.length).toBeLessThanOrEqual(2000);
  expect(line.at(0)).toEqual([47, 8]);
  expect(line.at(-1)).toEqual([47.4999, 8.002]);
});

test('splits have a limit of their own in an answer, since few points may be far apart', async () => {
  const runner = await newRunner();
  const ids: string[] = [];
  for (const lat of [0, 1]) {
    const points: Point[] = [-170, -90, -30].map((lng, i) => [lat, lng, undefined, i * 2e6]);
    const [status, made] = await store('JSON', runner, points);
    expect(status).toBe(201);
    ids.push(globalId('Workout', (made as Stored).id));
  }
  const split = (document: string) =>
    as(runner).graphql<{ nodes: ({ splits: unknown[] | null } | null)[] }>(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Workout { ${document} } } }`,
      { ids },
    );
  const { data, errors } = await split('splits(unit: KILOMETER) { distanceInMeters }');
  expect(data?.nodes.map((node) => node?.splits?.length ?? null)).toEqual([expect.any(Number), null]);
  expect(errors).toMatchObject([
    {
      path: ['nodes', 1, 'splits'],
      extensions: { code: 'TOO_COSTLY' },
      message: expect.stringContaining('20000 splits'),
    },
  ]);
});
