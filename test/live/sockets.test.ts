/** Subscriptions work over WebSockets, with sign-in, operations, and the specified close codes. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { liveLimits } from '../../schema/transport/live-limits.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { liveCursor, messageAdded, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';

const service = await testService({}, { heartbeatMs: 1000 });
const { ann, bob } = await cast(service);
const keyOf = (person: Person) => person.authorization.split(':')[1] ?? '';
const me = '{ me { firstName } }';

async function signedIn(person: Person): Promise<TestSocket> {
  return new TestSocket(service.url).init({ authorization: person.authorization });
}

test('the former protocol of WebSockets is told which one is spoken', async () => {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-ws');
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(String(data)));
  const { code, reason } = await new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
  expect([code, reason]).toEqual([4406, expect.stringContaining('graphql-transport-ws')]);
  expect(JSON.parse(messages[0] ?? '')).toEqual({ type: 'connection_error', payload: { message: reason } });
});

describe('signing in', () => {
  const ways: [string, (person: Person) => Record<string, unknown>][] = [
    ['authorization with ApiKey', ({ authorization }) => ({ authorization })],
    ['Authorization with Bearer', (person) => ({ Authorization: `Bearer ${keyOf(person)}` })],
    ['AUTHORIZATION', ({ authorization }) => ({ AUTHORIZATION: authorization })],
    ['apiKey', (person) => ({ apiKey: keyOf(person) })],
    ['apiKey with the name', (person) => ({ apiKey: `${person.username}:${keyOf(person)}` })],
  ];
  test.each(ways)('by the parameter %s', async (_name, parameters) => {
    const socket = await new TestSocket(service.url).init(parameters(ann));
    expect((await socket.operate(me).first(1))[0]).toEqual({ firstName: 'Ann' });
    socket.raw.close();
  });

  test('by the header', async () => {
    const socket = await new TestSocket(service.url, { headers: { Authorization: ann.authorization } }).init();
    expect((await socket.operate(me).first(1))[0]).toEqual({ firstName: 'Ann' });
    socket.raw.close();
  });

  test.each([
    ['an unknown key', { authorization: 'Bearer nonsense' }],
    ['a malformed header', { authorization: 'nonsense' }],
    ['the key of somebody else', { authorization: `ApiKey ${ann.username}:${keyOf(bob)}` }],
  ])('is refused with %s', async (_name, parameters) => {
    const socket = await new TestSocket(service.url).init(parameters);
    expect(await socket.closed).toEqual({ code: 4403, reason: expect.stringMatching(/^INVALID_KEY: /) });
  });

  test('can be left out, and subscriptions then answer UNAUTHENTICATED', async () => {
    const socket = await new TestSocket(service.url).init();
    for (const query of [messageAdded, 'subscription { feedPostAdded { cursor } }', me, '{ liveCursor }'])
      expect([query, await socket.operate(query).refused()]).toEqual([query, 'UNAUTHENTICATED']);
    socket.raw.close();
  });

  test('ends with the key, within seconds, and only for that key', async () => {
    const eve = await newPerson(service, 'Eve', 'Everly');
    const other = await as(eve).graphql<{ signIn: { apiKey: string } }>(
      'mutation ($input: SignInInput!) { signIn(input: $input) { apiKey } }',
      { input: { email: eve.email, password: eve.password } },
    );
    const [first, second] = [
      await signedIn(eve),
      await new TestSocket(service.url).init({ apiKey: other.data?.signIn.apiKey }),
    ];
    const { data } = await as(eve).graphql<{ apiKeys: { id: string; current: boolean }[] }>('{ apiKeys { id } }');
    const ids = (await service.sql('select id from api_key where user_id = ? order by id desc limit 1', [eve.id]))[0];
    expect(data?.apiKeys.length).toBe(2);
    const live = second.operate(messageAdded);
    await as(eve).graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { __typename } }', {
      id: globalId('ApiKey', Number(ids?.['id'])),
    });
    expect(await second.closed).toEqual({ code: 4403, reason: expect.stringMatching(/^INVALID_KEY: /) });
    expect(live.events).toEqual([]);
    expect((await first.operate(me).first(1))[0]).toEqual({ firstName: 'Eve' });
    // Revoked by another process: only the announcement comes here.
    await service.sql('delete from api_key where user_id = ?', [eve.id]);
    await service.sql(`select pg_notify('key_revoked', 'all:${eve.id}')`);
    expect(await first.closed).toEqual({ code: 4403, reason: expect.stringMatching(/^INVALID_KEY: /) });
  });
});

describe('operations', () => {
  test('queries and mutations work, by the rules of HTTP', async () => {
    const socket = await signedIn(ann);
    const id = await start(ann, [bob]);
    const live = socket.operate(messageAdded, { after: await liveCursor(as(ann)) });
    const sent = socket.operate(
      'mutation ($id: ID!) { sendMessage(input: { conversationId: $id, message: "Over the socket" }) { message { message } } }',
      { id: globalId('Conversation', id) },
    );
    expect((await sent.first(1))[0]).toEqual({ message: { message: 'Over the socket' } });
    await sent.ended;
    expect(await live.first(1)).toMatchObject([{ message: { message: 'Over the socket' } }]);

    const deep = `{ me ${'{ profile { user '.repeat(20)} { id } ${'} }'.repeat(20)} }`;
    const refused = [
      '{ nothing }',
      deep,
      `{ ${Array.from({ length: 40 }, (_, i) => `a${i}: liveCursor`).join(' ')} }`,
      `{ me { ${'id '.repeat(4000)} } }`,
      '{ workouts(first: 1000) { nodes { gpx title user { firstName } } } }',
      'query One { liveCursor } query Two { liveCursor }',
      '{ workouts(first: -1) { totalCount } }',
      '{ me { id }',
    ];
    for (const query of refused) {
      const { errors } = await as(ann).graphql(query);
      const live = socket.operate(query);
      expect(errors.length).toBeGreaterThan(0);
      expect([query.slice(0, 60), await live.refused()]).toEqual([query.slice(0, 60), errors[0]?.extensions.code]);
      await live.ended;
    }
    socket.raw.close();
  });

  test('a reader receives nothing of the selection of another', async () => {
    const id = await start(ann, [bob]);
    const query = `subscription ($after: String) { messageAdded(after: $after) { message { user { firstName email } conversation { unreadMessages } } } }`;
    const sockets = [await signedIn(ann), await signedIn(bob)];
    const lives = await Promise.all(
      sockets.map(async (socket) => socket.operate(query, { after: await liveCursor(as(ann)) })),
    );
    await say(ann, id, 'Mine');
    const seen = await Promise.all(lives.map((live) => live.first(1)));
    expect(seen.map(([event]) => event?.['message'])).toEqual([
      { user: { firstName: 'Ann', email: ann.email }, conversation: { unreadMessages: 0 } },
      { user: { firstName: 'Ann', email: null }, conversation: { unreadMessages: 2 } },
    ]);
    for (const socket of sockets) socket.raw.close();
  });

  test('a subscription over HTTP is refused with the address to use', async () => {
    const { errors } = await as(ann).graphql(messageAdded);
    expect(errors).toMatchObject([
      { message: expect.stringMatching('WebSocket'), extensions: { code: 'BAD_REQUEST' } },
    ]);
  });

  test('an operation that the client has completed sends nothing more', async () => {
    const socket = await signedIn(ann);
    const id = await start(ann, [bob]);
    const after = await liveCursor(as(ann));
    const [stopped, going] = [socket.operate(messageAdded, { after }), socket.operate(messageAdded, { after })];
    stopped.stop();
    await socket
      .operate('{ liveCursor }')
      .first(1)
      .catch(() => {});
    await say(ann, id, 'Still there?');
    await going.first(1);
    expect(stopped.events.length).toBe(0);
    socket.raw.close();
  });
});

describe('limits', () => {
  test('connections of a user', async () => {
    const fay = await newPerson(service, 'Fay', 'Fuller');
    const many = await Promise.all(Array.from({ length: liveLimits.connectionsPerUser }, () => signedIn(fay)));
    const oneMore = await signedIn(fay);
    expect((await oneMore.closed).code).toBe(4420);
    many[0]?.raw.close();
    await many[0]?.closed;
    // The service hears of it a moment later.
    let fits = await signedIn(fay);
    for (let i = 0; i < 50 && fits.raw.readyState !== 1; i++) fits = await signedIn(fay);
    expect(fits.raw.readyState).toBe(1);
    for (const socket of [...many, fits]) socket.raw.close();
  });

  test('operations of a socket', async () => {
    const socket = await signedIn(ann);
    const lives = Array.from({ length: liveLimits.operationsPerSocket + 1 }, () => socket.operate(messageAdded));
    expect(await lives.at(-1)?.refused()).toBe('TOO_MANY_SUBSCRIPTIONS');
    expect(lives[0]?.results.all).toEqual([]);
    lives[0]?.stop();
    const id = await start(ann, [bob]);
    const again = socket.operate(messageAdded, { after: await liveCursor(as(ann)) });
    await say(ann, id, 'Room again');
    await again.first(1);
    socket.raw.close();
  });

  test.each<[string, string, number]>([
    ['no JSON', 'hello', 4400],
    ['no message', '{}', 4400],
    ['a message of the server’s', '{"type":"next","id":"1","payload":{}}', 4400],
    ['a subscription without an id', '{"type":"subscribe","payload":{"query":"{ me { id } }"}}', 4400],
    [
      'variables that are none',
      '{"type":"subscribe","id":"1","payload":{"query":"{ liveCursor }","variables":[1]}}',
      4400,
    ],
    ['a second introduction', '{"type":"connection_init"}', 4429],
    ['more than a message may have', `{"type":"ping","payload":{"a":"${'x'.repeat(liveLimits.messageBytes)}"}}`, 1009],
  ])('%s closes the socket', async (_name, frame, code) => {
    const socket = await signedIn(ann);
    socket.send(frame);
    expect((await socket.closed).code).toBe(code);
  });

  test('a socket without connection_init, or with an earlier operation, is closed', async () => {
    const early = new TestSocket(service.url);
    await early.opened();
    early.operate(me);
    expect((await early.closed).code).toBe(4401);
    const silent = new TestSocket(service.url);
    expect((await silent.closed).code).toBe(4408);
  });

  const ping = (bytes: number) => JSON.stringify({ type: 'ping', payload: { a: 'x'.repeat(bytes) } });
  test.each<[string, boolean, string[], number]>([
    ['a large ping without a key', false, [ping(50_000)], 4400],
    ['a large ping with one', true, [ping(50_000)], 4400],
    ['a large pong', true, [ping(50_000).replace('ping', 'pong')], 4400],
    [
      'a large introduction',
      false,
      [JSON.stringify({ type: 'connection_init', payload: { a: 'x'.repeat(50_000) } })],
      4400,
    ],
    ['hundreds of pings without a key', false, Array.from({ length: 300 }, () => ping(10)), 4429],
    ['hundreds of pings with one', true, Array.from({ length: 300 }, () => ping(10)), 4429],
  ])('%s closes the socket, and little is echoed', async (_name, hasKey, frames, code) => {
    const socket = hasKey ? await signedIn(ann) : new TestSocket(service.url);
    await socket.opened();
    for (const frame of frames) socket.send(frame);
    expect((await socket.closed).code).toBe(code);
    expect(JSON.stringify(socket.messages.all).length).toBeLessThan(10_000);
  });

  test('pings are answered with their payload, before and after connection_init', async () => {
    const socket = new TestSocket(service.url);
    await socket.opened();
    socket.send('{"type":"ping","payload":{"at":1}}');
    socket.send('{"type":"ping"}');
    await socket.init({ authorization: ann.authorization });
    socket.send('{"type":"ping","payload":{"at":2}}');
    const pongs = () => socket.messages.all.filter(({ type }) => type === 'pong');
    await socket.messages.until(() => pongs().length === 3, 'three pongs');
    expect(pongs()).toEqual([
      { type: 'pong', payload: { at: 1 } },
      { type: 'pong' },
      { type: 'pong', payload: { at: 2 } },
    ]);
    socket.raw.close();
  });

  test('another protocol or path is refused', async () => {
    expect((await new TestSocket(service.url, {}, []).closed).code).toBe(4406);
    expect((await new TestSocket(`${service.url}/elsewhere`).closed).code).toBe(1006);
  });

  test.each([
    ['GET', '/healthz', undefined, 200],
    ['GET', '/api/v1/me/', undefined, 200],
    ['POST', '/graphql', JSON.stringify({ query: me }), 200],
    ['GET', '/graphql?query=%7B__typename%7D', undefined, 200],
    ['GET', '/elsewhere', undefined, 404],
  ])('an offer of another protocol at %s %s is ignored', async (method, path, body, status) => {
    for (const upgrade of ['h2c', 'TLS/1.3', 'h2c, websocket']) {
      const headers = {
        Connection: 'Upgrade, HTTP2-Settings',
        Upgrade: upgrade,
        'HTTP2-Settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
        'Content-Type': 'application/json',
        Accept: 'application/json',
      };
      const answer = await as(ann).sendTo(method, path, { headers, ...(body ? { body } : {}) });
      expect([upgrade, answer.status]).toEqual([upgrade, status]);
    }
  });

  test('a client that does not answer pings is disconnected, and others are not', async () => {
    const [dead, alive] = [new TestSocket(service.url, { autoPong: false }), await signedIn(ann)];
    await dead.init({ authorization: ann.authorization });
    expect((await dead.closed).code).toBe(1006);
    expect((await alive.operate(me).first(1))[0]).toEqual({ firstName: 'Ann' });
    alive.raw.close();
  });
});
