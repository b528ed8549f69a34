/** Subscriptions work over server-sent events. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-sse';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import { liveLimits } from '../../schema/transport/live-limits.ts';
import { holdBody } from '../support/held-body.ts';
import { holdStatements } from '../support/held-statements.ts';
import { rawRequest } from '../support/raw-socket.ts';
import { liveCursor, messageAdded, stream } from '../support/live.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const headers = { Accept: 'text/event-stream', Authorization: bob.authorization };

describe('server-sent events', () => {
  test('are delivered to the client of graphql-sse', async () => {
    const id = await start(ann, [bob]);
    const client = createClient({
      url: `${service.url}/graphql/stream`,
      headers: { Authorization: bob.authorization },
    });
    const results = client.iterate({ query: messageAdded, variables: { after: await liveCursor(as(bob)) } });
    await say(ann, id, 'To a client');
    expect((await results.next()).value).toMatchObject({
      data: { messageAdded: { message: { message: 'To a client' } } },
    });
    client.dispose();
  });

  test('have the cursor as their id, and resume after the one that a browser sends', async () => {
    const id = await start(ann, [bob]);
    const after = await liveCursor(as(bob));
    for (const text of ['One', 'Two', 'Three']) await say(ann, id, text);
    const auth = { Authorization: bob.authorization };
    const live = await stream(service.url, auth, { query: messageAdded, variables: { after } });
    const events = await live.first(3);
    expect(live.ids).toEqual(events.map(({ cursor }) => cursor));
    live.stop();
    const again = await stream(
      service.url,
      { ...auth, 'Last-Event-ID': live.ids[1] ?? '' },
      { query: messageAdded, variables: { after } },
    );
    expect((await again.first(1))[0]).toMatchObject({ message: { message: 'Three' } });
    again.stop();
  });

  test('also answer queries and mutations, but no mutations by GET', async () => {
    const live = await stream(service.url, { Authorization: bob.authorization }, { query: '{ me { firstName } }' });
    expect((await live.first(1))[0]).toEqual({ firstName: 'Bob' });
    await live.ended;
    const get = (query: string) =>
      fetch(`${service.url}/graphql/stream?query=${encodeURIComponent(query)}`, { headers });
    expect(await (await get('{ me { firstName } }')).text()).toMatch('"Bob"');
    expect((await get('mutation { deletePost(input: { id: "x" }) { deletedId } }')).status).toBe(405);
  });

  test('refuse invalid requests', async () => {
    const post = (body: string, more = {}) =>
      fetch(`${service.url}/graphql/stream`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', ...more },
        body,
      });
    expect((await post('{')).status).toBe(400);
    expect((await post('{}')).status).toBe(400);
    expect((await post('{"query":1}')).status).toBe(400);
    expect((await post(JSON.stringify({ query: messageAdded }), { Authorization: 'Bearer nonsense' })).status).toBe(
      401,
    );
    expect((await post(JSON.stringify({ query: messageAdded }), { Accept: 'application/json' })).status).toBe(406);
    expect((await post(JSON.stringify({ query: 'x'.repeat(2_000_000) }))).status).toBe(413);
  });

  test('end with their key', async () => {
    const live = await stream(service.url, { Authorization: bob.authorization }, { query: messageAdded });
    await service.sql('delete from api_key where user_id = ?', [bob.id]);
    await service.sql(`select pg_notify('key_revoked', 'all:${bob.id}')`);
    expect(await live.refused()).toBe('INVALID_KEY');
    await live.ended;
  });

  test('are not opened with a key that is revoked while their body comes', async () => {
    const ida = await newPerson(service, 'Ida', 'Ends');
    const held = await holdBody(service.url, {
      path: '/graphql/stream',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json', Authorization: ida.authorization },
      body: Buffer.from(JSON.stringify({ query: messageAdded })),
    });
    await sleep(200);
    await service.sql('delete from api_key where user_id = ?', [ida.id]);
    await service.sql(`select pg_notify('key_revoked', 'all:${ida.id}')`);
    for (let tries = 0; held.answer() === '' && tries < 100; tries++) await sleep(50);
    expect(await held.finish()).toBe(401);
    expect(held.answer()).toContain('INVALID_KEY');
  });

  test('of clients that go away while their key is looked up keep no slot', async () => {
    const fay = await newPerson(service, 'Fay', 'Away');
    await service.sql(`select pg_notify('key_revoked', 'all:${fay.id}')`);
    const held = holdStatements(service, /^viewers_by_keys$/);
    const body = JSON.stringify({ query: messageAdded });
    const head = `POST /graphql/stream HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nAuthorization: ${fay.authorization}\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (let i = 0; i < liveLimits.connectionsPerUser; i++) await rawRequest(service.url, [head + body], true);
    while (held.waiting() === 0) await sleep(20);
    await sleep(200);
    held.release();
    const live = await stream(service.url, { Authorization: fay.authorization }, { query: messageAdded });
    live.stop();
  });

  test('end once, however often the keys are checked while they end', async () => {
    const eve = await newPerson(service, 'Eve', 'Ends');
    const lives = await Promise.all(
      Array.from({ length: 5 }, () =>
        stream(service.url, { Authorization: eve.authorization }, { query: messageAdded }),
      ),
    );
    await service.sql('delete from api_key where user_id = ?', [eve.id]);
    const again = Array.from({ length: 40 }, (_, n) =>
      service.sql(`select pg_notify('key_revoked', '${n}:${eve.id}')`),
    );
    await Promise.all(again);
    for (const live of lives) expect(await live.refused()).toBe('INVALID_KEY');
    for (const live of lives) await live.ended;
    expect((await as(ann).get('/me/')).status).toBe(200);
  });
});
