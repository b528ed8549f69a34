/** Edits of a workout over GraphQL: which figures they change, what follows, and what is refused. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { join, newEvent, promote } from '../events/participation.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, dan } = await cast(service);

const fields = 'title postBody runType privacy runDate durationInSeconds distanceInMeters';
const edit = (person: Person, workout: number, changes: Mapping) =>
  as(person).graphql<{ editWorkout: { workout: Mapping } }>(
    `mutation ($input: EditWorkoutInput!) { editWorkout(input: $input) { workout { ${fields} } } }`,
    { input: { id: globalId('Workout', workout), ...changes } },
  );
const read = async (person: Person, workout: number) =>
  (
    await as(person).graphql<{ workout: Mapping }>(`query ($id: ID!) { workout(id: $id) { ${fields} } }`, {
      id: globalId('Workout', workout),
    })
  ).data?.workout;
const stats = async (person: Person) => (await as(person).get(`/stats/${person.id}/`)).json();

/** The names of the fields that were refused. */
const fieldsIn = (errors: { extensions: Mapping }[]) => Object.keys((errors[0]?.extensions['fields'] ?? {}) as object);

/** Points of which none has a time. */
const untimed = pointsFrom(47, 8).map(({ lat, lng }) => ({ lat, lng }));

describe('without points', () => {
  test('date, duration and distance can be corrected, and the rest stays', async () => {
    const { workout } = await record(ann, { title: 'Typo', post_body: 'Text', privacy: 'friends' });
    const before = await read(ann, workout);
    const changes = { runDate: '2023-05-06T07:08:09.000001Z', durationInSeconds: 3600, distanceInMeters: 12_345.67 };
    const { data, errors } = await edit(ann, workout, changes);
    expect(errors).toEqual([]);
    expect(data?.editWorkout.workout).toEqual({ ...before, ...changes });
    expect(await read(ann, workout)).toEqual({ ...before, ...changes });
  });

  test('stats and best times follow', async () => {
    const eve = await newPerson(service, 'Eve', 'Edits');
    const { workout } = await record(eve, { distance_in_meters: 5000, duration_in_seconds: 1500 });
    await edit(eve, workout, { runDate: '2023-01-02T00:00:00Z', durationInSeconds: 3000, distanceInMeters: 10_000 });
    expect(await stats(eve)).toMatchObject({
      total_distance_in_meters: 10_000,
      max_duration_in_seconds: 3000,
      latest_workout_date: '2023-01-02T00:00:00.000000',
      best_5k_duration_in_seconds: 1500,
      best_10k_duration_in_seconds: 3000,
    });
    const { errors } = await edit(eve, workout, { distanceInMeters: null });
    expect(errors).toEqual([]);
    expect(await stats(eve)).toMatchObject({ total_distance_in_meters: 0, best_5k_duration_in_seconds: null });
    expect(await read(eve, workout)).toMatchObject({ distanceInMeters: null, durationInSeconds: 3000 });
  });

  test('the miles of an event follow', async () => {
    const gus = await newPerson(service, 'Gus', 'Goals');
    await promote(service, dan);
    const event = await newEvent(dan, { startDate: '2024-01-01T00:00:00', endDate: '2099-02-01T00:00:00' });
    const part = await join(gus, event);
    const { workout } = await record(gus, { run_date: '2023-12-31T12:00:00Z', distance_in_meters: 1609.344 * 3 });
    const miles = async () =>
      (
        await as(gus).graphql<{ eventParticipant: { totalMilesLogged: number } }>(
          'query ($id: ID!) { eventParticipant(id: $id) { totalMilesLogged } }',
          { id: globalId('EventParticipant', part) },
        )
      ).data?.eventParticipant.totalMilesLogged;
    expect(await miles()).toBe(0);
    await edit(gus, workout, { runDate: '2024-01-01T12:00:00Z' });
    expect(await miles()).toBeCloseTo(3, 2);
    await edit(gus, workout, { distanceInMeters: 1609.344 });
    expect(await miles()).toBeCloseTo(1, 2);
  });
});

describe('what points decide', () => {
  const sentence = expect.stringContaining('replaceTrack');
  const figures = { runDate: '2023-05-06T07:08:09Z', durationInSeconds: 3600, distanceInMeters: 1 };
  test.each<[what: string, points: Mapping[], refused: string[]]>([
    ['points with times decide all three', pointsFrom(47, 8), ['runDate', 'durationInSeconds', 'distanceInMeters']],
    ['points without times decide the distance', untimed, ['distanceInMeters']],
  ])('%s', async (_what, points, refused) => {
    const { workout } = await record(ann, { points });
    const before = await read(ann, workout);
    const { errors } = await edit(ann, workout, { ...figures, title: 'Never stored' });
    const named = Object.fromEntries(refused.map((field) => [field, sentence]));
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID', fields: named } }]);
    expect(fieldsIn(errors)).toEqual(refused);
    expect(await read(ann, workout)).toEqual(before);
  });

  test('points without times leave the date and the duration to the runner', async () => {
    const hal = await newPerson(service, 'Hal', 'Hills');
    const { workout } = await record(hal, { points: untimed, duration_in_seconds: 1500, distance_in_meters: 5000 });
    const { errors } = await edit(hal, workout, { runDate: '2023-05-06T07:08:09Z', durationInSeconds: 2000 });
    expect(errors).toEqual([]);
    expect(await stats(hal)).toMatchObject({ max_duration_in_seconds: 2000, best_5k_duration_in_seconds: 2000 });
  });

  test('a date that is not that of the points is stored as sent, and can be mended', async () => {
    const lea = await newPerson(service, 'Lea', 'Late');
    const points = pointsFrom(47, 8);
    const began = points[0]?.['time'] as string;
    const { workout } = await record(lea, { points, run_date: '2020-01-01T06:00:00Z' });
    expect((await as(lea).get(`/workout/${workout}/`)).json()['run_date']).toMatch(/^2020-01-01/);
    const input = { title: 'x', runDate: '2020-02-02T06:00:00Z', runType: 'RACE', durationInSeconds: 99, points };
    const recorded = await as(lea).graphql<{ recordWorkout: { workout: { runDate: string } } }>(
      'mutation($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { runDate } } }',
      { input },
    );
    expect(recorded.data?.recordWorkout.workout.runDate).toMatch(/^2020-02-02/);
    const before = await stats(lea);
    expect((await edit(lea, workout, { runDate: '2020-03-03T06:00:00Z' })).errors).toHaveLength(1);
    expect((await edit(lea, workout, { runDate: began })).errors).toEqual([]);
    expect(Date.parse((await read(lea, workout))?.['runDate'] as string)).toBe(Date.parse(began));
    expect(await stats(lea)).toMatchObject({ best_mile_duration_in_seconds: before['best_mile_duration_in_seconds'] });
  });

  test('a form that sends the same figures again is not refused', async () => {
    const { id } = (await as(ann).upload(makeGpx({ start: '2022-02-02T06:00:00Z' }))).json<{ id: number }>();
    const { runDate, durationInSeconds, distanceInMeters } = (await read(ann, id)) ?? {};
    const { data, errors } = await edit(ann, id, { runDate, durationInSeconds, distanceInMeters, title: 'Renamed' });
    expect(errors).toEqual([]);
    expect(data?.editWorkout.workout).toMatchObject({ title: 'Renamed', runDate, distanceInMeters });
  });
});

