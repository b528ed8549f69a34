/** What sensors measured is stored with a workout, and read as streams, averages, splits and GPX. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { maxResolution } from '../../src/domain/workouts/read-streams.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { dialects, measured, recording, sensorRun } from '@runners/recordings/samples';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const sensorNames = Object.keys(measured) as (keyof typeof measured)[];
const selection = `sensors { ${sensorNames.map((name) => `${name} { average max }`).join(' ')} }
  streams { distanceInMeters timeInSeconds lat lng elev ${sensorNames.join(' ')} }
  gpx gpxUrl`;

interface Read {
  sensors: Record<string, { average: number; max: number } | null> | null;
  streams: Record<string, (number | null)[] | null> | null;
  gpx: string;
  gpxUrl: string;
}

let second = 0;
/** A run that is no duplicate of another. */
const fresh = (file: string) => {
  second += 1;
  return file.replaceAll('2024-05-01T06:00:', `2024-05-01T07:${String(second).padStart(2, '0')}:`);
};
const upload = async (person: Person, file: string | Buffer) =>
  (await as(person).upload(file)).json<{ id: number }>().id;

async function read(person: Person, workout: number, fields = selection): Promise<Read> {
  const { data, errors } = await as(person).graphql<{ workout: Read }>(
    `query ($id: ID!) { workout(id: $id) { ${fields} } }`,
    { id: globalId('Workout', workout) },
  );
  expect(errors ?? []).toEqual([]);
  return data?.workout as Read;
}

const figuresOf = (values: readonly number[]) => ({
  // The first point stands for no time.
  average: Math.round((100 * values.slice(1).reduce((sum, value) => sum + value, 0)) / (values.length - 1)) / 100,
  max: Math.max(...values),
});

describe.each(Object.entries(dialects))('%s', (_name, { file, without }) => {
  const expected = <Value>(valueOf: (values: readonly number[]) => Value) =>
    Object.fromEntries(sensorNames.map((name) => [name, without.includes(name) ? null : valueOf(measured[name])]));

  test('is stored, and an export that is imported gives the same', async () => {
    const first = await read(ann, await upload(ann, fresh(file)));
    expect(first.sensors).toEqual(expected(figuresOf));
    expect(first.streams).toMatchObject(expected((values) => values));
    expect(first.streams).toMatchObject({ timeInSeconds: [0, 3, 6, 9], elev: [400, 400, 400, 400] });
    expect(first.streams?.['distanceInMeters']?.map((one) => Math.round(one ?? -1))).toEqual([0, 10, 20, 30]);
    const downloaded = await (await fetch(first.gpxUrl)).text();
    expect(downloaded).toBe(first.gpx);
    const again = await read(bob, await upload(bob, first.gpx));
    expect([again.sensors, again.streams]).toEqual([first.sensors, first.streams]);
  });
});

describe('points as JSON', () => {
  const points = measured.heartRate.map((heartRate, i) => ({
    lat: 47 + i / 1e4,
    lng: 8,
    ...Object.fromEntries(sensorNames.map((name) => [name, measured[name][i]])),
    heartRate: i === 2 ? 999 : heartRate,
  }));
  const send = (input: object) =>
    as(ann).graphql<{ recordWorkout: { workout: { databaseId: number } } }>(
      'mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { databaseId } originalKept } }',
      {
        input: {
          title: 'Run',
          runType: 'SLOW',
          durationInSeconds: 60 + (second += 5),
          runDate: '2023-04-01T00:00:00Z',
          ...input,
        },
      },
    );

  test.each(['points', 'trackPoints'])(
    'as %s have the values of sensors, if these are believable',
    async (argument) => {
      const { data, errors } = await send({
        [argument]: points,
        runDate: `2023-04-01T00:00:0${argument.length % 10}Z`,
      });
      expect(errors).toEqual([]);
      expect(data?.recordWorkout).toMatchObject({ originalKept: null });
      const { streams, sensors } = await read(ann, data?.recordWorkout.workout.databaseId ?? 0);
      expect(streams).toMatchObject({ ...measured, heartRate: [120, 121, null, 123] });
      expect(sensors).toMatchObject({ heartRate: { max: 123 }, power: { average: 201.5, max: 203 } });
    },
  );

  test('with a value that is no number are refused by name', async () => {
    const { errors } = await send({ points: [points[0], { ...points[1], power: 'much' }] });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/^points\.1\.power: must be a number/) as unknown },
    ]);
  });

  test('over REST have the fields of the interface only', async () => {
    const { workout } = await record(ann, { points });
    expect(await read(ann, workout)).toMatchObject({ sensors: null, streams: { heartRate: null } });
  });
});

