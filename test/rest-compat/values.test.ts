/** Spellings of values that old apps send, in each format: enumerations, decimals, booleans, moments and links (decisions P9, P21, P22). */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

interface Format {
  type: string;
  write: (fields: Record<string, string>) => string;
}

/** Each format writes all values as texts, with the white space that is in them. */
const formats: Record<string, Format> = {
  json: { type: 'application/json', write: (fields) => JSON.stringify(fields) },
  xml: {
    type: 'application/xml',
    write: (fields) =>
      `<object>${Object.entries(fields)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join('')}</object>`,
  },
  yaml: {
    type: 'text/yaml',
    write: (fields) =>
      Object.entries(fields)
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
        .join(''),
  },
  form: { type: 'application/x-www-form-urlencoded', write: (fields) => new URLSearchParams(fields).toString() },
};

const send = (method: string, path: string, format: string, fields: Record<string, string>) => {
  const { type, write } = formats[format] as Format;
  return as(ann).send(method, path, { headers: { 'Content-Type': type }, body: write(fields) });
};

describe.each(Object.keys(formats))('in %s', (format) => {
  test.each([
    ['/profile/', 'gender', '\n  F\n', 'F'],
    ['/profile/', 'weight_unit', ' kilograms\t', 'kilograms'],
    ['/preferences/', 'distance', '\r\n kilometers ', 'kilometers'],
    ['/preferences/', 'elevation', ' feet', 'feet'],
    ['/preferences/', 'timezone', '\n  Europe/Zurich\n', 'Europe/Zurich'],
    ['/profile/', 'birth_date', '\n 1990-01-02\t', '1990-01-02'],
    ['/profile/', 'weight', '\n 70.5 ', '70.50'],
  ])('white space around the word of %s %s is ignored', async (path, field, sent, stored) => {
    expect((await send('PATCH', `${path}${ann.id}/`, format, { [field]: sent })).status).toBe(202);
    expect((await as(ann).get(`${path}${ann.id}/`)).json()).toMatchObject({ [field]: stored });
  });

  test.each([
    ['yes', true],
    ['No', false],
    ['ON', true],
    ['off', false],
    ['True', true],
    ['0', false],
  ])('the boolean %s is %s', async (sent, stored) => {
    const path = `/preferences/${ann.id}/`;
    await as(ann).patch(path, { weekly_email_report: !stored });
    expect((await send('PATCH', path, format, { weekly_email_report: sent })).status).toBe(202);
    expect((await as(ann).get(path)).json()).toMatchObject({ weekly_email_report: stored });
  });

  test.each([
    ['1.015', '1.02'],
    ['8.575', '8.58'],
    ['71.005', '71.01'],
    ['71.0049999', '71.00'],
    ['0.005', '0.01'],
    ['1e2', '100.00'],
    ['1.0149999999999999999', '1.01'],
    ['123.00500000000000000001', '123.01'],
  ])('the decimal %s is stored as %s', async (sent, stored) => {
    expect((await send('PATCH', `/profile/${ann.id}/`, format, { weight: sent })).status).toBe(202);
    expect((await as(ann).get(`/profile/${ann.id}/`)).json()).toMatchObject({ weight: stored });
  });

  test.each(['0', '0.001', '0.0049', '0.00499999999999999999', '2000', '1999.999'])(
    'the weight %s is refused by name',
    async (weight) => {
      const answer = await send('PATCH', `/profile/${ann.id}/`, format, { weight });
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/^weight: /)]);
    },
  );
});

test.each(['json', 'xml', 'yaml'])('white space around the words of a workout is ignored in %s', async (format) => {
  const padded = { run_type: '\n  Tempo\n', privacy: '\t friends ', duration_in_seconds: ' 600 ' };
  const fields = { title: ' R ', run_date: ' 2020-01-01T00:00:00Z\n', ...padded, distance_in_meters: '\n2000' };
  const answer = await send('POST', '/workout/', format, fields);
  const stored = { title: 'R', run_type: 'Tempo', privacy: 'friends', run_date: '2020-01-01T00:00:00.000000' };
  expect([answer.status, answer.json()]).toEqual([201, expect.objectContaining(stored)]);
  await service.sql('delete from workout where user_id = ?', [ann.id]);
});

