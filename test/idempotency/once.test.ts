/**
 * A request with an Idempotency-Key is executed once over both interfaces, its repetitions receive the same answer, and
 * misuse of a key is refused.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { sweepEnded } from '../../src/wiring/sweeping.ts';
import { idIn, start } from '../conversations/conversation-calls.ts';
import { smallJpeg } from '../pictures/images.ts';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client, contentTypes } from '../support/client.ts';
import type { Answer, Mapping } from '../support/client.ts';
import { mailsTo } from '../support/mails.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record, workoutBody } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const { post } = await record(ann);
const conversation = await start(ann, [bob]);
afterEach(() => service.clock.set(null));

const named = (key: string) => ({ 'Idempotency-Key': key });
const comment = (person: Person, key: string, text = 'Well run') =>
  as(person).post('/comment/', { post_id: post, comment: text }, named(key));
const message = (key: string, text: string) =>
  as(ann).post('/message/', { conversation_id: conversation, message: text }, named(key));
const isReplay = ({ headers }: Answer) => headers['idempotency-replayed'] === 'true';
const countOf = async (table: string, condition = 'true') =>
  Number((await service.sql(`select count(*)::int as n from ${table} where ${condition}`))[0]?.['n']);

/** The body of a GraphQL request. */
async function graphql(person: Person, query: string, variables: Mapping, key?: string): Promise<Answer> {
  return as(person).sendTo('POST', '/graphql', {
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...(key ? named(key) : {}) },
    body: JSON.stringify({ query, variables }),
  });
}
const addComment =
  'mutation ($id: ID!, $text: String!) { addComment(input: { postId: $id, comment: $text }) { comment { id comment } } }';

