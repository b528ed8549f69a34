/**
 * A workout can be recorded over REST with JSON, XML or YAML.
 * Rows: `POST /workout/ (JSON)`.
 */
// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { encodings } from '../support/encodings.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

const service = await testService();
const { ann } = await cast(service);
const formats = ['json', 'xml', 'yaml'] as const;

const points = [
  { lat: 47.0, lng: 8.5, time: '2024-05-01T06:00:00Z', elev: 400 },
  { lat: 47.001, lng: 8.5, time: '2024-05-01T06:00:30Z', elev: 420 },
  { lat: 47.002, lng: 8.5, time: '2024-05-01T06:01:00Z', elev: 410 },
];

describe('POST /workout/ (JSON)', () => {
  test.each(formats)('stores a workout sent as %s, and answers 201 with it and its URL', async (format) => {
    const body = workoutBody({
      title: 'Über die Hügel 🏃 & <back>',
      post_body: 'A line\nand: another',
      run_date: '2024-03-01T07:00:00.5+01:00',
      run_type: 'Interval',
      duration_in_seconds: 1845 + formats.indexOf(format) * 10,
      distance_in_meters: '5045.678',
      privacy: 'friends',
    });
    const { parcel } = encodings[format](body);
    const answer = await as(ann).send('POST', `/workout/?format=${format}`, parcel);
    expect(answer.status).toBe(201);
    const workout = wireValue(answer) as Mapping;
    const { id, post } = workout;
    expect(answer.headers['location']).toBe(`${service.url}/api/v1/workout/${String(id)}/`);
    expect(workout).toEqual({
      id: expect.any(Number),
      resource_uri: `/api/v1/workout/${String(id)}/`,
      user: `/api/v1/user/${ann.id}/`,
      post: expect.stringMatching(/^\/api\/v1\/post\/\d+\/$/),
      source: 'json',
      title: body['title'],
      post_body: body['post_body'],
      run_date: '2024-03-01T06:00:00.500000',
      run_type: 'Interval',
      duration_in_seconds: body['duration_in_seconds'],
      distance_in_meters: '5045.68',
      route_points_data: '',
      static_map_url: null,
      privacy: 'friends',
    });
    expect((await as(ann).get(`/workout/${String(id)}/`)).json()).toEqual(workout);
    expect((await as(ann).sendTo('GET', String(post))).json()).toMatchObject({
      body: body['post_body'],
      author: { id: ann.id },
      workout: { id, title: body['title'], distance_in_meters: '5045.68' },
    });
  });

  test.each(formats)('accepts points sent as %s, also as texts', async (format) => {
    for (const [i, some] of [points, points.map(texts)].entries()) {
      const start = `2024-05-0${formats.indexOf(format) + 1}T0${i}:00:00Z`;
      const { parcel } = encodings[format](workoutBody({ run_date: start, points: some, duration_in_seconds: 77 }));
      const answer = await as(ann).send('POST', '/workout/', parcel);
      const workout = answer.json();
      expect([answer.status, workout['duration_in_seconds'], workout['distance_in_meters']]).toEqual([
        201,
        77,
        '5000.00',
      ]);
      expect(codec.decode(String(workout['route_points_data']))).toEqual([
        [47, 8.5],
        [47.002, 8.5],
      ]);
    }
  });

  test('measures the points if distance or duration is left out', async () => {
    const answer = await as(ann).post('/workout/', {
      ...workoutBody({ points, run_date: '2024-05-04T00:00:00Z' }),
      duration_in_seconds: undefined,
      distance_in_meters: undefined,
    });
    expect(answer.json()).toMatchObject({ duration_in_seconds: 60, distance_in_meters: '222.39' });
  });

  test('requires neither a distance nor a text, and is public by default', async () => {
    const answer = await as(ann).post('/workout/', workoutBody({ distance_in_meters: undefined }));
    expect(answer.json()).toMatchObject({ distance_in_meters: null, post_body: '', privacy: 'public' });
  });

  const nine = ['Endurance', 'Tempo', 'Slow', 'Interval', 'Group', 'Elevation', 'Race', 'Indoor', 'Beach'];
  test.each(nine)('accepts %s', async (run_type) => {
    expect((await as(ann).post('/workout/', workoutBody({ run_type }))).json()).toMatchObject({ run_type });
  });

  test.each(['public', 'friends', 'private'])('accepts privacy %s', async (privacy) => {
    expect((await as(ann).post('/workout/', workoutBody({ privacy }))).json()).toMatchObject({ privacy });
  });

  const moments: [sent: string, read: string][] = [
    ['2024-03-01T07:00:00Z', '2024-03-01T07:00:00.000000'],
    ['2024-03-01T07:00:01', '2024-03-01T07:00:01.000000'],
    ['2024-03-01T07:00:02.1', '2024-03-01T07:00:02.100000'],
    ['2024-03-01T07:00:03.123456', '2024-03-01T07:00:03.123456'],
    ['2024-03-01T07:00:04.123456789Z', '2024-03-01T07:00:04.123456'],
    ['2024-03-01T00:30:05+05:30', '2024-02-29T19:00:05.000000'],
    ['2024-12-31T23:00:06-08:00', '2025-01-01T07:00:06.000000'],
    ['2024-03-01T07:00:07+0100', '2024-03-01T06:00:07.000000'],
  ];
  test.each(moments)('reads run_date %s as %s', async (run_date, read) => {
    const answer = await as(ann).post('/workout/', workoutBody({ run_date }));
    expect([answer.status, answer.json()['run_date']]).toEqual([201, read]);
  });

  const decimals: [sent: unknown, read: string][] = [
    [0, '0.00'],
    [5000, '5000.00'],
    ['5000', '5000.00'],
    [1234.5, '1234.50'],
    ['1234.567', '1234.57'],
    ['1e3', '1000.00'],
    [0.1 + 0.2, '0.30'],
  ];
  test.each(decimals)('reads distance %j as %s', async (distance_in_meters, read) => {
    expect((await as(ann).post('/workout/', workoutBody({ distance_in_meters }))).json()['distance_in_meters']).toBe(
      read,
    );
  });

  const refused: [field: string, values: unknown[]][] = [
    ['title', [undefined, null, '', '  ', 'x'.repeat(201), 'a\u0000b', 'a\nb', ['a'], {}, '\udc00']],
    [
      'run_date',
      [undefined, null, '', 'yesterday', '2024-03-01', '2024-02-30T00:00:00Z', '2024-03-01T25:00:00Z', 1709276400],
    ],
    ['run_date', ['1899-12-31T00:00:00Z', '2999-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '2024-03-01T07:00:00+25:00']],
    ['run_type', [undefined, null, '', 'endurance', 'Running', '__proto__', 'constructor', 1, ['Race']]],
    ['duration_in_seconds', [undefined, null, -1, 1.5, 'long', '1e999', 1e12, true, [1], {}]],
    ['distance_in_meters', [-1, 'far', 'NaN', 'Infinity', '1e999', 1e12, true, [1], {}]],
    ['privacy', ['', 'everyone', 'Public', 1, ['public']]],
    ['post_body', ['x'.repeat(10_001), 'a\u0000b', ['a'], {}]],
    ['points', ['none', 5, true, { lat: 1, lng: 2 }]],
    ['points', [[1], [null], ['a'], [[47, 8]]]],
    ['points', [[{}], [{ lat: 91, lng: 0 }], [{ lat: 0, lng: 181 }], [{ lat: 'x', lng: 0 }], [{ lat: 47 }]]],
    ['points', [[{ lat: 47, lng: 8, time: 'then' }], [{ lat: 47, lng: 8, elev: 'high' }], [{ lat: '1e999', lng: 0 }]]],
  ];
  const cases = refused.flatMap(([field, values]) => values.map((value): [string, unknown] => [field, value]));
  test.each(cases)('refuses %s %j with its name', async (field, value) => {
    const answer = await as(ann).post('/workout/', workoutBody({ [field]: value }));
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(new RegExp(`^${field}(\\[\\d+\\](\\.\\w+)?)?: .+$`));
  });

  // The second one is what GraphQL's Int holds at most.
  test.each([31_536_001, 2 ** 31 - 1, 2 ** 31, 99_999_999_999, 1e300])(
    'a duration of %d seconds is too long',
    async (seconds) => {
      for (const format of formats)
        for (const value of [seconds, String(seconds)]) {
          const { parcel } = encodings[format](workoutBody({ duration_in_seconds: value }));
          const answer = await as(ann).send('POST', '/workout/', parcel);
          const said = 'duration_in_seconds: must be at most 31536000 seconds';
          expect([format, value, answer.status, answer.text]).toEqual([format, value, 400, said]);
        }
    },
  );

  test.each([-1, -(2 ** 31) - 1, -99_999_999_999])('a duration of %d seconds is negative', async (seconds) => {
    const answer = await as(ann).post('/workout/', workoutBody({ duration_in_seconds: seconds }));
    expect(answer.text).toBe('duration_in_seconds: must be a whole number of seconds, not negative');
  });

  test('stores nothing of a refused workout', async () => {
    const [before] = await service.sql('select count(*) as n from workout');
    for (const [field, value] of cases) await as(ann).post('/workout/', workoutBody({ [field]: value }));
    expect(await service.sql('select count(*) as n from workout')).toEqual([before]);
  });

  test('accepts the longest title and text, counted by Unicode characters, trimmed', async () => {
    const [title, post_body] = ['🏃'.repeat(200), '🏃'.repeat(10_000)];
    const answer = await as(ann).post('/workout/', workoutBody({ title: ` ${title}\t`, post_body: `\n${post_body} ` }));
    expect(answer.json()).toMatchObject({ title, post_body });
  });

  test('accepts 250,000 points and no more', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ lat: i / 1e5, lng: 0 }));
    const body = (count: number) => workoutBody({ points: many(count) });
    expect((await as(ann).post('/workout/', body(250_000))).status).toBe(201);
    const answer = await as(ann).post('/workout/', body(250_001));
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('250000')]);
  });
});

/** The same point, every value a text. */
function texts(point: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(point).map(([name, value]) => [name, String(value)]));
}
