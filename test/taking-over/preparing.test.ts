/**
 * While a takeover is being prepared, reads are answered and every write is refused with 503 and `Retry-After`, over both interfaces, in all
 * formats, and on pages. Opening it lets writes in at once.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openTakenOver } from '../../src/domain/taking-over/preparing.ts';
import { isEnumType, isInputObjectType, isListType, isNonNullType, isRequiredInputField } from 'graphql';
import type { GraphQLInputType } from 'graphql';
import { globalId } from '../../schema/global-id.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { encodings } from '../support/encodings.ts';
import { until } from '../mail/patience.ts';
import { testService } from '../support/service.ts';
import { schema } from '../support/whole-schema.ts';

const service = await testService({ PLAYGROUND: 'on' });
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

/** Something for each field that is required, which nothing is read of. */
function inputOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return inputOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type) && type.isOneOf) return { [Object.keys(type.getFields()).at(-1)!]: 'aaaa' };
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map(({ name, type: of }) => [name, inputOf(of)]),
    );
  const { name } = type;
  if (name === 'Boolean') return true;
  if (name === 'Int' || name === 'Float') return 1;
  if (name === 'DateTime') return '2020-01-01T00:00:00Z';
  if (name === 'WallClock') return '2020-01-01T00:00:00';
  if (name === 'Date') return '2020-01-01';
  if (name === 'ID') return globalId('User', 1);
  if (name === 'Gpx') return makeGpx({ points: 3 });
  return 'aaaa';
}

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

  test.each(mutations.map(({ name }) => name))('the mutation %s is not carried out', async (name) => {
    const field = mutations.find((one) => one.name === name)!;
    const [argument] = field.args;
    const document = argument
      ? `mutation ($input: ${String(argument.type)}) { ${name}(input: $input) { __typename } }`
      : `mutation { ${name} { __typename } }`;
    const variables = argument ? { input: inputOf(argument.type) } : {};
    const { errors } = await as(ann).graphql(document, variables);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UNAVAILABLE']);
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
