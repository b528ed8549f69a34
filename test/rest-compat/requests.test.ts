/** The rules for methods, keys, override headers and paths apply to every row. */
import { describe, expect, test } from '@jest/globals';
import { table } from '../../rest-compat/table.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record, workoutBody } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const { workout, post } = await record(ann);
const hidden = await record(ann, { privacy: 'private' });

/** Every path of the interface that is there, its methods, and whether it needs no key. */
const paths: [path: string, methods: Set<string>, open: boolean][] = [];
for (const label of Object.keys(table)) {
  const [method = '', written = ''] = label.split(' ');
  const path = written.replaceAll(/[[{]\w+[\]}]/g, '1').replace(/\?.*/, '');
  const known = paths.find(([one]) => one.replace(/\/$/, '') === path.replace(/\/$/, ''));
  const methods = known?.[1] ?? new Set<string>();
  if (!known) paths.push([path, methods, path.startsWith('/account/')]);
  methods.add(method);
  if (method === 'GET') methods.add('HEAD');
}
const sentMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe.each(paths)('%s', (path, methods, open) => {
  const allowed = [...methods, 'OPTIONS'].sort().join(', ');

  test('lists its methods without a key', async () => {
    const answer = await nobody(service).send('OPTIONS', path);
    expect([answer.status, answer.headers['allow'], answer.text]).toEqual([200, allowed, '']);
  });

  test('refuses other methods with 405 and Allow, before it checks the key', async () => {
    for (const method of sentMethods.filter((name) => !methods.has(name))) {
      const answer = await nobody(service).send(method, path);
      expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, allowed]);
    }
  });

  test('requires a key unless it is public', async () => {
    if (open) return;
    for (const method of methods) {
      const answer = await nobody(service).send(method, path, {
        headers: { 'Content-Type': 'application/json' },
        body: '{ malformed',
      });
      expect([method, answer.status, answer.text]).toEqual([method, 401, '']);
      expect(answer.headers).not.toHaveProperty('www-authenticate');
    }
  });
});

