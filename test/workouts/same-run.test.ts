/** The same run does not come in twice, in whichever format and from whichever program it comes first (decisions R2). */
import { describe, expect, test } from '@jest/globals';
import { fitFile, fitRecord, tcx, tcxActivity, tcxLap, tcxPoint } from '@runners/recordings/samples';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const people = Object.values(await cast(service));
const start = Date.UTC(2024, 4, 1, 6);

/** Where and when a program has the points of a run of ten minutes: every `step` seconds, so late, and so far to the east. */
interface Recorded {
  step?: number;
  late?: number;
  east?: number;
  count?: number;
}
const seconds = ({ step = 5, count = 120 }: Recorded) => Array.from({ length: (count * 5) / step }, (_, i) => i * step);

const formats = {
  gpx: ({ late = 0, east = 0, ...rest }: Recorded = {}) => {
    const points = seconds(rest).map((second) => {
      const time = new Date(start + (second + late) * 1000).toISOString();
      return `<trkpt lat="${(47 + second * 0.00003).toFixed(7)}" lon="${(8 + east / 76_000).toFixed(7)}"><time>${time}</time></trkpt>`;
    });
    return `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="t"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`;
  },
  fit: (recorded: Recorded = {}) => fitFile(seconds(recorded).map((second) => fitRecord(second))),
  tcx: (recorded: Recorded = {}) => {
    const points = seconds(recorded)
      .map((second) => tcxPoint(second))
      .join('');
    return tcx(`<Activities>${tcxActivity(tcxLap(0, 600, 2000, [points]))}</Activities>`);
  },
} as const;

/** GPX with the time at which it was written, as many programs put it there. */
const written = (gpx: string) => gpx.replace('<trk>', '<metadata><time>2025-03-01T00:00:00Z</time></metadata><trk>');

/** What came of a file: `new`, or the workout that was there. */
async function importBy(person: (typeof people)[number], file: Buffer | string): Promise<unknown> {
  const { data, errors } = await as(person).graphql<{ importRecording: { workout: { databaseId: number } } | null }>(
    'mutation ($input: ImportRecordingInput!) { importRecording(input: $input) { workout { databaseId } } }',
    { input: { recording: Buffer.from(file).toString('base64') } },
  );
  const { code = '', existing = null } = (errors[0]?.extensions ?? {}) as { code?: string; existing?: unknown };
  return data?.importRecording?.workout.databaseId ?? [code, existing];
}
const clear = async (person: (typeof people)[number], id: number) => {
  await as(person).graphql('mutation ($id: ID!) { deleteWorkout(input: { id: $id }) { deletedId } }', {
    id: globalId('Workout', id),
  });
};

const [ann] = people as [(typeof people)[number]];

describe('a second recording', () => {
  const same: [string, Buffer | string, Buffer | string][] = Object.entries(formats).flatMap(([first, one]) =>
    Object.entries(formats).map(
      ([second, other]) =>
        [`${second} after ${first}`, one(), other({ step: 4 })] as [string, Buffer | string, Buffer | string],
    ),
  );
  test.each<[string, Buffer | string, Buffer | string]>([
    ...same,
    [
      'of another device that was started later, 20 m to the side',
      formats.fit(),
      formats.gpx({ late: 2, east: 20, count: 110 }),
    ],
    ['with a point a minute', formats.gpx(), formats.gpx({ step: 60 })],
    ['in FIT after a GPX file that was written much later', written(formats.gpx()), formats.fit({ step: 4 })],
    ['in a GPX file that was written much later', formats.tcx(), written(formats.gpx({ step: 4 }))],
    ['of a part of it', formats.fit(), formats.gpx({ count: 40, late: 1 })],
  ])('of the same run is a duplicate that names the first: %s', async (_what, one, other) => {
    const id = (await importBy(ann, one)) as number;
    expect(await importBy(ann, other)).toEqual(['WORKOUT_EXISTS', globalId('Workout', id)]);
    await clear(ann, id);
  });

  test.each<[string, Buffer | string, Buffer | string]>([
    ['at the same time at another place', formats.fit(), formats.gpx({ east: 200, late: 1 })],
    ['at the same place an hour later', formats.fit(), formats.gpx({ late: 3600 })],
    ['of which a small part was there', formats.fit({ count: 40 }), formats.gpx({ late: 1 })],
  ])('is another run %s', async (_what, one, other) => {
    const ids = [(await importBy(ann, one)) as number, (await importBy(ann, other)) as number];
    expect(ids).toEqual([expect.any(Number), expect.any(Number)]);
    for (const id of ids) await clear(ann, id);
  });

  test('of another runner is a run of its own', async () => {
    const ids = [await importBy(people[0]!, formats.fit()), await importBy(people[1]!, formats.tcx())];
    expect(ids).toEqual([expect.any(Number), expect.any(Number)]);
    await clear(people[0]!, ids[0] as number);
  });
});

test('a GPX file that says when it was written is dated by its points, and over REST by what it says', async () => {
  const dates = async () => {
    const [row] = await service.sql('select id, run_date from workout where user_id = ?', [ann.id]);
    await clear(ann, Number(row?.['id']));
    return new Date(String(row?.['run_date'])).toISOString();
  };
  await importBy(ann, written(formats.gpx()));
  expect(await dates()).toBe('2024-05-01T06:00:00.000Z');
  expect((await as(ann).upload(written(formats.gpx()))).status).toBe(201);
  expect(await dates()).toBe('2025-03-01T00:00:00.000Z');
});

test('of recordings in several formats that come at once, one is stored', async () => {
  const all = [formats.gpx({ late: 1 }), formats.fit(), formats.tcx(), formats.gpx({ late: 2, step: 4 })];
  const found = await Promise.all(all.map((file) => importBy(ann, file)));
  const stored = found.filter((one) => typeof one === 'number');
  expect(stored).toHaveLength(1);
  expect(found.filter((one) => typeof one !== 'number')).toEqual(
    Array.from({ length: 3 }, () => ['WORKOUT_EXISTS', globalId('Workout', stored[0] as number)]),
  );
});
