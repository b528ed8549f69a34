/** Recordings of devices come in by `importRecording`, in any format: as they are, or through an upload URL. */
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  fitFile,
  fitMessage,
  fitRecord,
  fitRun,
  fitSession,
  fitStart,
  gpxOf,
  tcx,
  tcxActivity,
  tcxLap,
  tcxPoint,
  tcxRun,
  u32,
  u8,
} from '@runners/recordings/samples';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const fields = `databaseId title postBody runDate runType sourceType privacy durationInSeconds distanceInMeters uploadFormat
  trackUrl sensors { heartRate { average max } } original { url sizeInBytes }`;

interface Imported {
  workout: Mapping & { databaseId: number; original: { url: string; sizeInBytes: number } | null };
  originalKept: boolean;
  activities: {
    isNew: boolean;
    reason: string | null;
    workout: { databaseId: number; sourceType: string | null } | null;
  }[];
}
const importBy = async (person: Person, input: Mapping) => {
  const { data, errors } = await as(person).graphql<{ importRecording: Imported | null }>(
    `mutation ($input: ImportRecordingInput!) { importRecording(input: $input) {
      workout { ${fields} } originalKept activities { isNew reason workout { databaseId sourceType } } } }`,
    { input },
  );
  return { imported: data?.importRecording ?? null, errors };
};
const sent = (file: Buffer | string, more: Mapping = {}) => ({
  recording: Buffer.from(file).toString('base64'),
  ...more,
});
const imported = async (person: Person, file: Buffer | string, more: Mapping = {}): Promise<Imported> => {
  const { imported: found, errors } = await importBy(person, sent(file, more));
  expect(errors).toEqual([]);
  return found as Imported;
};

let days = 0;
/** A day of its own for each run, since the same run does not come in twice. */
const nextDay = () => (days += 1) * 86_400;
const records = (day: number, count = 5) => Array.from({ length: count }, (_, i) => fitRecord(day + i * 3));
const treadmill = (day: number) => {
  const beats = [0, 30, 60].map((second) =>
    fitMessage(20, [
      [253, u32(fitStart + day + second)],
      [3, u8(150 + second)],
    ]),
  );
  return fitFile([...beats, fitSession(day, 61, 180, 1, 1)]);
};
const ride = (day: number) => fitFile([...records(day), fitSession(day, 12, 40, 2)]);

describe('each format', () => {
  test.each<[string, Buffer | string, string, string]>([
    ['FIT', fitRun(), 'FIT', 'running'],
    ['TCX', tcxRun().replaceAll('2024-05-01', '2023-05-01'), 'TCX', 'Running'],
  ])(
    '%s becomes a workout with what was measured, and is kept as it was',
    async (_what, file, uploadFormat, sourceType) => {
      const { workout, originalKept, activities } = await imported(ann, file);
      expect(workout).toMatchObject({
        title: 'Running',
        runType: 'ENDURANCE',
        sourceType,
        privacy: 'PUBLIC',
        durationInSeconds: 60,
        uploadFormat,
        sensors: { heartRate: { max: 130 } },
      });
      expect(workout['distanceInMeters']).toBeCloseTo(200.15, 1);
      expect([originalKept, activities]).toEqual([
        true,
        [{ isNew: true, reason: null, workout: { databaseId: workout.databaseId, sourceType } }],
      ]);
      const original = await fetch(workout.original!.url);
      expect(original.headers.get('Content-Disposition')).toBe(
        `attachment; filename="run-${workout.databaseId}.${uploadFormat.toLowerCase()}"`,
      );
      expect(Buffer.from(await original.arrayBuffer())).toEqual(Buffer.from(file));
      // The contract of REST has two sources.
      expect((await as(ann).get(`/workout/${workout.databaseId}/`)).json()['source']).toBe('gpx');
    },
  );

  test('GPX in a gzip file is the workout of importGpx, and is kept unpacked', async () => {
    const day = new Date((fitStart + 631_065_600 + nextDay()) * 1000).toISOString().slice(0, 10);
    const gpx = gpxOf(
      [0, 9].map((i) => `<trkpt lat="47.00${i}" lon="8"><time>${day}T06:0${i}:00Z</time></trkpt>`).join(''),
    );
    const { workout } = await imported(ann, gzipSync(gpx));
    expect(workout).toMatchObject({
      uploadFormat: 'GPX',
      durationInSeconds: 540,
      original: { sizeInBytes: gpx.length },
    });
  });
});