describe('the Authorization header', () => {
  const [, pair = ''] = ann.authorization.split(' ');
  const [name = '', key = ''] = pair.split(':');
  const accepted = [
    `ApiKey ${pair}`,
    `apikey ${pair}`,
    `APIKEY ${pair}`,
    `Bearer ${key}`,
    `bearer ${key}`,
    `  ApiKey   ${pair}  `,
  ];
  test.each(accepted)('%s is accepted', async (Authorization) => {
    const answer = await nobody(service).get('/me/', { Authorization });
    expect([answer.status, answer.json()['id']]).toEqual([200, ann.id]);
  });

  const refused = [
    '',
    'ApiKey',
    `ApiKey ${key}`,
    `ApiKey ${name}:`,
    `ApiKey :${key}`,
    `ApiKey ${bob.username}:${key}`,
    `ApiKey ${name}:${key}x`,
    `ApiKey ${name}:${key.slice(1)}`,
    `ApiKey ${name.toUpperCase()}:${key}`,
    `ApiKey ${name}:${key}:x`,
    `Bearer ${name}:${key}`,
    `Basic ${Buffer.from(pair).toString('base64')}`,
    `Bearer ${'x'.repeat(8000)}`,
    pair,
  ];
  test.each(refused)('%s is refused', async (Authorization) => {
    const answer = await nobody(service).get('/me/', { Authorization });
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  test('is the only place for a key, and the query string is not', async () => {
    for (const query of [`username=${name}&api_key=${key}`, `api_key=${key}`, `key=${key}`])
      expect((await nobody(service).get(`/me/?${query}`)).status).toBe(401);
  });
});

describe('the method override', () => {
  const change = JSON.stringify({ last_name: 'Archer' });
  const json = { 'Content-Type': 'application/json' };
  test.each(['PATCH', 'patch', 'Patch', ' PATCH '])('%s on a POST is a PATCH', async (override) => {
    const headers = { ...json, 'X-HTTP-Method-Override': override };
    const answer = await as(ann).send('POST', `/user/${ann.id}/`, { headers, body: change });
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  test('is accepted for DELETE, and with a header name in lower case', async () => {
    const doomed = await record(ann);
    const answer = await as(ann).post(`/post/${doomed.post}/`, undefined, { 'x-http-method-override': 'delete' });
    expect(answer.status).toBe(204);
    expect((await as(ann).get(`/post/${doomed.post}/`)).status).toBe(404);
  });

  test.each(['PUT', 'GET', 'POST', 'BREW', ''])(
    '%s on a POST is refused where there is no such method',
    async (override) => {
      const headers = { ...json, 'X-HTTP-Method-Override': override };
      const answer = await as(ann).send('POST', `/user/${ann.id}/`, { headers, body: change });
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS, PATCH']);
    },
  );

  test('is applied to POST only', async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE' };
    expect((await as(ann).send('GET', `/post/${post}/`, { headers })).status).toBe(200);
    expect((await as(ann).send('HEAD', `/post/${post}/`, { headers })).status).toBe(200);
    expect((await as(ann).get(`/post/${post}/`)).status).toBe(200);
  });
});

describe('unknown paths', () => {
  const ids = ['0', '-1', 'abc', '1.5', '1e3', '9007199254740993', '99999999999999999999', '+1', ' ', "1'"];
  test.each([
    '//',
    '/nothing/',
    '/me/me/',
    '/user//',
    '/ME/',
    '/../me/',
    '//me/',
    '/me//',
    '/%',
    ...ids.flatMap((id) => [`/user/${id}/`, `/workout/${id}/`, `/post/${id}/`]),
  ])('%s is 404, with a key and without', async (path) => {
    for (const client of [as(ann), nobody(service)]) {
      const answer = await client.get(encodeURI(path).replaceAll('%25', '%'));
      expect([answer.status, answer.text]).toEqual([404, '']);
    }
  });

  test('an unknown id is answered with 404, and requires a key', async () => {
    for (const kind of ['user', 'preferences', 'profile', 'stats', 'workout', 'post']) {
      const path = `/${kind}/9007199254740991/`;
      expect([kind, (await as(ann).get(path)).status]).toEqual([kind, 404]);
      expect([kind, (await nobody(service).get(path)).status]).toEqual([kind, 401]);
    }
  });
});

describe('the type of a body', () => {
  const body = JSON.stringify({ last_name: 'Archer' });
  const patch = (headers: Record<string, string>, text: string | undefined = body) =>
    as(ann).send('PATCH', `/user/${ann.id}/`, { headers, ...(text === undefined ? {} : { body: text }) });

  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json;x="a;b"'])(
    '%s is JSON',
    async (type) => expect((await patch({ 'Content-Type': type })).status).toBe(202),
  );
  test.each(['text/xml', 'application/xml; charset=utf-8'])('%s is XML', async (type) => {
    expect((await patch({ 'Content-Type': type }, '<object><last_name>Archer</last_name></object>')).status).toBe(202);
  });
  test.each(['text/yaml', 'application/yaml', 'application/x-yaml'])('%s is YAML', async (type) => {
    expect((await patch({ 'Content-Type': type }, 'last_name: Archer')).status).toBe(202);
  });

  test('is answered with 400 and the accepted types when it is missing', async () => {
    const answer = await patch({});
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    for (const type of ['json', 'xml', 'yaml', 'form'] as const) expect(answer.text).toContain(contentTypes[type]);
  });

  test.each(['text/plain', 'application/octet-stream', 'multipart/form-data; boundary=x', 'json', 'image/png'])(
    '%s is answered with 415 and the accepted types',
    async (type) => {
      const answer = await patch({ 'Content-Type': type });
      expect([answer.status, answer.headers['content-type']]).toEqual([415, 'text/plain; charset=utf-8']);
      expect(answer.text).toContain('application/json');
    },
  );

  test('is not required without a body, and an empty JSON body is an empty object', async () => {
    const types: Record<string, string>[] = [
      {},
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'application/json', 'Content-Length': '0' },
    ];
    for (const headers of types)
      expect((await as(ann).send('PATCH', `/user/${ann.id}/`, { headers })).status).toBe(202);
    expect((await patch({ 'Content-Type': 'application/json' }, '')).status).toBe(202);
    expect((await patch({ 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }, '')).status).toBe(202);
  });

  test('of a workout must not be form data: 415', async () => {
    const form = new URLSearchParams({ title: 'x', run_date: '2024-01-01' }).toString();
    const answer = await as(ann).send('POST', '/workout/', {
      headers: { 'Content-Type': contentTypes.form },
      body: form,
    });
    expect(answer.status).toBe(415);
    expect(answer.text).toContain(contentTypes.gpx);
  });

  test('of GPX is case-sensitive and may have parameters', async () => {
    const send = (type: string, gpx: string) =>
      as(ann).send('POST', '/workout/', { headers: { 'Content-Type': type }, body: gpx });
    expect((await send(contentTypes.gpx.toLowerCase(), makeGpx())).status).toBe(415);
    expect((await send(`"${contentTypes.gpx}"`, makeGpx())).status).toBe(415);
    expect((await send(`${contentTypes.gpx}; charset=utf-8`, makeGpx())).status).toBe(201);
  });

  test('of a new track is GPX only', async () => {
    for (const [type, body] of [
      ['application/json', JSON.stringify(workoutBody())],
      ['application/xml', makeGpx()],
    ] as const) {
      const answer = await as(ann).send('PATCH', `/workout/${workout}/`, { headers: { 'Content-Type': type }, body });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });
});

describe('the order of checks', () => {
  const json = { 'Content-Type': 'application/json' };
  const malformed = { headers: json, body: '{' };

  test('is path, method, key, body', async () => {
    expect((await nobody(service).send('PUT', '/nothing/', malformed)).status).toBe(404);
    expect((await nobody(service).send('PUT', '/me/', malformed)).status).toBe(405);
    expect((await nobody(service).send('PATCH', `/user/${ann.id}/`, malformed)).status).toBe(401);
    expect((await as(bob).send('PATCH', `/user/${ann.id}/`, malformed)).status).toBe(400);
    expect((await as(bob).send('PATCH', `/user/${ann.id}/`, { ...malformed, headers: {} })).status).toBe(400);
    expect((await as(bob).send('PATCH', '/user/999999/', malformed)).status).toBe(400);
  });

  test('then existence, ownership, validation', async () => {
    const invalid = { first_name: ['not a text'], timezone: 'nowhere', gender: 'X', weight: 'heavy' };
    for (const kind of ['user', 'preferences', 'profile']) {
      expect([kind, (await as(bob).patch(`/${kind}/999999/`, invalid)).status]).toEqual([kind, 404]);
      expect([kind, (await as(bob).patch(`/${kind}/${ann.id}/`, invalid)).status]).toEqual([kind, 401]);
      expect([kind, (await as(ann).patch(`/${kind}/${ann.id}/`, invalid)).status]).toEqual([kind, 400]);
    }
    const gpx = { headers: { 'Content-Type': contentTypes.gpx }, body: '<gpx>not GPX' };
    expect((await as(bob).send('PATCH', `/workout/${hidden.workout}/`, gpx)).status).toBe(404);
    expect((await as(bob).send('PATCH', `/workout/${workout}/`, gpx)).status).toBe(401);
    expect((await as(ann).send('PATCH', `/workout/${workout}/`, gpx)).status).toBe(400);
  });
});
