/** Users can create API keys with scopes and an expiry, and can see when and from where each key was used. */
import { afterEach, describe, expect, test } from '@jest/globals';
import type { ScopeName } from '../../src/domain/rules/scopes.ts';
import { sweepEnded } from '../../src/wiring/sweeping.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { stream, TestSocket } from '../support/live.ts';
import { holdStatements } from '../support/held-statements.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

const service = await testService({ TRUST_PROXY: 'on' });
const ann = await newPerson(service, 'Ann', 'Archer');
afterEach(() => service.clock.set(null));

interface Key {
  id: string;
  name: string | null;
  scopes: ScopeName[];
  expiresDate: string | null;
  lastUsedDate: string | null;
  lastUsedFrom: string | null;
  lastUsedBy: string | null;
}

const fields = 'id name scopes expiresDate lastUsedDate lastUsedFrom lastUsedBy';
const document = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey key { ${fields} } } }`;
async function create(by: Client, scopes: ScopeName[], expiresDate: string | null = null, name = 'Watch') {
  const { data, errors } = await by.graphql<{ createApiKey: { apiKey: string; key: Key } }>(document, {
    input: { name, scopes, expiresDate },
  });
  const { apiKey = '', key } = data?.createApiKey ?? {};
  return { client: new Client(service.url, `Bearer ${apiKey}`), apiKey, key, refusal: errors[0]?.extensions };
}
const soon = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
const keysOf = async (client: Client) =>
  (await client.graphql<{ apiKeys: Key[] }>(`{ apiKeys { ${fields} } }`)).data?.apiKeys ?? [];
const revoke = (client: Client, id: string | undefined) =>
  client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { done } }', { id });
const hour = 3_600_000;

describe('a created key', () => {
  test('has the requested scopes, name and expiry; the key of a sign-in has all scopes', async () => {
    const expires = soon(hour);
    const { key, client } = await create(as(ann), ['FEED_READ', 'FEED_WRITE', 'EVENTS_READ'], expires);
    expect(key).toMatchObject({ name: 'Watch', scopes: ['FEED_WRITE', 'EVENTS_READ'] });
    expect(Date.parse(key?.expiresDate ?? '')).toBe(Date.parse(expires));
    expect((await client.get('/post/')).status).toBe(200);
    const own = (await keysOf(as(ann))).find(({ name }) => name === null);
    expect(own).toMatchObject({ scopes: ['ALL'], expiresDate: null });
  });

  test('is refused without scopes, with an unknown scope, without a name, and with an expiry in the past', async () => {
    expect((await create(as(ann), [])).refusal).toMatchObject({
      code: 'INVALID',
      fields: { scopes: expect.any(String) },
    });
    expect((await create(as(ann), ['SWIM_READ' as ScopeName])).refusal?.code).toBe('INVALID');
    expect((await create(as(ann), ['READ'], null, ' ')).refusal).toMatchObject({
      fields: { name: expect.any(String) },
    });
    expect((await create(as(ann), ['READ'], soon(-1000))).refusal).toMatchObject({
      fields: { expiresDate: expect.any(String) },
    });
  });

  test('can neither create nor revoke a key with more scopes or a later expiry', async () => {
    const { client, key } = await create(as(ann), ['ACCOUNTS_WRITE', 'READ'], soon(hour));
    expect((await create(client, ['ALL'], soon(1000))).refusal).toMatchObject({ missingScopes: ['ALL'] });
    expect((await create(client, ['FEED_WRITE'], soon(1000))).refusal).toMatchObject({ missingScopes: ['FEED_WRITE'] });
    expect((await create(client, ['READ'])).refusal?.code).toBe('INVALID');
    expect((await create(client, ['READ'], soon(2 * hour))).refusal?.code).toBe('INVALID');
    const made = await create(client, ['ACCOUNTS_WRITE', 'FEED_READ'], soon(1000_000));
    expect(made.key?.scopes).toEqual(['ACCOUNTS_WRITE', 'FEED_READ']);
    expect((await revoke(made.client, key?.id)).errors[0]?.extensions).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    const all = (await keysOf(client)).find(({ scopes }) => scopes.includes('ALL'));
    expect((await revoke(client, all?.id)).errors[0]?.extensions.code).toBe('INSUFFICIENT_SCOPE');
    expect((await as(ann).get('/me/')).status).toBe(200);
    expect((await revoke(client, made.key?.id)).data).toEqual({ revokeApiKey: { done: true } });
    expect((await made.client.get('/post/')).status).toBe(401);
  });

  test('is not made by a key that is revoked meanwhile', async () => {
    const { client, key } = await create(as(ann), ['ALL']);
    const held = holdStatements(service, /^transaction$/);
    const made = create(client, ['ALL']);
    while (held.waiting() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await revoke(as(ann), key?.id)).data).toEqual({ revokeApiKey: { done: true } });
    held.release();
    expect((await made).refusal?.code).toBe('INVALID_KEY');
  });

  test('replaces no other key: it is refused when there are 50 keys, also in simultaneous requests', async () => {
    const ida = await newPerson(service, 'Ida', 'Keys');
    const codes = await Promise.all(
      Array.from({ length: 55 }, async () => (await create(as(ida), ['READ'])).refusal?.code),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(49);
    expect(codes.filter((code) => code === 'TOO_MANY_KEYS')).toHaveLength(6);
    expect((await as(ida).get('/me/')).status).toBe(200);
  });
});

describe('an expired key', () => {
  test('is refused with its own code over both interfaces, and is listed for a week before it is deleted', async () => {
    const { client, key } = await create(as(ann), ['READ'], soon(hour));
    expect((await client.get('/me/')).status).toBe(200);
    service.clock.set(soon(hour + 1000));
    const refused = await client.get('/me/');
    expect([refused.status, refused.text]).toEqual([401, '']);
    expect((await client.graphql('{ me { id } }')).errors[0]?.extensions.code).toBe('KEY_EXPIRED');
    expect((await keysOf(as(ann))).some(({ id }) => id === key?.id)).toBe(true);
    service.clock.set(soon(8 * 24 * hour));
    await sweepEnded(service.processContext);
    expect((await keysOf(as(ann))).some(({ id }) => id === key?.id)).toBe(false);
  });

  test('closes its sockets and streams at that moment', async () => {
    const { apiKey } = await create(as(ann), ['READ'], soon(2500));
    const socket = await new TestSocket(service.url).init({ apiKey });
    const query = 'subscription { messageAdded { cursor } }';
    const live = await stream(service.url, { Authorization: `Bearer ${apiKey}` }, { query });
    expect((await socket.closed).code).toBe(4403);
    await live.ended;
    expect((await nobody(service).get('/me/', { Authorization: `Bearer ${apiKey}` })).status).toBe(401);
  });
});

describe('the last use of a key', () => {
  test('is shown to its owner with the hour, the network and the client', async () => {
    const { client, key } = await create(as(ann), ['READ']);
    expect(key).toMatchObject({ lastUsedDate: null, lastUsedFrom: null, lastUsedBy: null });
    service.clock.set('2031-05-06T07:08:09Z');
    const used = async (forwarded: string) => {
      await client.get('/me/', { 'X-Forwarded-For': forwarded, 'User-Agent': `Watch/2 ${'x'.repeat(500)}` });
      return (await keysOf(as(ann))).find(({ id }) => id === key?.id);
    };
    const first = await used('192.0.2.77');
    expect(first).toMatchObject({ lastUsedDate: '2031-05-06T07:00:00.000000Z', lastUsedFrom: '192.0.2.0/24' });
    expect(first?.lastUsedBy).toHaveLength(200);
    // Within the hour, nothing more is written.
    service.clock.set('2031-05-06T07:59:59Z');
    expect(await used('198.51.100.7')).toEqual(first);
    service.clock.set('2031-05-06T08:00:01Z');
    expect(await used('2001:db8:1:2:3::4')).toMatchObject({
      lastUsedDate: '2031-05-06T08:00:00.000000Z',
      lastUsedFrom: '2001:db8:1::/48',
    });
  });

  test('causes no further statement in the request', async () => {
    const { client } = await create(as(ann), ['READ']);
    await client.get('/me/');
    const statements = await countStatements(service, async () => {
      for (let i = 0; i < 5; i++) await client.get('/me/');
    });
    expect(statements).not.toContain('write_key_uses');
  });
});