describe('a recording', () => {
  test('has streams at a resolution, aligned with distance and time, and splits', async () => {
    const workout = await upload(ann, recording('garmin-activity.gpx'));
    const fields = `distanceInMeters streams(resolution: 50) { distanceInMeters timeInSeconds lat heartRate power }
      all: streams(resolution: ${maxResolution}) { timeInSeconds heartRate }
      splits(unit: KILOMETER) { distanceInMeters durationInSeconds paceInSeconds elevationGainInMeters averageHeartRate }
      miles: splits(unit: MILE) { distanceInMeters }`;
    const answer = (await read(ann, workout, fields)) as unknown as {
      distanceInMeters: number;
      streams: Record<string, number[] | null>;
      all: Record<string, (number | null)[]>;
      splits: { distanceInMeters: number; durationInSeconds: number; averageHeartRate: number }[];
      miles: { distanceInMeters: number }[];
    };
    const { distanceInMeters: meters = [], timeInSeconds: times = [], ...lists } = answer.streams;
    expect([meters?.length, times?.length, lists['lat']?.length, lists['heartRate']?.length]).toEqual([50, 50, 50, 50]);
    expect([meters?.[0], times?.[0], lists['power']]).toEqual([0, 0, null]);
    expect(meters?.at(-1)).toBeCloseTo(answer.distanceInMeters, 1);
    expect(meters).toEqual([...(meters ?? [])].sort((a, b) => a - b));
    expect(answer.all['heartRate']).toHaveLength(988);
    expect(answer.splits).toHaveLength(Math.ceil(answer.distanceInMeters / 1000));
    expect(answer.miles).toHaveLength(Math.ceil(answer.distanceInMeters / 1609.344));
    expect(answer.splits.every((one) => one.averageHeartRate > 60 && one.averageHeartRate < 200)).toBe(true);
    const sum = answer.splits.reduce((all, one) => all + one.distanceInMeters, 0);
    expect(Math.abs(sum - answer.distanceInMeters)).toBeLessThan(1);
  });

  test('shows its sensors to those who may see the track', async () => {
    const text = '<metadata><extensions><privacy>friends</privacy></extensions></metadata><trk';
    const workout = await upload(ann, fresh(dialects['Cluetrust']?.file.replace('<trk', text) ?? ''));
    expect((await read(bob, workout, 'sensors { heartRate { max } }')).sensors).toEqual({ heartRate: { max: 123 } });
    expect(await read(cho, workout, 'sensors { heartRate { max } }')).toBeNull();
  });

  test('without points has no streams and no splits; with points and no sensors, no sensors', async () => {
    const fields = 'sensors { power { max } } streams { lat } splits(unit: MILE) { distanceInMeters }';
    const { workout } = await record(ann);
    expect(await read(ann, workout, fields)).toEqual({ sensors: null, streams: null, splits: null });
    const plain = await upload(ann, fresh(sensorRun('', () => '')));
    expect(await read(ann, plain, fields)).toMatchObject({
      sensors: null,
      streams: { lat: [47, 47.00009, 47.00018, 47.00027] },
    });
  });

  test('whose track is replaced has the sensors of the new one, or none', async () => {
    const workout = await upload(ann, fresh(dialects['Cluetrust']?.file ?? ''));
    const replace = (file: string) =>
      as(ann).send('PATCH', `/workout/${workout}/`, { headers: { 'Content-Type': contentTypes.gpx }, body: file });
    const fields = 'sensors { heartRate { max } speed { max } }';
    expect((await replace(fresh(sensorRun('', (i) => `<speed>2.${i}</speed>`)))).status).toBe(202);
    expect((await read(ann, workout, fields)).sensors).toEqual({ heartRate: null, speed: { max: 2.3 } });
    expect((await replace(fresh(sensorRun('', () => '')))).status).toBe(202);
    expect((await read(ann, workout, fields)).sensors).toBeNull();
  });

  test('is the same workout, whatever its sensors, and REST writes it without them', async () => {
    const file = fresh(sensorRun('', (i) => `<extensions><hr>${100 + i}</hr></extensions>`));
    await upload(bob, file);
    const again = await as(bob).upload(file.replaceAll(/<extensions>.*?<\/extensions>/g, ''));
    expect(again.json()).toEqual(['206', 'This workout already exists.']);
    const { text } = await as(bob).get('/workout/?limit=1', { Accept: contentTypes.gpx });
    expect(text).toContain('<trkpt');
    expect(text).not.toMatch(/extensions|xmlns:/);
  });
});

describe('streams', () => {
  test.each([1, maxResolution + 1, -5])('of a resolution of %d are refused', async (resolution) => {
    const { errors } = await as(ann).graphql(
      'query ($id: ID!, $n: Int!) { workout(id: $id) { streams(resolution: $n) { lat } } }',
      {
        id: globalId(
          'Workout',
          (
            await record(ann, {
              points: [
                { lat: 1, lng: 1 },
                { lat: 1, lng: 1.1 },
              ],
            })
          ).workout,
        ),
        n: resolution,
      },
    );
    expect(errors).toMatchObject([
      { message: expect.stringContaining('between 2 and') as unknown, extensions: { code: 'INVALID' } },
    ]);
  });

  test('cost what they answer', async () => {
    const id = globalId('Workout', 1);
    const costly = Array.from(
      { length: 20 },
      (_, i) => `a${i}: streams(resolution: 10000) { lat lng elev heartRate cadence power speed }`,
    );
    const { errors } = await as(ann).graphql(`query ($id: ID!) { workout(id: $id) { ${costly.join(' ')} } }`, { id });
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
  });
});
