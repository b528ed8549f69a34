/** `onError` says what an error does at a position that is not nullable, over each transport and with both executors. */
import { describe, expect, test } from '@jest/globals';
import { as, newPerson } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const ona = await newPerson(service, 'Ona', 'Error');
await record(ona, { title: 'Run', post_body: 'Text' });

/** `Post.comments` is not nullable, and -1 is refused when it is executed. */
const query = `{ me { firstName } workouts(first: 1) { nodes { title post { body comments(first: -1) { totalCount } } } } }`;
const wrong = { path: ['workouts', 'nodes', 0, 'post', 'comments'], extensions: { code: 'INVALID' } };
const shown = (post: unknown) => ({ me: { firstName: 'Ona' }, workouts: { nodes: [{ title: 'Run', post }] } });

const answers: Record<string, unknown> = {
  PROPAGATE: shown(null),
  NULL: shown({ body: 'Text', comments: null }),
  HALT: null,
};
type Result = { data?: unknown; errors?: unknown[] };
const post = async (onError: unknown, document = query): Promise<Result & { status: number }> => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await as(ona).sendTo('POST', '/graphql', {
    headers,
    body: JSON.stringify({ query: document, onError }),
  });
  return { status: answer.status, ...answer.json<Mapping>() };
};
const transports: Record<string, (onError: string) => Promise<Result>> = {
  'the first time': (onError) => post(onError, `# ${onError}\n${query}`),
  compiled: async (onError) => {
    for (let again = 0; again < 3; again++) await post('PROPAGATE');
    return post(onError);
  },
  'by GET': async (onError) => {
    const search = new URLSearchParams({ query, onError }).toString();
    return (await as(ona).sendTo('GET', `/graphql?${search}`, { headers: { Accept: 'application/json' } })).json();
  },
  'over a socket': async (onError) => {
    const socket = await new TestSocket(service.url).init({ Authorization: ona.authorization });
    socket.send({ type: 'subscribe', id: 'own', payload: { query, onError } });
    const all = await socket.messages.until((messages) => messages.some(({ id }) => id === 'own'));
    socket.raw.close();
    return all.find(({ id }) => id === 'own')?.payload as Result;
  },
  'as a stream': async (onError) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' };
    const answer = await as(ona).sendTo('POST', '/graphql/stream', {
      headers,
      body: JSON.stringify({ query, onError }),
    });
    return JSON.parse(/^data: (.+)$/m.exec(answer.text)?.[1] ?? '{}') as Result;
  },
};

describe.each(Object.entries(transports))('%s', (_how, run) => {
  test.each(Object.entries(answers))('%s has its answer', async (onError, data) => {
    expect(await run(onError)).toMatchObject({ data, errors: [wrong] });
  });
});

test.each(Object.keys(answers))('%s does not change what introspection says', async (onError) => {
  const document = `# ${onError}\n{ __type(name: "User") { fields { name type { kind } } } me { id } }`;
  for (let again = 0; again < 3; again++) {
    const { data } = (await post(onError, document)) as { data: { __type: { fields: Mapping[] } } };
    expect(data.__type.fields).toContainEqual({ name: 'firstName', type: { kind: 'NON_NULL' } });
  }
});

test('a request without it is answered as before', async () => {
  for (const onError of [undefined, null])
    expect(await post(onError)).toMatchObject({ data: shown(null), errors: [wrong] });
});

test('a mutation goes on after an error, and stops at it with HALT', async () => {
  const document = `mutation { a: updateProfile(input: { weight: -1 }) { profile { id } } b: updateUser(input: { firstName: "Ona" }) { user { firstName } } }`;
  const error = [{ path: ['a'] }];
  const after = { a: null, b: { user: { firstName: 'Ona' } } };
  for (let again = 0; again < 3; again++) {
    expect(await post('NULL', document)).toMatchObject({ data: after, errors: error });
    expect(await post('HALT', document)).toMatchObject({ data: null, errors: error });
  }
});

test.each(['null', 'ABORT', 1, ['NULL']])('%j is refused, and nothing is executed', async (onError) => {
  const { status, data, errors } = await post(onError);
  expect([status, data, errors]).toEqual([
    400,
    undefined,
    [
      {
        message: '`onError` must be "NULL", "PROPAGATE" or "HALT".',
        extensions: expect.objectContaining({ code: 'BAD_REQUEST' }) as unknown,
      },
    ],
  ]);
});
