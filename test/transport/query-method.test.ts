/** Queries by the HTTP method QUERY (RFC 10008) at `/graphql`, in twelve checks after that document. */
import { describe, expect, test } from '@jest/globals';
import { as, cast, nobody } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { testOf } from '../support/test-of-tool.ts';

const service = await testService({ CORS_ORIGINS: 'https://app.example', PLAYGROUND: 'on' });
const { ann } = await cast(service);
const text = 'query ($offset: Int) { me { databaseId } workouts(offset: $offset) { totalCount } }';
const data = { me: { databaseId: ann.id }, workouts: { totalCount: 0 } };
const json = JSON.stringify({ query: text, variables: { offset: 0 } });
const acceptQuery = 'application/json, application/graphql';

function send(body: string | undefined, headers: Record<string, string>, method = 'QUERY', path = '/graphql') {
  return as(ann).sendTo(method, path, { headers, ...(body === undefined ? {} : { body }) });
}
const sendJson = (body: string, headers: Record<string, string> = {}) =>
  send(body, { 'Content-Type': 'application/json', ...headers });
const codeOf = (answer: Answer) =>
  answer.json<{ errors: { extensions: { code: string } }[] }>().errors[0]?.extensions.code;

describe('the method QUERY', () => {
  test('1: executes the query that is its content (section 2)', async () => {
    // The second and third time, it is compiled.
    for (let time = 0; time < 3; time++) {
      const answer = await sendJson(json);
      expect([answer.status, answer.json()['data']]).toEqual([200, data]);
    }
    const plain = await send(text, { 'Content-Type': 'application/graphql; charset=utf-8' });
    expect([plain.status, plain.json()['data']]).toEqual([200, data]);
  });

  test('2: is safe: mutations and subscriptions are refused with 422 and change nothing (section 2)', async () => {
    const mutation = 'mutation { updateUser(input: { firstName: "Changed" }) { user { id } } }';
    const several = `query A { me { id } } mutation B { createUploadUrl { url } } ${mutation.replace('mutation', 'mutation C')}`;
    for (const body of [
      JSON.stringify({ query: mutation }),
      JSON.stringify({ query: several, operationName: 'C' }),
      JSON.stringify({ query: 'subscription { postAdded(type: FRIENDS) { cursor } }' }),
    ]) {
      const answer = await sendJson(body);
      expect([answer.status, codeOf(answer), answer.json()['data']]).toEqual([422, 'BAD_REQUEST', undefined]);
    }
    const typed = await send(mutation, { 'Content-Type': 'application/graphql' });
    expect(typed.status).toBe(422);
    expect((await as(ann).get('/me/')).json()['first_name']).toBe('Ann');
  });

  test('3: is idempotent: the same request has the same answer (section 2)', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => sendJson(json, { 'Idempotency-Key': 'once' })));
    expect(answers.map((answer) => answer.json()['data'])).toEqual([data, data, data]);
    expect(answers.map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, undefined, undefined]);
  });

  test('4: without Content-Type is refused with 400 (section 2.1)', async () => {
    for (const body of [json, undefined]) {
      const answer = await send(body, {});
      expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  test('5: with another media type is refused with 415 and Accept-Query (section 2.1)', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/sql', 'multipart/form-data']) {
      const answer = await send(json, { 'Content-Type': type });
      expect([type, answer.status, answer.headers['accept-query']]).toEqual([type, 415, acceptQuery]);
    }
  });

  test('6: with content that is not of its media type is refused with 400 (section 2.1)', async () => {
    for (const [type, body] of [
      ['application/json', text],
      ['application/json', '{"query":'],
      ['application/json', ''],
      ['application/json', '{}'],
    ] as const) {
      const answer = await send(body, { 'Content-Type': type, Accept: 'application/graphql-response+json' });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    const answer = await send(json, {
      'Content-Type': 'application/graphql',
      Accept: 'application/graphql-response+json',
    });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
  });

  test('7: with an Accept that nothing satisfies is refused with 406 (section 2.1)', async () => {
    expect((await sendJson(json, { Accept: 'text/csv' })).status).toBe(406);
    const newer = await sendJson(json, { Accept: 'application/graphql-response+json' });
    expect([newer.status, newer.headers['content-type']]).toEqual([
      200,
      'application/graphql-response+json; charset=utf-8',
    ]);
  });

  test('8: accepts the content encodings of POST (section 2.7)', async () => {
    const { gzipSync } = await import('node:zlib');
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const answer = await as(ann).sendTo('QUERY', '/graphql', { headers, body: gzipSync(json) });
    expect([answer.status, answer.json()['data']]).toEqual([200, data]);
  });

  test('9: has answers that only private caches may store, and that must be validated (section 2.7)', async () => {
    const { headers } = await sendJson(json);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(String(headers['vary'])).toMatch(/Accept, Authorization, Accept-Encoding$/);
  });

  test('10: ignores conditions and ranges, for which the resource has no state of its own (sections 2.6, 2.8)', async () => {
    const conditions = { 'If-None-Match': '*', 'If-Modified-Since': new Date().toUTCString(), Range: 'bytes=0-1' };
    for (const [name, value] of Object.entries(conditions)) {
      const answer = await sendJson(json, { [name]: value });
      expect([answer.status, answer.json()['data']]).toEqual([200, data]);
    }
  });

  test('11: is announced by Accept-Query and Allow, with and without a query component (section 3)', async () => {
    const asked: [method: string, path: string, status: number][] = [
      ['OPTIONS', '/graphql', 204],
      ['OPTIONS', '/graphql?query=%7B__typename%7D', 204],
      ['GET', '/graphql?query=%7B__typename%7D', 200],
      ['DELETE', '/graphql', 405],
      ['QUERY', '/graphql', 400],
    ];
    for (const [method, path, status] of asked) {
      const answer = await nobody(service).sendTo(method, path);
      expect([method, answer.status, answer.headers['accept-query']]).toEqual([method, status, acceptQuery]);
      if (status === 204 || status === 405) expect(answer.headers['allow']).toContain('QUERY');
    }
    const searched = await send(json, { 'Content-Type': 'application/json' }, 'QUERY', '/graphql?x=1');
    expect(searched.json()['data']).toEqual(data);
  });

  testOf('playground')('11: is announced by the page of the editor (section 3)', async () => {
    const page = await nobody(service).sendTo('GET', '/graphql', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers['accept-query']]).toEqual([200, acceptQuery]);
  });

  test('12: is allowed to scripts of other origins after a preflight request (section 4)', async () => {
    const Origin = 'https://app.example';
    const preflight = await nobody(service).sendTo('OPTIONS', '/graphql', {
      headers: {
        Origin,
        'Access-Control-Request-Method': 'QUERY',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(String(preflight.headers['access-control-allow-methods']).split(',')).toContain('QUERY');
    const answer = await sendJson(json, { Origin });
    expect([answer.headers['access-control-allow-origin'], answer.status]).toEqual([Origin, 200]);
    expect(String(answer.headers['access-control-expose-headers'])).toContain('Accept-Query');
  });
});