test('what is given takes precedence', async () => {
  const given = { title: 'Mine', postBody: 'My text', runType: 'RACE', privacy: 'PRIVATE' };
  expect((await imported(ann, ride(nextDay()), given)).workout).toMatchObject({ ...given, sourceType: 'cycling' });
});

test('a sport is a title that is not too long, however it is spelt', async () => {
  const file = tcx(
    `<Activities>${tcxActivity(tcxLap(0, 60, 100, []), `\u00DF${'x'.repeat(300)}`, nextDay())}</Activities>`,
  );
  const title = String((await imported(ann, file)).workout['title']);
  expect([title.slice(0, 3), title.length]).toEqual(['SSx', 200]);
});

test('a run on a treadmill is a workout without a track', async () => {
  const { workout } = await imported(ann, treadmill(nextDay()));
  expect(workout).toMatchObject({
    runType: 'INDOOR',
    sourceType: 'treadmill',
    durationInSeconds: 61,
    distanceInMeters: 180,
    trackUrl: null,
    sensors: { heartRate: { average: 195, max: 210 } },
  });
});

describe('what is no run', () => {
  test('comes in with its sport', async () => {
    expect((await imported(ann, ride(nextDay()))).workout).toMatchObject({
      title: 'Cycling',
      runType: 'ENDURANCE',
      sourceType: 'cycling',
    });
  });

  test('is refused if the caller wants only runs', async () => {
    const { imported: none, errors } = await importBy(ann, sent(ride(nextDay()), { onlyRuns: true }));
    expect(none).toBeNull();
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fieldCodes: { onlyRuns: 'NOT_POSSIBLE' } });
    expect(errors[0]?.message).toContain('the recording is of cycling, which is no run');
  });

  test('is left out of a file with several activities, whose runs come in', async () => {
    const day = nextDay();
    const file = fitFile([
      ...records(day),
      ...records(day + 900),
      fitSession(day, 12, 40, 2),
      fitSession(day + 900, 12, 40),
    ]);
    const { workout, originalKept, activities } = await imported(ann, file, { onlyRuns: true });
    expect(activities.map(({ isNew, reason }) => [isNew, reason === null])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(originalKept).toBe(true);
    const again = await importBy(ann, sent(file, { onlyRuns: true }));
    expect(again.errors[0]?.extensions.code).toBe('WORKOUT_EXISTS');
    const all = await imported(ann, file);
    expect(all.activities[1]).toMatchObject({ isNew: false, workout: { databaseId: workout.databaseId } });
  });
});

test('the same file again is a duplicate that names the first', async () => {
  const file = treadmill(nextDay());
  const { workout } = await imported(ann, file);
  const { errors } = await importBy(ann, sent(file));
  expect(errors[0]?.extensions).toMatchObject({
    code: 'WORKOUT_EXISTS',
    existing: globalId('Workout', workout.databaseId),
  });
});

test.each<[string, Buffer | string, string, RegExp]>([
  [
    'a course',
    tcx(`<Courses><Course><Track>${tcxPoint(0)}</Track></Course></Courses>`),
    'MALFORMED',
    /it is a course to follow/,
  ],
  ['what is no recording', 'hello', 'MALFORMED', /neither GPX nor TCX nor FIT/],
  ['a gzip file that is cut off', gzipSync(fitRun()).subarray(0, 30), 'MALFORMED', /cannot be unpacked/],
  ['a gzip file in a gzip file', gzipSync(gzipSync(fitRun())), 'MALFORMED', /neither GPX nor TCX nor FIT/],
  ['a gzip file that grows without end', gzipSync(Buffer.alloc(33 * 1024 * 1024)), 'TOO_LARGE', /grows beyond/],
  [
    'a run without a beginning',
    tcx(`<Activities>${tcxActivity(tcxLap(0, 60, 100, [])).replace(/<Id>.*<\/Id>/, '')}</Activities>`),
    'INVALID',
    /must say when it began/,
  ],
  ['a run of the year 2100', fitFile([fitSession(2_500_000_000, 60, 100)]), 'INVALID', /must not be in the future/],
])('%s is refused with a sentence', async (_what, file, code, sentence) => {
  const { imported: none, errors } = await importBy(ann, sent(file));
  expect(none).toBeNull();
  expect(errors[0]?.extensions.code).toBe(code);
  expect(errors[0]?.message).toMatch(sentence);
});

