/** A recording of 250,000 points with sensors goes in and comes out whole. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { storeOriginals } from '../../src/domain/workouts/originals/store-originals.ts';
import { readGpx } from '@runners/recordings';
import { MAX_POINTS } from '../../src/domain/tracks/workout-file.ts';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { gpxOf, plain } from '@runners/recordings/samples';

const service = await testService();
const { ann } = await cast(service);
const start = Date.UTC(2024, 2, 1);
const file = Buffer.from(
  gpxOf(
    Array.from({ length: MAX_POINTS }, (_, i) => {
      const time = new Date(start + i * 1000).toISOString().replace('.000', '');
      const latitude = (47 + i * 2e-5).toFixed(5);
      return `<trkpt lat="${latitude}" lon="8"><time>${time}</time><extensions><hr>${100 + (i % 80)}</hr></extensions></trkpt>`;
    }).join(''),
  ),
);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const fetched = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('the longest recording is stored with its sensors and its file, and read in every form', async () => {
  const answer = await as(ann).upload(file);
  expect(answer.status).toBe(201);
  const { data, errors } = await as(ann).graphql<{
    workout: {
      original: { url: string; sha256: string };
      gpxUrl: string;
      distanceInMeters: number;
      durationInSeconds: number;
      sensors: { heartRate: { average: number; max: number } };
      streams: { distanceInMeters: number[]; timeInSeconds: number[]; heartRate: number[] };
      splits: { distanceInMeters: number; durationInSeconds: number; averageHeartRate: number }[];
    };
  }>(
    `query ($id: ID!) { workout(id: $id) { original { url sha256 } gpxUrl distanceInMeters durationInSeconds
       sensors { heartRate { average max } }
       streams(resolution: 1000) { distanceInMeters timeInSeconds heartRate }
       splits(unit: KILOMETER) { distanceInMeters durationInSeconds averageHeartRate } } }`,
    { id: globalId('Workout', answer.json<{ id: number }>().id) },
  );
  expect(errors).toEqual([]);
  const workout = data?.workout;
  if (!workout) throw new Error('there is no workout');
  const { original, streams, splits, sensors } = workout;
  expect(original.sha256).toBe(sha256(file));
  expect(sha256(await fetched(original.url))).toBe(sha256(file));
  expect(await storeOriginals(service.processContext)).toBe(1);
  expect(sha256(await fetched(original.url))).toBe(sha256(file));

  expect(sensors.heartRate).toEqual({ average: 139.5, max: 179 });
  expect([streams.distanceInMeters.length, streams.timeInSeconds.length, streams.heartRate.length]).toEqual([
    1000, 1000, 1000,
  ]);
  expect(streams.timeInSeconds.at(-1)).toBe(MAX_POINTS - 1);
  expect(streams.distanceInMeters.at(-1)).toBeCloseTo(workout.distanceInMeters, 1);
  expect(splits).toHaveLength(Math.ceil(workout.distanceInMeters / 1000));
  const seconds = splits.reduce((sum, { durationInSeconds }) => sum + durationInSeconds, 0);
  expect(Math.abs(seconds - workout.durationInSeconds)).toBeLessThan(5);
  expect(splits.every(({ averageHeartRate: beats }) => beats > 130 && beats < 150)).toBe(true);

  const exported = readGpx(await fetched(workout.gpxUrl)).track;
  const sent = readGpx(file).track;
  expect(sent.sensors?.heartRate).toHaveLength(MAX_POINTS);
  expect(sha256(Buffer.from(JSON.stringify(plain(exported))))).toBe(sha256(Buffer.from(JSON.stringify(plain(sent)))));
}, 300_000);
