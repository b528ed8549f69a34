/**
 * A person, an address and a network of addresses have a share of what callers can fill, and callers take turns. Whoever comes from
 * elsewhere is served while a flood waits. Each address is named by X-Forwarded-For, as behind a proxy.
 */
import { describe, expect, test } from '@jest/globals';
import { allBounds } from '../../src/platform/bounds.ts';
import { newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService({ TRUST_PROXY: 'on', CONNECTIONS_PER_ADDRESS: '5000' });
const [eve, fay] = [await newPerson(service, 'Eve', 'Share'), await newPerson(service, 'Fay', 'Share')];

/** Signs in from an address, over a connection of its own. */
async function signIn(from: string, email: string, password: string, apiInterface: 'rest' | 'graphql') {
  const headers = { 'X-Forwarded-For': from, 'Content-Type': 'application/json' };
  const input = `{ email: ${JSON.stringify(email)}, password: ${JSON.stringify(password)} }`;
  const [path, body] =
    apiInterface === 'rest'
      ? ['/api/v1/account/login/', { email, password }]
      : ['/graphql', { query: `mutation { signIn(input: ${input}) { username } }` }];
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return /RATE_LIMITED/.test(text) ? 429 : answer.status;
}

/** Where a flood of wrong passwords comes from, and how many come from each address. */
const floods: [name: string, addresses: string[], each: number][] = [
  ['five addresses of a network', [1, 2, 3, 4, 5].map((n) => `198.51.100.${n}`), 60],
  ['five networks of an IPv6 provider', [1, 2, 3, 4, 5].map((n) => `2001:db8:7:${n}::1`), 60],
];

describe('passwords', () => {
  test.each(floods)('of %s leave room for those of a stranger', async (_name, addresses, each) => {
    const flood: number[] = [];
    const all = addresses.flatMap((address) =>
      Array.from({ length: each }, async (_, n) =>
        flood.push(await signIn(address, `nobody${n}@example.org`, 'not the password', n % 2 ? 'rest' : 'graphql')),
      ),
    );
    // What is refused is answered at once, so the line is full by now.
    while (!flood.includes(429) && flood.length < addresses.length * each)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await signIn('203.0.113.9', eve.email, eve.password, 'rest')).toBe(200);
    expect(await signIn('203.0.113.10', fay.email, fay.password, 'graphql')).toBe(200);
    await Promise.all(all);
  });
});

/** Her password is compared as slowly as in production, so a line of guesses at it stays. */
const slowly = { first_name: 'Sue', last_name: 'Slow', email: 'sue@example.com', password: 'hash me slowly please' };

test('when the line of passwords is full, a stranger takes the place of one of many who wait', async () => {
  await fetch(`${service.url}/api/v1/account/register/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(slowly),
  });
  const flood: number[] = [];
  const addresses = Array.from({ length: 60 }, (_, n) => `192.0.${n % 6}.${n}`);
  const all = Array.from({ length: 600 }, async (_, n) =>
    flood.push(await signIn(addresses[n % 60] ?? '', slowly.email, 'not the password', n % 2 ? 'rest' : 'graphql')),
  );
  while (flood.filter((status) => status === 429).length < 100) await new Promise((resolve) => setTimeout(resolve, 5));
  const stranger = signIn('203.0.113.9', eve.email, eve.password, 'rest');
  const neighbor = signIn('192.0.1.200', fay.email, fay.password, 'graphql');
  expect([await stranger, await neighbor]).toEqual([200, 200]);
  await Promise.all(all);
});

test.each(allBounds())('the bound $name states the share of a person, an address and a network', ({ share, limit }) => {
  if (typeof share === 'string') return void expect(share).toMatch(/^[A-Z].{10,}\.$/);
  const { person, address, network } = share;
  expect([person > 0, person <= address, address <= network]).toEqual([true, true, true]);
  // Whatever one network takes, something is left.
  expect(network).toBeLessThan(limit as number);
});