describe('an upload', () => {
  interface Upload {
    uploadId: string;
    uploadUrl: string;
  }
  afterEach(() => service.clock.set(null));
  const prepare = async () => {
    const { data } = await as(ann).graphql<{ prepareRecordingUpload: { upload: Upload } }>(
      'mutation { prepareRecordingUpload { upload { uploadId uploadUrl expiresDate } } }',
    );
    return data?.prepareRecordingUpload.upload as Upload;
  };
  const put = async (url: string, file: Buffer) =>
    (await fetch(url, { method: 'PUT', body: new Uint8Array(file) })).status;

  test('comes in when its file was sent', async () => {
    const { uploadId, uploadUrl } = await prepare();
    expect((await importBy(ann, { uploadId })).errors[0]?.message).toContain('nothing has been uploaded to it yet');
    const file = treadmill(nextDay());
    expect([await put(uploadUrl, file), await put(uploadUrl, file), await put(uploadUrl, fitRun())]).toEqual([
      204, 204, 400,
    ]);
    expect((await importBy(bob, { uploadId })).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await importBy(ann, { uploadId })).imported?.workout).toMatchObject({ sourceType: 'treadmill' });
  });

  test('is refused when its time is over, or with another signature', async () => {
    const { uploadUrl } = await prepare();
    expect(await put(`${uploadUrl}0`, fitRun())).toBe(404);
    service.clock.set(new Date(Date.now() + 16 * 60_000));
    expect(await put(uploadUrl, fitRun())).toBe(404);
  });

  test('is read when it is its turn, and not while it waits for one', async () => {
    const { uploads } = service.processContext.capacity;
    const { uploadId, uploadUrl } = await prepare();
    expect(await put(uploadUrl, treadmill(nextDay()))).toBe(204);
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const others: Promise<void>[] = [];
    while (uploads.waiting() === 0)
      others.push(uploads.run({ person: `${others.length}`, address: '192.0.2.1' }, () => ended));
    const answer = importBy(ann, { uploadId });
    while (uploads.waiting() === 1) await pause(5);
    await service.sql('delete from recording_upload where id = ?', [uploadId]);
    end();
    await Promise.all(others);
    expect((await answer).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('is refused above the share of a person, however many are prepared at once, until some are over', async () => {
    const asks = () =>
      as(bob)
        .graphql<object>('mutation { prepareRecordingUpload { upload { uploadId } } }')
        .then(({ errors }) => errors[0]?.extensions.code);
    const codes = await Promise.all(Array.from({ length: 30 }, asks));
    expect(codes.filter((code) => code === undefined)).toHaveLength(20);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(10);
    // What is sent counts by its size, also when its time is over.
    const large = 32 * 1024 * 1024;
    await service.sql('update recording_upload set bytes = ? where user_id = ?', [large, bob.id]);
    service.clock.set(new Date(Date.now() + 16 * 60_000));
    expect(await asks()).toBe('RATE_LIMITED');
    await service.sql('update recording_upload set bytes = 1000 where user_id = ?', [bob.id]);
    expect(await asks()).toBeUndefined();
  });

  test.each<[string, Mapping]>([
    ['neither a file nor an upload', {}],
    ['both', { recording: '', uploadId: 'x' }],
  ])('is refused with %s', async (_what, input) => {
    expect((await importBy(ann, input)).errors[0]?.extensions.code).toBe('INVALID');
  });
});