describe('duplicates', () => {
  const first = { run_date: '2021-03-04T05:06:07Z', distance_in_meters: 5000, duration_in_seconds: 1500 };

  test.each<[what: string, recorded: Mapping, changes: Mapping]>([
    ['its date', { ...first, run_date: '2021-03-04T05:06:08Z' }, { runDate: '2021-03-04T05:06:07.9Z' }],
    ['its distance', { ...first, distance_in_meters: 6000 }, { distanceInMeters: 5001 }],
    ['its duration', { ...first, duration_in_seconds: 1600 }, { durationInSeconds: 1501 }],
  ])('an edit of %s that makes one is refused with the original', async (what, recorded, changes) => {
    const ida = await newPerson(service, 'Ida', what.slice(4));
    const original = await record(ida, first);
    const { workout } = await record(ida, recorded);
    const before = await read(ida, workout);
    const { errors } = await edit(ida, workout, changes);
    expect(errors).toMatchObject([
      { extensions: { code: 'WORKOUT_EXISTS', existing: globalId('Workout', original.workout) } },
    ]);
    expect(await read(ida, workout)).toEqual(before);
  });

  test('different workouts may begin in one second, and two edits to it at once both have their place', async () => {
    const jon = await newPerson(service, 'Jon', 'Joint');
    const made = [];
    for (const n of [1, 2, 3, 4]) made.push((await record(jon, { distance_in_meters: 1000 * n })).workout);
    const answers = await Promise.all([
      ...made.map((workout) => edit(jon, workout, { runDate: '2020-02-02T02:02:02Z' })),
      record(jon, { run_date: '2020-02-02T02:02:02Z', distance_in_meters: 9000 }),
    ]);
    expect(answers.flatMap((answer) => ('errors' in answer ? answer.errors : []))).toEqual([]);
    const dates = await Promise.all(made.map(async (workout) => (await read(jon, workout))?.['runDate']));
    expect(new Set(dates)).toEqual(new Set(['2020-02-02T02:02:02.000000Z']));
    expect(await stats(jon)).toMatchObject({ total_distance_in_meters: 19_000 });
  });

  test('an edit and an upload that are equal are stored once, whichever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const kim = await newPerson(service, 'Kim', `Kind${round}`);
      const { workout } = await record(kim);
      const same = { run_date: '2021-01-01T00:00:00Z', distance_in_meters: 7000, duration_in_seconds: 2000 };
      await Promise.allSettled([
        edit(kim, workout, { runDate: '2021-01-01T00:00:00Z', distanceInMeters: 7000, durationInSeconds: 2000 }),
        record(kim, same),
      ]);
      const list = (await as(kim).get('/workout/')).json<Mapping[]>();
      expect(list.filter(({ run_date }) => String(run_date).startsWith('2021-01-01'))).toHaveLength(1);
    }
  });
});

describe('null and invalid values', () => {
  test('null empties the text and the distance, and all that cannot be empty is named at once', async () => {
    const { workout } = await record(ann, { post_body: 'Text' });
    expect(
      (await edit(ann, workout, { postBody: null, distanceInMeters: null })).data?.editWorkout.workout,
    ).toMatchObject({
      postBody: '',
      distanceInMeters: null,
    });
    const filled = ['title', 'runType', 'privacy', 'runDate', 'durationInSeconds'];
    const { errors } = await edit(ann, workout, Object.fromEntries(filled.map((name) => [name, null])));
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
    expect(fieldsIn(errors).sort()).toEqual(filled.sort());
  });

  test('an error lists all faults', async () => {
    const { workout } = await record(ann);
    const wrong = { title: ' ', runDate: '2999-01-01T00:00:00Z', durationInSeconds: -1, distanceInMeters: -1 };
    const { errors } = await edit(ann, workout, wrong);
    expect(fieldsIn(errors).sort()).toEqual(Object.keys(wrong).sort());
  });

  test('others are refused', async () => {
    const { workout } = await record(ann);
    const { errors } = await edit(bob, workout, { durationInSeconds: 1 });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_YOURS' } }]);
  });
});