/** Returns a GraphQL answer without the cost of the request. */
const answered = ({ text }: Answer) => text.replace(/,"extensions":\{"cost":.*$/s, '');

test('a request with the same key is refused although its type and body have the same bytes, divided at another place', async () => {
  const key = randomUUID();
  const send = (type: string, body: string) =>
    as(ann).send('POST', '/comment/', { headers: { 'Content-Type': type, ...named(key) }, body });
  const rest = `post_id=${post}&comment=Divided`;
  expect((await send(`${contentTypes.form};`, ` a&${rest}`)).status).toBe(201);
  const again = await send(`${contentTypes.form}; a&`, rest);
  expect([again.status, isReplay(again)]).toEqual([422, false]);
});

describe('a repeated request with the same key', () => {
  test('has the same answer and no further effect', async () => {
    const key = randomUUID();
    const first = await message(key, 'Once');
    const second = await message(key, 'Once');
    expect([first.status, isReplay(first), isReplay(second)]).toEqual([201, false, true]);
    expect([second.status, second.text, second.headers.location]).toEqual([201, '', first.headers.location]);
    expect(await countOf('message', "message = 'Once'")).toBe(1);
    expect(await countOf('message', `id = ${idIn(first)}`)).toBe(1);
  });

  test('has the same bytes in every format, with the override header, and for files', async () => {
    const sent: [string, string, Record<string, string>, string | Buffer][] = [
      ['POST', '/workout/?format=xml', { 'Content-Type': contentTypes.json }, JSON.stringify(workoutBody())],
      ['POST', '/workout/', { 'Content-Type': contentTypes.json, Accept: 'text/yaml' }, JSON.stringify(workoutBody())],
      ['POST', '/workout/', { 'Content-Type': contentTypes.gpx }, makeGpx({ track: '<name>Gpx</name>' })],
      ['POST', '/like/toggle/', { 'Content-Type': contentTypes.form }, `object_type=post&object_id=${post}`],
      ['POST', `/user/${ann.id}/`, { 'Content-Type': contentTypes.json, 'X-HTTP-Method-Override': 'PATCH' }, '{}'],
      ['POST', `/picture/?post_id=${post}`, { 'Content-Type': 'image/jpeg' }, await smallJpeg()],
    ];
    for (const [method, path, headers, body] of sent) {
      const send = (key: string) => as(ann).send(method, path, { headers: { ...headers, ...named(key) }, body });
      const key = randomUUID();
      const [first, second] = [await send(key), await send(key)];
      expect([path, first.status < 300, isReplay(first), isReplay(second)]).toEqual([path, true, false, true]);
      expect([second.status, second.text, second.headers['content-type'], second.headers.location]).toEqual([
        first.status,
        first.text,
        first.headers['content-type'],
        first.headers.location,
      ]);
    }
    // The like was toggled once.
    expect((await as(ann).get(`/post/${post}/`)).json<{ likers: number[] }>().likers).toEqual([ann.id]);
  });

  test('has the complete answer over GraphQL, with all mutations of its document', async () => {
    const both = `mutation ($id: ID!) {
      one: addComment(input: { postId: $id, comment: "Both 1" }) { comment { id } }
      two: addComment(input: { postId: $id, comment: "Both 2" }) { comment { id } } }`;
    const key = randomUUID();
    const send = () => graphql(ann, both, { id: globalId('Post', post) }, key);
    const [first, second] = [await send(), await send()];
    expect(first.json()).toMatchObject({ data: { one: expect.anything(), two: expect.anything() } });
    expect([answered(second), second.status, isReplay(second)]).toEqual([answered(first), 200, true]);
    expect(await countOf('comment', "comment like 'Both _'")).toBe(2);
  });

  test('keeps the effect of mutations before the one that failed', async () => {
    const query = `mutation ($id: ID!) { addComment(input: { postId: $id, comment: "Half" }) { comment { id } }
      deleteComment(input: { id: "x" }) { deletedId } }`;
    const key = randomUUID();
    const send = () => graphql(ann, query, { id: globalId('Post', post) }, key);
    const [first, second] = [await send(), await send()];
    expect(first.json()).toMatchObject({ errors: [{ path: ['deleteComment'] }] });
    expect([answered(second), isReplay(second)]).toEqual([answered(first), true]);
    expect(await countOf('comment', "comment = 'Half'")).toBe(1);
  });

  test('with any difference in its content is answered with 422', async () => {
    const key = randomUUID();
    await comment(bob, key);
    const other = await comment(bob, key, 'Something else');
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    expect((await as(bob).post('/like/toggle/', { post_id: post, comment: 'Well run' }, named(key))).status).toBe(422);
    const overGraphql = await graphql(bob, addComment, { id: globalId('Post', post), text: 'x' }, key);
    expect(overGraphql.status).toBe(422);
    expect(overGraphql.json()).toMatchObject({ errors: [{ extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } }] });
    // The same key of another user is a different key.
    expect(isReplay(await comment(cho, key))).toBe(false);
  });

  test('is executed again if it was refused, and after 24 hours', async () => {
    const key = randomUUID();
    expect((await as(bob).post('/comment/', { post_id: 999_999, comment: 'x' }, named(key))).status).toBe(404);
    expect((await comment(bob, key, 'Later')).status).toBe(201);
    service.clock.set(new Date(Date.now() + 23 * 3_600_000));
    expect(isReplay(await comment(bob, key, 'Later'))).toBe(true);
    service.clock.set(new Date(Date.now() + 24 * 3_600_000 + 60_000));
    expect(isReplay(await comment(bob, key, 'Later'))).toBe(false);
    service.clock.set(new Date(Date.now() + 50 * 3_600_000));
    await sweepEnded(service.processContext);
    expect(await countOf('kept_answer')).toBe(0);
  });

  test('registers once, and its stored answer cannot be read without the key', async () => {
    const body = { first_name: 'Uma', last_name: 'Once', email: 'uma.once@example.com', password: "Uma's password" };
    const key = randomUUID();
    const register = () => nobody(service).post('/account/register/', body, named(key));
    const [first, second] = [await register(), await register()];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    const { api_key } = first.json<{ api_key: string }>();
    const [kept] = await service.sql('select * from kept_answer order by created_date desc limit 1');
    expect(Buffer.from(kept?.['answer'] as Uint8Array).toString('latin1')).not.toContain(api_key);
    expect(JSON.stringify(kept)).not.toContain(key);
  });

  test('sends one mail, queues one job, and moves posts once', async () => {
    const rows: [string, Mapping][] = [
      ['/invitation/', { email: 'once@example.org' }],
      [`/profile/${bob.id}/`, { location_name: 'Boston, MA' }],
      ['/friendship/request/', { user_id: cho.id }],
      ['/account/login/', { email: bob.email, password: bob.password }],
    ];
    for (const [path, body] of rows) {
      const headers = {
        ...named(randomUUID()),
        ...(path.includes('profile') ? { 'X-HTTP-Method-Override': 'PATCH' } : {}),
      };
      const [first, second] = [await as(bob).post(path, body, headers), await as(bob).post(path, body, headers)];
      expect([path, first.status < 300, second.text, isReplay(second)]).toEqual([path, true, first.text, true]);
    }
    expect(await mailsTo(service, 'once@example.org', 1)).toHaveLength(1);
    expect(await countOf('api_key', `user_id = ${bob.id}`)).toBe(2);
  });

  test('leaves no data when the account is deleted', async () => {
    const eve = await newPerson(service, 'Eve', 'Leaves');
    await comment(eve, randomUUID());
    const query = 'mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }';
    const left = await graphql(eve, query, { password: eve.password }, randomUUID());
    expect(left.json()).toMatchObject({ data: { deleteAccount: { done: true } } });
    expect(await countOf('kept_answer', `user_id = ${eve.id}`)).toBe(0);
  });
});

