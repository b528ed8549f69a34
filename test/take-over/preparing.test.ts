/**
 * While a takeover is being prepared, reads are answered and every write is refused with 503 and `Retry-After`, over both interfaces, in all
 * formats, and on pages. Opening it lets writes in at once.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openTakenOver } from '../../src/domain/taking-over/preparing.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { encodings } from '../support/encodings.ts';
import { until } from '../mail/patience.ts';
import { testService } from '../support/service.ts';
import { schema } from '../support/whole-schema.ts';

const service = await testService();
const other = await testService({ WWW_AUTHENTICATE: 'ApiKey realm="runs"' });
const { ann } = await cast(service);
const ready = async () => (await nobody(service).sendTo('GET', '/readyz')).text.trim();

beforeAll(async () => {
  await as(ann).post('/workout/', {
    title: 'Before',
    run_type: 'Slow',
    run_date: '2020-01-01T08:00:00',
    duration_in_seconds: 60,
  });
  await service.sql('insert into take_over (id) values (1)');
  await service.sql("select pg_notify('key_revoked', 'taken over')");
  await until(async () => (await ready()) === 'preparing', 'the process is told');
});

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

describe('while it is being prepared', () => {
  test('reads are answered', async () => {
    for (const format of ['json', 'xml', 'yaml']) expect((await as(ann).get(`/me/?format=${format}`)).status).toBe(200);
    expect((await as(ann).graphql('{ me { id workouts { nodes { title } } } }')).errors).toEqual([]);
    expect((await as(ann).get('/workout/')).text).toContain('Before');
  });

  test.each(['json', 'xml', 'yaml'] as const)('a write as %s is refused with 503', async (name) => {
    const { parcel } = encodings[name]({ message: 'Hi', recipients: [1] });
    const answer = await as(ann).send('POST', '/conversation/', parcel);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
  });

  test.each([
    ['POST', '/api/v1/account/login/', { email: 'ann@example.org', password: 'whatever it is' }],
    [
      'POST',
      '/api/v1/account/register/',
      { email: 'x@example.org', password: 'a sturdy one 17', first_name: 'X', last_name: 'Y' },
    ],
    ['PATCH', '/api/v1/preferences/1/', { distance: 'miles' }],
    ['DELETE', '/api/v1/workout/1/', undefined],
  ])('%s %s is refused', async (method, path, body) => {
    const options = body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {};
    expect((await as(ann).sendTo(method, path, options)).status).toBe(503);
  });

  test('no mutation of the schema is carried out', async () => {
    const resolvers = mutations.map(({ name, resolve }) => [name, String(resolve)]);
    expect(resolvers.length).toBeGreaterThan(50);
    const documents = [
      'mutation { exportMyData { __typename } }',
      'mutation { likePost(input: {id: "x"}) { __typename } }',
    ];
    for (const document of documents) {
      const { errors } = await as(ann).graphql(document);
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UNAVAILABLE']);
    }
  });

  test.each(['/reset/', '/migrate', '/media/upload/anything'])('a form or upload to %s is refused', async (path) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status, headers: sent } = await nobody(service).sendTo('POST', path, { headers, body: 'a=b' });
    expect([status, sent['retry-after']]).toEqual([503, '60']);
  });
});

describe('when it is opened', () => {
  beforeAll(async () => {
    expect(await openTakenOver(service.database)).toBe(true);
    await until(async () => (await ready()) === 'ready', 'the process is told');
  });

  test('writes are accepted', async () => {
    expect(
      (
        await as(ann).post('/workout/', {
          title: 'After',
          run_type: 'Slow',
          run_date: '2020-01-02T08:00:00',
          duration_in_seconds: 60,
        })
      ).status,
    ).toBe(201);
  });
});

describe('WWW_AUTHENTICATE', () => {
  test('is the header of a 401 of the REST interface, and of nothing else', async () => {
    const refused = await nobody(other).get('/me/');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'ApiKey realm="runs"']);
    const body = JSON.stringify({ query: '{ me { id } }' });
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer wrong' };
    expect(
      (await nobody(other).sendTo('POST', '/graphql', { headers, body })).headers['www-authenticate'],
    ).toBeUndefined();
    expect((await nobody(service).get('/me/')).headers['www-authenticate']).toBeUndefined();
  });
});
