/** Keys that do not sign in have one code over HTTP, streams and sockets, and forms of requests that are not offered get a sentence. */
import { describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import { TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const json = { 'Content-Type': 'application/json' };
const stream = { ...json, Accept: 'text/event-stream' };

interface Refusal {
  status: number;
  code: unknown;
  message: string;
}

async function refused(path: string, init: RequestInit): Promise<Refusal> {
  const response = await fetch(`${service.url}${path}`, init);
  const { errors } = (await response.json()) as { errors: { message: string; extensions: { code: string } }[] };
  expect(errors).toHaveLength(1);
  return { status: response.status, code: errors[0]?.extensions.code, message: errors[0]?.message ?? '' };
}

/** What each transport says to a query with this header: over HTTP 200 with an error for the field. */
async function said(authorization: string): Promise<unknown[]> {
  const body = JSON.stringify({ query: '{ me { id } }' });
  const asked = (path: string, headers: Record<string, string>) =>
    refused(path, { method: 'POST', headers: { ...headers, Authorization: authorization }, body });
  const socket = await new TestSocket(service.url).init({ authorization });
  const { code, reason } = await socket.closed;
  const [http, streamed] = [await asked('/graphql', json), await asked('/graphql/stream', stream)];
  return [http.status, http.code, streamed.status, streamed.code, code, reason.split(':')[0]];
}

describe('a key that does not sign in', () => {
  const wrong = 'a'.repeat(43);
  test.each([
    ['a malformed key', 'Bearer nonsense'],
    ['an unknown key', `Bearer ${wrong}`],
    ['a key without a scheme', wrong],
    ['no key after the scheme', 'ApiKey'],
    ['the key of another user', `ApiKey ${bob.username}:${ann.authorization.split(':')[1]}`],
  ])('has the same code everywhere: %s', async (_what, authorization) => {
    expect(await said(authorization)).toEqual([200, 'INVALID_KEY', 401, 'INVALID_KEY', 4403, 'INVALID_KEY']);
  });

  test('because it was revoked', async () => {
    const eve = await newPerson(service, 'Eve', 'Everly');
    const { data } = await as(eve).graphql<{ apiKeys: { id: string }[] }>('{ apiKeys { id } }');
    const revoked = await as(eve).graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { done } }', {
      id: data?.apiKeys[0]?.id,
    });
    expect(revoked.errors).toEqual([]);
    expect(await said(eve.authorization)).toEqual([200, 'INVALID_KEY', 401, 'INVALID_KEY', 4403, 'INVALID_KEY']);
  });

  test('does not prevent a new sign-in', async () => {
    const query = 'mutation ($input: SignInInput!) { signIn(input: $input) { apiKey } }';
    const body = JSON.stringify({ query, variables: { input: { email: ann.email, password: ann.password } } });
    const headers = { ...json, Authorization: `Bearer ${wrong}` };
    const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ data: { signIn: { apiKey: expect.any(String) } } });
  });

  test.each<[string, Record<string, string>]>([
    ['another scheme, which belongs to a proxy', { Authorization: 'Basic YTpi' }],
    ['the scheme Token', { Authorization: `Token ${ann.authorization.split(':')[1]}` }],
    ['a header of another name', { 'X-API-Key': `${ann.authorization.split(':')[1]}` }],
    ['nothing', {}],
  ])('is not one for %s, and is told its form', async (_what, sent) => {
    const body = JSON.stringify({ query: '{ me { id } }' });
    const headers = { ...json, ...sent };
    expect(await refused('/graphql', { method: 'POST', headers, body })).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('`Authorization: Bearer <key>`'),
    });
  });
});

describe('a form of request that is not offered is told the way that works', () => {
  const batch = JSON.stringify([{ query: '{ __typename }' }]);
  const upload = () => {
    const form = new FormData();
    form.append('operations', '{"query":"mutation { __typename }"}');
    form.append('0', new Blob(['x']), 'a.png');
    return form;
  };
  type Refused = [what: string, path: string, init: () => RequestInit, status: number, code: string, way: RegExp];
  test.each<Refused>([
    [
      'multipart upload',
      '/graphql',
      () => ({ method: 'POST', body: upload() }),
      415,
      'MALFORMED',
      /preparePictureUpload/,
    ],
    [
      'multipart upload to a stream',
      '/graphql/stream',
      () => ({ method: 'POST', body: upload(), headers: { Accept: 'text/event-stream' } }),
      415,
      'MALFORMED',
      /preparePictureUpload/,
    ],
    [
      'batch',
      '/graphql',
      () => ({ method: 'POST', body: batch, headers: json }),
      400,
      'BAD_REQUEST',
      /request of its own/,
    ],
    [
      'batch to a stream',
      '/graphql/stream',
      () => ({ method: 'POST', body: batch, headers: stream }),
      400,
      'BAD_REQUEST',
      /request of its own/,
    ],
    ...(
      [
        ['no type', undefined],
        ['a form', 'application/x-www-form-urlencoded'],
        ['text', 'text/plain'],
        ['a document', 'application/graphql'],
      ] as const
    ).map(([what, type]): Refused => [
      `a body with ${what}`,
      '/graphql',
      () => ({
        method: 'POST',
        body: new TextEncoder().encode('{ me { id } }'),
        headers: type ? { 'Content-Type': type } : {},
      }),
      400,
      'BAD_REQUEST',
      /^Send the request as JSON, with the header `Content-Type: application\/json`\.$/,
    ]),
    ...['', '{}'].map((body): Refused => [
      `the body '${body}'`,
      '/graphql',
      () => ({ method: 'POST', body, headers: json }),
      400,
      'BAD_REQUEST',
      /^The body is empty: send an object with a `query`\.$/,
    ]),
    ['reservation', '/graphql/stream', () => ({ method: 'PUT' }), 405, 'BAD_REQUEST', /singleConnection: false/],
    [
      'single connection',
      '/graphql/stream?token=x',
      () => ({ method: 'GET', headers: stream }),
      405,
      'BAD_REQUEST',
      /singleConnection: false/,
    ],
  ])('%s', async (_what, path, init, status, code, way) => {
    const { message, ...answer } = await refused(path, init());
    expect([answer, message]).toEqual([{ status, code }, expect.stringMatching(way)]);
  });

  test('a key inside of the headers of connectionParams', async () => {
    const socket = await new TestSocket(service.url).init({ headers: { Authorization: ann.authorization } });
    expect(await socket.closed).toEqual({
      code: 4400,
      reason: expect.stringContaining('connectionParams: { authorization'),
    });
    const other = await new TestSocket(service.url).init({ headers: { 'X-Client': 'x' } });
    expect(await other.operate('{ __typename }').first(1)).toEqual(['Query']);
    other.raw.close();
  });
});
