/**
 * The OpenAPI document is valid, describes every row, and its examples are answers of the service; the root and the
 * descriptions of the resources lead to what is there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'yaml';
import { openApiDocument } from '../../rest-compat/openapi/document.ts';
import type { OperationExample } from '../../rest-compat/openapi/examples.ts';
import { endpoints } from '../../rest-compat/openapi/labels.ts';
import { table } from '../../rest-compat/table.ts';
import { nobody } from '../support/cast.ts';
import { departureOf } from '../support/documented-answers.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import { takeExamples } from './taken-examples.ts';

/** The examples of the document, as they are committed. */
const examplesFile = new URL('../../../rest-compat/openapi/examples.json', import.meta.url);

const network = await fakeNetwork();
const service = await testService(network.environment);
service.clock.set('2024-05-01T07:30:00Z');
const taken = await takeExamples(service, network);
const anybody = nobody(service);
const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** The names and types of a value. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

describe('the document', () => {
  test('is valid OpenAPI 3.1, in JSON and in YAML', async () => {
    const [json, yaml] = [await anybody.get('/openapi.json'), await anybody.get('/openapi.yaml')];
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(parse(yaml.text, { maxAliasCount: 0 })).toEqual(json.json<unknown>());
    const validator = new Validator();
    const { valid, errors } = await validator.validate(json.json());
    expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
  });

  test('has every row of the table, each operation once, and the override of each PATCH and DELETE', () => {
    const described = endpoints.flatMap(({ rows }) => rows.map(({ row }) => row));
    expect(new Set(described)).toEqual(new Set(Object.values(table)));
    const ids = operations.map(({ operation }) => operation['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method } of operations)
      if (method === 'patch' || method === 'delete')
        expect(JSON.stringify(document.paths[path]?.['post'])).toContain('"X-HTTP-Method-Override"');
  });

  test('has examples of every operation, which a service answers', () => {
    // This is how `npm run docs:examples` replaces them.
    if (process.env['EXAMPLES'] === 'write') writeFileSync(examplesFile, `${JSON.stringify(taken, null, 1)}\n`);
    const kept = JSON.parse(existsSync(examplesFile) ? readFileSync(examplesFile, 'utf8') : '{}') as typeof taken;
    const of = (examples: Record<string, OperationExample>) =>
      Object.fromEntries(
        Object.entries(examples).map(([id, { answers, ...request }]) => [id, shapeOf([request, answers])]),
      );
    expect(of(kept)).toEqual(of(taken));
    const ids = operations.filter(({ operation }) => !(operation['tags'] as string[]).includes('discovery'));
    const all = ids.map(({ operation }) => String(operation['operationId'])).filter((id) => !id.startsWith('override'));
    expect(Object.keys(taken).sort()).toEqual(all.sort());
  });
});

describe('an answer that departs from the document is found', () => {
  const stats = Object.values(taken['getStatsById']?.answers['200'] ?? {})[0] as Record<string, unknown>;
  const named = {
    'content-type': 'application/json; charset=utf-8',
    link: '<x>',
    'graphql-document-id': 'x',
    etag: 'W/"x"',
  };
  const exchange = {
    method: 'GET',
    url: '/api/v1/stats/1/',
    override: undefined,
    status: 200,
    headers: named as IncomingHttpHeaders,
    text: JSON.stringify(stats),
  };
  test.each<[what: string, change: Partial<typeof exchange>, found: RegExp | null]>([
    ['none', {}, null],
    ['a field more', { text: JSON.stringify({ ...stats, more: 1 }) }, /additional properties/],
    ['a field less', { text: JSON.stringify({ ...stats, user: undefined }) }, /required property 'user'/],
    ['another type', { text: JSON.stringify({ ...stats, id: '1' }) }, /\/id must be integer/],
    ['another form', { text: JSON.stringify({ ...stats, max_distance_in_meters: '5' }) }, /must match pattern/],
    ['another status', { status: 418 }, /418 is not documented/],
    ['another content type', { headers: { ...named, 'content-type': 'text/csv' } }, /text\/csv is not documented/],
    [
      'a header less',
      { headers: { ...named, 'graphql-document-id': undefined } },
      /the header GraphQL-Document-Id is missing/,
    ],
    ['no body', { text: '' }, /empty/],
    ['a path that is not there', { url: '/api/v1/nothing/' }, /no such path/],
    ['a method that is not there', { method: 'PUT' }, /put is not documented/],
  ])('%s', (_what, change, found) => {
    const departure = departureOf({ ...exchange, ...change });
    if (found) expect(departure).toMatch(found);
    else expect(departure).toBeNull();
  });
});

describe('the root and the descriptions of the resources', () => {
  const formats = ['json', 'xml', 'yaml'] as const;

  test.each(formats)('are the same in %s, by ?format= and by Accept, and need no key', async (format) => {
    for (const path of ['/', '/workout/schema/', '/user/schema/']) {
      const expected = (await anybody.get(path)).json<unknown>();
      const types = { json: 'application/json', xml: 'text/xml', yaml: 'text/yaml' };
      for (const answer of [
        await anybody.get(`${path}?format=${format}`),
        await anybody.get(path, { Accept: types[format] }),
        await anybody.get(`${path.replace(/\/$/, '')}?format=${format}`),
      ])
        expect(wireValue(answer)).toEqual(expected);
    }
  });

  test('the root has the form of Tastypie', async () => {
    const root = (await anybody.get('/')).json<Record<string, unknown>>();
    expect(root['workout']).toEqual({ list_endpoint: '/api/v1/workout/', schema: '/api/v1/workout/schema/' });
    expect((await anybody.get('/?format=xml')).text).toMatch(
      /^<\?xml version='1\.0' encoding='utf-8'\?>\n<response><account type="hash"><list_endpoint>\/api\/v1\/account\/</,
    );
    const named = Object.keys(table).map((label) => label.split('/')[1]);
    expect(Object.keys(root).sort()).toEqual([...new Set(named)].sort());
  });

  test('every link leads to a description, and every list that it allows is there', async () => {
    const root = (await anybody.get('/')).json<Record<string, { list_endpoint: string; schema: string }>>();
    const followed = new Set<string>();
    for (const { list_endpoint: list, schema } of Object.values(root)) {
      const described = await anybody.sendTo('GET', schema);
      expect([schema, described.status]).toEqual([schema, 200]);
      const { allowed_list_http_methods: methods, fields } = described.json<{
        allowed_list_http_methods: string[];
        fields: Record<string, { related_schema?: string }>;
      }>();
      expect(Object.keys(fields)).not.toEqual([]);
      for (const { related_schema: related } of Object.values(fields)) {
        if (related === undefined) continue;
        followed.add(related);
        expect((await anybody.sendTo('GET', related)).status).toBe(200);
      }
      const { headers, status } = await anybody.sendTo('OPTIONS', list);
      const there = (headers.allow ?? '')
        .toLowerCase()
        .split(', ')
        .filter((one) => !/^(|head|options)$/.test(one));
      expect([list, status, there.sort()]).toEqual([list, methods.length > 0 ? 200 : 404, [...methods].sort()]);
    }
    expect(followed).toContain('/api/v1/user/schema/');
  });

  test('a field says what the contract says', async () => {
    const { fields } = (await anybody.get('/workout/schema/')).json<{ fields: Record<string, object> }>();
    expect(fields['title']).toMatchObject({ type: 'string', blank: false, readonly: false, nullable: false });
    expect(fields['run_type']).toMatchObject({ type: 'string', valid_values: expect.arrayContaining(['Tempo']) });
    expect(fields['id']).toMatchObject({ type: 'integer', readonly: true, unique: true });
    expect(fields['privacy']).toMatchObject({ default: 'public', blank: true });
    expect(fields['user']).toMatchObject({ type: 'related', related_type: 'to_one' });
    expect(fields['post']).toMatchObject({ nullable: true });
  });

  test('have no other methods, are not sent again to whoever has them, and are compressed', async () => {
    for (const path of ['/', '/user/schema/', '/openapi.json', '/docs']) {
      const refused = await anybody.send('POST', path);
      expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect((await anybody.send('OPTIONS', path)).status).toBe(200);
      const [got, head] = [await anybody.get(path), await anybody.send('HEAD', path)];
      expect([head.status, head.text]).toEqual([200, '']);
      if (path === '/docs') continue;
      expect(head.headers['content-length']).toBe(got.headers['content-length']);
      const again = await anybody.get(path, { 'If-None-Match': `"x", ${got.headers.etag}` });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', got.headers.etag]);
      const zipped = await fetch(`${service.url}/api/v1${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(zipped.headers.get('content-encoding')).toBe('gzip');
      expect(await zipped.text()).toBe(got.text);
    }
    for (const path of ['/nothing/schema/', '/user/schema/x/', '/docs/0.0.0/scalar.js', '/constructor/schema/'])
      expect((await anybody.get(path)).status).toBe(404);
  });
});
