/** Points as a list with types, and in the words of GPX; inputs of which exactly one field is given. */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann } = await cast(service);
let days = 0;

const shown = 'track trackPoints { lat lng time elev } distanceInMeters durationInSeconds source uploadFormat';
const recordWorkout = (more: Mapping) =>
  as(ann).graphql<{ recordWorkout: { workout: Mapping } }>(
    `mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { ${shown} } } }`,
    {
      input: {
        title: 'Run',
        runType: 'SLOW',
        runDate: new Date(Date.UTC(2024, 0, (days += 1))).toISOString(),
        durationInSeconds: 600,
        ...more,
      },
    },
  );

const points = [
  { lat: 47, lng: 8, time: '2024-03-01T07:00:00.000000Z', elev: 400.5 },
  { lat: 47.001, lng: 8 },
  { lat: 47.002, lng: 8, time: '2024-03-01T07:10:00.250000Z' },
];
const typed = points.map((point) => ({ time: null, elev: null, ...point }));

describe('points', () => {
  test.each<[what: string, input: Mapping]>([
    ['as the scalar', { points }],
    ['as a list with types', { trackPoints: points }],
    ['with nulls', { trackPoints: typed }],
    ['in the words of GPX', { points: points.map(({ lng, elev, ...point }) => ({ ...point, lon: lng, ele: elev })) }],
    [
      'in other forms of moments',
      {
        trackPoints: points.map((point) => ({
          ...point,
          ...(point.time ? { time: point.time.replace('Z', '+00:00') } : {}),
        })),
      },
    ],
  ])('%s are the same track', async (_what, input) => {
    const { data, errors } = await recordWorkout(input);
    expect(errors).toEqual([]);
    expect(data?.recordWorkout.workout).toMatchObject({
      track: points,
      trackPoints: typed,
      uploadFormat: 'JSON',
      source: 'json',
    });
  });

  test('a workout without points has none of either', async () => {
    const { data } = await recordWorkout({});
    expect(data?.recordWorkout.workout).toMatchObject({ track: null, trackPoints: null });
  });

  test.each<[what: string, input: Mapping, code: string, message: RegExp]>([
    ['both at once', { points, trackPoints: points }, 'INVALID', /^trackPoints: cannot be combined with `points`/],
    [
      'a latitude out of range',
      { trackPoints: [points[0], { lat: 91, lng: 8 }] },
      'INVALID',
      /^trackPoints\.1\.lat: must be between/,
    ],
    ['a point without a longitude', { trackPoints: [{ lat: 1 }] }, 'INVALID', /lng/],
    ['a word that is none', { trackPoints: [{ lat: 1, lng: 1, lon: 1 }] }, 'INVALID', /lon/],
    ['GPX words out of range', { points: [{ lat: 1, lon: 181 }] }, 'INVALID', /points\.0\.lon: must be between/],
    [
      'too many of them',
      { trackPoints: Array.from({ length: 10_001 }, () => ({ lat: 1, lng: 1 })) },
      'INVALID',
      /at most 10000/,
    ],
  ])('%s are refused by name', async (_what, input, code, message) => {
    const { errors } = await recordWorkout(input);
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }]);
  });

  test('thousands of them are read', async () => {
    const trackPoints = Array.from({ length: 5000 }, (_, i) => ({ lat: 47 + i / 1e5, lng: 8 }));
    const { errors } = await recordWorkout({ trackPoints });
    expect(errors).toEqual([]);
  });

  test('over REST, the words are those of the interface', async () => {
    const answer = await as(ann).post('/workout/', {
      title: 'Run',
      run_type: 'Slow',
      run_date: '2023-01-01T00:00:00Z',
      duration_in_seconds: 60,
      points: [{ lat: 1, lon: 1 }],
    });
    expect([answer.status, answer.text]).toEqual([400, 'points[0].lng: must be between -180 and 180']);
  });
});

test.each<[input: string]>([
  ['{}'],
  ['{ picture: "AAAA", uploadId: "x" }'],
  ['{ picture: "AAAA", uploadId: null }'],
  ['{ uploadId: null }'],
])('setProfilePicture refuses %s, since exactly one field is given', async (input) => {
  const { errors } = await as(ann).graphql(`mutation { setProfilePicture(input: ${input}) { __typename } }`);
  expect(errors[0]?.message).toMatch(/exactly one|must (be non-null|not be null)/i);
  const sent = JSON.parse(input.replaceAll(/(\w+):/g, '"$1":')) as Mapping;
  const { errors: byVariable } = await as(ann).graphql(
    'mutation ($input: SetProfilePictureInput!) { setProfilePicture(input: $input) { __typename } }',
    { input: sent },
  );
  expect(byVariable[0]?.message).toMatch(/exactly one|must (be non-null|not be null)/i);
});

describe('an error lists everything that is wrong with a workout', () => {
  const timed = points.map((point, at) => ({ ...point, time: `2024-03-01T07:0${at}:00Z` }));
  const untimed = points.map(({ lat, lng }) => ({ lat, lng }));
  const record = (input: Mapping) =>
    as(ann).graphql('mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { id } } }', {
      input: { title: 'Run', runType: 'SLOW', runDate: '2024-02-01T07:00:00Z', ...input },
    });
  const faults: [field: string, value: Mapping][] = [
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(300) }],
    ['runDate', { runDate: '2036-01-01T00:00:00Z' }],
    ['distanceInMeters', { distanceInMeters: -1 }],
  ];
  test.each(faults.flatMap(([field, value]) => ['points', 'trackPoints'].map((way) => [field, way, value] as const)))(
    '%s beside timed %s is the only fault, and beside untimed ones the duration is missing as well',
    async (field, way, value) => {
      for (const [sent, named] of [
        [timed, [field]],
        [untimed, ['durationInSeconds', field]],
      ] as const) {
        const { errors } = await record({ ...value, [way]: sent });
        expect(Object.keys((errors[0]?.extensions['fields'] as Mapping) ?? {}).sort()).toEqual([...named].sort());
      }
    },
  );

  test.each([
    ['SLOW', ['trackPoints.0.lat']],
    ['FASTT', ['runType']],
  ])('a wrong point is named before other values, and after the run type %s', async (runType, named) => {
    const { errors } = await record({ title: '', runType, trackPoints: [{ lat: 200, lng: 8 }], durationInSeconds: 5 });
    expect(Object.keys((errors[0]?.extensions['fields'] as Mapping) ?? {})).toEqual(named);
  });
});

test('values of sensors are read back as they were sent, those out of range without a word', async () => {
  const sent = points.map((point, at) => ({
    ...point,
    heartRate: 120 + at,
    cadence: at === 1 ? 1e9 : 85.5,
    speed: 3.25,
  }));
  const { data, errors } = await as(ann).graphql<{ recordWorkout: { workout: { trackPoints: Mapping[] } } }>(
    `mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout {
       trackPoints { lat heartRate cadence power temperature speed } } } }`,
    { input: { title: 'Run', runType: 'SLOW', runDate: '2024-02-02T07:00:00Z', trackPoints: sent } },
  );
  expect(errors).toEqual([]);
  const values = { power: null, temperature: null, speed: 3.25 };
  expect(data?.recordWorkout.workout.trackPoints).toEqual([
    { lat: 47, heartRate: 120, cadence: 85.5, ...values },
    { lat: 47.001, heartRate: 121, cadence: null, ...values },
    { lat: 47.002, heartRate: 122, cadence: 85.5, ...values },
  ]);
});
