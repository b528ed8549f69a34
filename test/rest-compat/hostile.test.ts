/** Malformed bodies and unusual values over REST are refused in time, with a clear answer and without any effect. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { as, cast, nobody } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { record, workoutBody } from '../support/workouts.ts';
import { malformedBodies, oddValues } from './hostile-values.ts';
import { expectRefused, inTime, whatIsStored } from './untouched.ts';

const service = await testService();
const { ann } = await cast(service);
const { workout } = await record(ann);

const untouched = await whatIsStored(service, ann);

afterEach(untouched);

const send = (path: string, type: keyof typeof contentTypes, body: string | Buffer, method = 'POST') =>
  as(ann).send(method, path, { headers: { 'Content-Type': contentTypes[type] }, body });

describe('malformed bodies', () => {
  test.each(malformedBodies)('%s: %s is refused everywhere', async (type, _what, body) => {
    for (const [path, method] of [
      ['/workout/', 'POST'],
      [`/user/${ann.id}/`, 'PATCH'],
    ] as const)
      expectRefused(await inTime(send(path, type, body, method)));
  });
});

describe('odd values', () => {
  const workoutFields = [
    'title',
    'run_date',
    'run_type',
    'duration_in_seconds',
    'distance_in_meters',
    'privacy',
    'points',
    'post_body',
  ];
  const patchFields: [path: string, fields: string[]][] = [
    [`/user/${ann.id}/`, ['first_name', 'last_name']],
    [
      `/preferences/${ann.id}/`,
      ['distance', 'elevation', 'timezone', 'weekly_email_report', 'monthly_email_report', 'annually_email_report'],
    ],
    [
      `/profile/${ann.id}/`,
      ['birth_date', 'gender', 'weight', 'weight_unit', 'location_name', 'location_lat', 'location_lng'],
    ],
  ];
  const restore = async () => {
    for (const { id } of (await as(ann).get('/workout/')).json<{ id: number }[]>())
      if (id !== workout) await as(ann).delete(`/workout/${id}/`);
    await as(ann).patch(`/user/${ann.id}/`, { first_name: ann.firstName, last_name: ann.lastName });
    await as(ann).patch(`/profile/${ann.id}/`, {
      birth_date: null,
      gender: '',
      weight: null,
      weight_unit: 'pounds',
      location_name: '',
    });
    await as(ann).patch(`/preferences/${ann.id}/`, {
      distance: 'miles',
      elevation: 'feet',
      timezone: 'UTC',
      weekly_email_report: false,
      monthly_email_report: false,
      annually_email_report: false,
    });
  };

  test.each(workoutFields)('in %s of a workout are accepted, or refused with the name of the field', async (field) => {
    for (const value of oddValues) {
      const answer = await inTime(as(ann).post('/workout/', workoutBody({ [field]: value })));
      if (answer.status === 201) continue;
      expectRefused(answer);
      expect(answer.text.startsWith(field)).toBe(true);
    }
    await restore();
  });

  test.each(patchFields.flatMap(([path, fields]) => fields.map((field): [string, string] => [path, field])))(
    'in PATCH %s, %s, are taken or refused by name',
    async (path, field) => {
      for (const value of oddValues) {
        const answer = await inTime(as(ann).patch(path, { [field]: value }));
        if (answer.status === 202) continue;
        expectRefused(answer);
        expect(answer.text).toMatch(/^\w+: /);
      }
      await restore();
    },
  );

  test('in account forms are refused', async () => {
    for (const value of oddValues) {
      const login = await inTime(nobody(service).post('/account/login/', { email: value, password: value }));
      const forgot = await inTime(nobody(service).post('/account/forgot_password', { email: value }));
      const register = await inTime(
        nobody(service).post('/account/register/', {
          email: value,
          password: 'long enough',
          first_name: 'x',
          last_name: 'y',
        }),
      );
      for (const answer of [login, forgot, register]) expect([400, 413]).toContain(answer.status);
    }
  });

  test('in query strings are ignored or refused', async () => {
    const values = [
      '%00',
      '%FF%FE',
      '%',
      '%ZZ',
      'a%0d%0ab',
      '%F0%9F%8F%83',
      '1e999',
      '-1',
      'x'.repeat(8000),
      '[]',
      '__proto__',
    ];
    for (const name of [
      'limit',
      'offset',
      'user',
      'type',
      'earlier_than',
      'full',
      'format',
      '__proto__',
      'constructor',
      'limit[]',
    ])
      for (const value of values)
        for (const path of ['/workout/', '/post/', '/me/']) {
          const answer = await inTime(as(ann).get(`${path}?${name}=${value}`));
          expect([200, 400]).toContain(answer.status);
        }
  });

  test('named like parts of JavaScript are ordinary fields', async () => {
    for (const body of [
      '{"__proto__":{"first_name":"x"}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"__proto__":null}',
    ])
      expect((await send(`/user/${ann.id}/`, 'json', body, 'PATCH')).status).toBe(202);
    const xml = '<object><__proto__><first_name>x</first_name></__proto__><constructor>y</constructor></object>';
    expect((await send(`/user/${ann.id}/`, 'xml', xml, 'PATCH')).status).toBe(202);
    expect((await send(`/user/${ann.id}/`, 'yaml', '__proto__: {first_name: x}', 'PATCH')).status).toBe(202);
    expect((await send(`/user/${ann.id}/`, 'form', '__proto__=x&__proto__[first_name]=y', 'PATCH')).status).toBe(202);
    expect(
      (await send('/workout/', 'json', JSON.stringify(workoutBody()).replace('"title"', '"__proto__"'))).text,
    ).toBe('title: is required');
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  test('in headers are refused on the paths that use them', async () => {
    for (const type of [
      '',
      ' ',
      ';',
      'application',
      '/',
      'application/json/x',
      '*/*',
      'a'.repeat(5000),
      'application/json, text/yaml',
    ]) {
      const answer = await as(ann).send('POST', '/workout/', { headers: { 'Content-Type': type }, body: '{}' });
      expectRefused(answer, [400, 415]);
    }
    for (const accept of [
      ',',
      ';',
      '*',
      'q=1',
      'a/b;q=',
      'application/xml;q=99',
      '"'.repeat(3000),
      ',,,,'.repeat(1000),
    ])
      expect((await as(ann).get('/me/', { Accept: accept })).status).toBe(200);
    for (const encoding of ['br', 'zstd', 'gzip, gzip', 'x'])
      expectRefused(
        await as(ann).send('POST', '/workout/', {
          headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
          body: '{}',
        }),
        [415],
      );
  });
});