describe('the key itself', () => {
  test.each([
    ['too long', 'x'.repeat(256)],
    ['empty', ''],
    ['with a space', 'a b'],
    ['with a tab', 'a\tb'],
    ['outside ASCII', 'clé'],
  ])('%s is refused with its own code', async (_what, key) => {
    const before = await countOf('comment');
    const refused = await comment(ann, key);
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/^Idempotency-Key: must be/)]);
    const overGraphql = await as(ann).sendTo('POST', '/graphql', {
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ query: addComment, variables: { id: globalId('Post', post), text: 'x' } }),
    });
    expect(overGraphql.status).toBe(400);
    expect(overGraphql.text).toContain('Idempotency-Key');
    expect(await countOf('comment')).toBe(before);
  });

  test('is ignored by reads, and refused where results are streamed', async () => {
    const key = randomUUID();
    expect((await as(ann).get('/me/', named(key))).headers['idempotency-replayed']).toBeUndefined();
    expect((await as(ann).get('/me/', named('not a key'))).status).toBe(200);
    expect((await graphql(ann, '{ me { firstName } }', {}, key)).json()).toMatchObject({ data: { me: {} } });
    expect((await comment(ann, key, 'After reading')).status).toBe(201);
    const stream = await fetch(`${service.url}/graphql/stream`, {
      method: 'POST',
      headers: {
        ...named(key),
        Authorization: ann.authorization,
        Accept: 'text/event-stream',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ query: addComment, variables: { id: globalId('Post', post), text: 'Streamed' } }),
    });
    expect(await stream.text()).toContain('Idempotency-Key');
    expect(await countOf('comment', "comment = 'Streamed'")).toBe(0);
  });

  test('returns no stored answer to an API key without the scope', async () => {
    const { data } = await as(ann).graphql<{ createApiKey: { apiKey: string } }>(
      'mutation { createApiKey(input: { name: "r", scopes: [READ] }) { apiKey } }',
    );
    const reader = new Client(service.url, `Bearer ${data?.createApiKey.apiKey}`);
    const [key, body] = [
      randomUUID(),
      JSON.stringify({ query: addComment, variables: { id: globalId('Post', post), text: 'S' } }),
    ];
    const send = (client: Client) =>
      client.sendTo('POST', '/graphql', { headers: { 'Content-Type': 'application/json', ...named(key) }, body });
    expect((await send(as(ann))).json()).toMatchObject({ data: { addComment: expect.anything() } });
    const refused = await send(reader);
    expect([refused.status, refused.json()]).toMatchObject([
      403,
      { errors: [{ extensions: { missingScopes: ['FEED_WRITE'] } }] },
    ]);
  });
});