test.each([
  ['39999999.995', '40000000.00'],
  ['1234.565', '1234.57'],
  ['0.125', '0.13'],
])('a distance of %s meters is rounded from its text, over both interfaces', async (sent, stored) => {
  const fields = { title: 'R', run_date: `2026-01-01T00:00:00Z`, run_type: 'Slow', duration_in_seconds: 600 };
  const answer = await as(ann).post('/workout/', { ...fields, distance_in_meters: sent });
  const { data } = await as(ann).graphql<{ recordWorkout: { workout: { distanceInMeters: string } } }>(
    `mutation ($d: Float) { recordWorkout(input: { title: "R", runDate: "2026-01-02T00:00:00Z", runType: SLOW,
       durationInSeconds: 600, distanceInMeters: $d }) { workout { distanceInMeters } } }`,
    { d: Number(sent) },
  );
  expect(answer.json()).toMatchObject({ distance_in_meters: stored });
  expect(data?.recordWorkout?.workout.distanceInMeters).toBe(Number(stored));
  await service.sql('delete from workout where user_id = ?', [ann.id]);
});

test.each([
  ['2012-W20-1T10:00:00Z', '2012-05-14T10:00:00.000000'],
  ['2012W201T110000Z', '2012-05-14T11:00:00.000000'],
  ['2012-136T10:00:00+02:00', '2012-05-15T08:00:00.000000'],
  ['2012136T10Z', '2012-05-15T10:00:00.000000'],
  ['2020-W53-7T00:00:00Z', '2021-01-03T00:00:00.000000'],
  ['2012-366T24:00:00Z', '2013-01-01T00:00:00.000000'],
])('the moment %s is %s', async (sent, stored) => {
  const fields = { title: 'R', run_type: 'Slow', duration_in_seconds: 600, distance_in_meters: 2000 };
  const answer = await as(bob).post('/workout/', { ...fields, run_date: sent });
  expect([answer.status, answer.json<{ run_date: string }>().run_date]).toEqual([201, stored]);
});

test.each([
  '2012-W54-1T10:00:00Z',
  '2011-W53-1T10:00:00Z',
  '2012-W20-8T10:00:00Z',
  '2011-366T10:00:00Z',
  '2012-000T10Z',
])('the moment %s is refused', async (run_date) => {
  const fields = { title: 'R', run_type: 'Slow', duration_in_seconds: 600, distance_in_meters: 2000 };
  const answer = await as(bob).post('/workout/', { ...fields, run_date });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('run_date: ')]);
});

test('an override header that was sent twice names the same method', async () => {
  const path = `/profile/${ann.id}/`;
  const patch = (method: string) =>
    as(ann)
      .post(path, { weight: 60 }, { 'X-HTTP-Method-Override': method })
      .then(({ status }) => status);
  expect(await patch('PATCH, patch')).toBe(202);
  expect(await patch('PATCH, DELETE')).toBe(405);
});

test('percent-encoding of a path makes no difference', async () => {
  const { post } = await record(ann);
  for (const path of ['/%6de/', `/user/%3${String(ann.id)[0]}${String(ann.id).slice(1)}/`, `/p%6Fst/${post}/`])
    expect([path, (await as(ann).get(path)).status]).toEqual([path, 200]);
});

test('a pending friendship is found whichever of its two users is named first', async () => {
  await as(ann).post('/friendship/request/', { user_id: cho.id });
  for (const [one, other] of [
    [ann, cho],
    [cho, ann],
  ] as const) {
    const answer = await as(ann).get(`/friendship/exists/${one.id}/?with_user_id=${other.id}&status=Pending`);
    expect([answer.status, answer.json<{ status: string }>().status]).toEqual([200, 'Pending']);
  }
});

test('`earlier_than=0` counts as absent', async () => {
  const all = (await as(ann).get('/post/?type=profile')).text;
  expect((await as(ann).get('/post/?type=profile&earlier_than=0')).text).toBe(all);
});
