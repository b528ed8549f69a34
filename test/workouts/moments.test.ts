/** Timestamps are read in every form of ISO 8601, in every field that accepts one. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { encodings } from '../support/encodings.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

/*
 * Every field of every format that holds a moment takes the same shapes (decisions W8, N15);
 * `test/tracks/gpx-times.test.ts` has more of them.
 */
const service = await testService();
const { ann } = await cast(service);
let made = 0;
/** Another number each time: workouts that begin in one second differ in length. */
const different = () => 10 * (made += 1);

/** What a field made of a moment, milliseconds since 1970; null when it was refused by its name. */
type Read = number | null;

const refused = (answer: { status: number; text: string }, name: RegExp): null => {
  expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(name)]);
  return null;
};
const runDate = (answer: Answer, name: RegExp): Read =>
  answer.status === 201 ? Date.parse(`${String(answer.json()['run_date'])}Z`) : refused(answer, name);
const firstPoint = async (answer: Answer, name: RegExp): Promise<Read> => {
  if (answer.status !== 201) return refused(answer, name);
  const { data } = await as(ann).graphql<{ workout: { track: { time: string }[] } }>(
    'query ($id: ID!) { workout(id: $id) { track } }',
    { id: globalId('Workout', answer.json<{ id: number }>().id) },
  );
  return Date.parse(data?.workout.track[0]?.time ?? '');
};
const inFormat = (format: 'json' | 'xml' | 'yaml') => async (text: string) => {
  const { parcel } = encodings[format](workoutBody({ run_date: text, duration_in_seconds: different() }));
  return runDate(await as(ann).send('POST', '/workout/', parcel), /^run_date: must be an ISO 8601/);
};
/** A second point comes later, whatever the first is. */
const later = '2026-01-01T00:00:00Z';
const inPoint = (format: 'json' | 'xml' | 'yaml') => async (text: string) => {
  const points = [
    { lat: 47, lng: 8, time: text },
    { lat: 47.001, lng: 8, time: later },
  ];
  const answer = await as(ann).send('POST', '/workout/', encodings[format](workoutBody({ points })).parcel);
  return firstPoint(answer, /^points\[0\]\.time: must be an ISO 8601/);
};
const inTrackPoint = (attributes: string) => async (text: string) => {
  const gpx = makeGpx({ start: '1999-01-01T00:00:00Z', time: null, points: 2, stepMeters: different() })
    .replace('1999-01-01T00:00:00.000Z', text)
    .replace('1999-01-01T00:00:10.000Z', later)
    .replace('<trkpt ', `<trkpt ${attributes}`);
  return firstPoint(await as(ann).upload(gpx), /has time .*ISO 8601/);
};

const fields: Record<string, (text: string) => Promise<Read>> = {
  'run_date in JSON': inFormat('json'),
  'run_date in XML': inFormat('xml'),
  'run_date in YAML': inFormat('yaml'),
  'runDate in GraphQL': async (text) => {
    const answer = await as(ann).graphql<{ recordWorkout: { workout: { runDate: string } } }>(
      'mutation ($i: RecordWorkoutInput!) { recordWorkout(input: $i) { workout { runDate } } }',
      { i: { title: 'x', runDate: text, runType: 'RACE', durationInSeconds: different() } },
    );
    if (answer.data) return Date.parse(answer.data.recordWorkout.workout.runDate);
    expect(answer.errors[0]?.message).toMatch(/ISO 8601/);
    return null;
  },
  'a point in JSON': inPoint('json'),
  'a point in XML': inPoint('xml'),
  'a point in YAML': inPoint('yaml'),
  'metadata/time': async (text) =>
    runDate(await as(ann).upload(makeGpx({ time: text, points: different() })), /^metadata\/time: must be an ISO 8601/),
  'trkpt/time': inTrackPoint(''),
  'trkpt/time of a point that is not plain': inTrackPoint('id="1" '),
};

describe.each(Object.entries(fields))('%s', (_, read) => {
  test.each([
    ['20120501T102030Z', '2012-05-01T10:20:30Z'],
    ['20120502T1020', '2012-05-02T10:20:00Z'],
    ['2012-05-03t10:20:30z', '2012-05-03T10:20:30Z'],
    ['2012-05-04T10Z', '2012-05-04T10:00:00Z'],
    ['20120505T10+02', '2012-05-05T08:00:00Z'],
    ['2012-05-06T24:00:00Z', '2012-05-07T00:00:00Z'],
    ['20120508T240000+0200', '2012-05-08T22:00:00Z'],
    ['2015-06-30T23:59:60Z', '2015-07-01T00:00:00Z'],
    ['20160229T235960,5Z', '2016-03-01T00:00:00.500Z'],
    ['2012-05-11T10:20:30,25-0930', '2012-05-11T19:50:30.250Z'],
    ['2012-05-12 10:20:30.123456789', '2012-05-12T10:20:30.123Z'],
  ])('accepts %s', async (text, utc) => {
    expect(await read(text)).toBe(Date.parse(utc));
  });

  test.each(['2012-05-01', '20120501', '2012-05-01T24:00:01Z', '20120532T10Z', '2012-05-01T10:60Z', 'now'])(
    'refuses %s',
    async (text) => {
      expect(await read(text)).toBeNull();
    },
  );
});
