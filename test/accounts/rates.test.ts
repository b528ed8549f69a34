/** Rate limits apply to each kind of request, by network address, key and e-mail address. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { BoundedLimiter } from '../../src/platform/bounded-limiter.ts';
import { makeAddressOf } from '../../src/request/client-address.ts';
import { until } from '../mail/patience.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Answer, Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { holdBody } from '../support/held-body.ts';
import { spendPoints } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import { workoutBody } from '../support/workouts.ts';

// Behind a proxy, so that each test comes from an address of its own.
const network = await fakeNetwork();
const service = await testService({
  ...network.environment,
  RATE_LIMITS: 'on',
  TRUST_PROXY: 'on',
  RATE_POINTS: '25000',
});
let addresses = 0;
const newAddress = () => ({ 'X-Forwarded-For': `192.0.2.${(addresses += 1)}` });
const json = { 'Content-Type': 'application/json' };

function expectTooMany(answer: Answer) {
  expect([answer.status, answer.headers['content-type']]).toEqual([429, 'text/plain; charset=utf-8']);
  expect(answer.text.length).toBeGreaterThan(3);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}
const signIn = (person: Person, address: Record<string, string>, password = person.password) =>
  nobody(service).post('/account/login/', { email: person.email, password }, address);
/** A document of nobody's, from an address. */
async function graphql(query: string, address: Record<string, string>) {
  const parcel = { headers: { ...json, ...address }, body: JSON.stringify({ query }) };
  const answer = await nobody(service).sendTo('POST', '/graphql', parcel);
  return answer.json<{ errors: { path: string[]; extensions: { code: string } }[] }>();
}
/** How many in a row are let through. */
async function letThrough(most: number, attempt: (i: number) => Promise<Answer>): Promise<[number, Answer]> {
  for (let i = 0; ; i++) {
    const answer = await attempt(i);
    if (answer.status === 429 || i === most) return [i, answer];
  }
}

describe('rate limits', () => {
  test('accept 10 failed sign-ins in 5 minutes from an address, over both interfaces together', async () => {
    const eve = await newPerson(service, 'Eve', 'Rates');
    const address = newAddress();
    for (let i = 0; i < 4; i++) {
      expect((await signIn(eve, address, 'wrong')).status).toBe(400);
      // What succeeds is not counted.
      for (let n = 0; n < 3; n++) expect((await signIn(eve, address)).status).toBe(200);
    }
    // Several sign-ins in one document are several attempts: six are left, and the others are too many.
    const one = `signIn(input: { email: "${eve.email}", password: "wrong" }) { apiKey }`;
    const { errors } = await graphql(
      `mutation { ${Array.from({ length: 8 }, (_, i) => `a${i}: ${one}`).join(' ')} }`,
      address,
    );
    expect(errors.slice(6)).toMatchObject([
      { path: ['a6'], extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
      { path: ['a7'], extensions: { code: 'RATE_LIMITED' } },
    ]);
    expectTooMany(await signIn(eve, address));
    expect((await signIn(eve, newAddress())).status).toBe(200);
  });

  test('accept sign-ins at the same time from an address, however long the network takes, and 10 wrong ones', async () => {
    const address = newAddress();
    const says: Record<string, unknown> = {
      debug_token: { data: { is_valid: true, app_id: '4711', user_id: '9', expires_at: 0 } },
      me: { id: '9', first_name: 'Gus', last_name: 'Waking', email: 'gus.waking@example.com' },
    };
    network.mischief = (_request, response, url) => {
      const body = JSON.stringify(says[url.pathname.split('/').at(-1) ?? ''] ?? { data: [], paging: {} });
      setTimeout(() => response.writeHead(200, json).end(body), 50);
    };
    const enter = () => nobody(service).post('/account/social/login/', { token: 'token-9' }, address);
    expect((await enter()).status).toBe(200);
    const entered = await Promise.all(Array.from({ length: 20 }, enter));
    expect(new Set(entered.map(({ status }) => status))).toEqual(new Set([200]));
    says['debug_token'] = { data: { is_valid: false, error: { code: 190, message: 'bad token' } } };
    const refused = await Promise.all(Array.from({ length: 20 }, enter));
    expect(refused.filter(({ status }) => status === 400)).toHaveLength(10);
  });

  test('count changes of password by account, whoever shares the address', async () => {
    const address = newAddress();
    const [hal, ivo] = [await newPerson(service, 'Hal', 'Changing'), await newPerson(service, 'Ivo', 'Changing')];
    const change = (person: Person) =>
      as(person).post('/user/password/', { old_password: 'wrong', new_password: 'another password' }, address);
    const [count, last] = await letThrough(40, () => change(hal));
    expect(count).toBe(25);
    expectTooMany(last);
    expect((await change(ivo)).status).toBe(400);
    expect((await signIn(ivo, address)).status).toBe(200);
  });

  test('count each wrong password of repeated documents', async () => {
    const address = newAddress();
    const document = 'mutation { signIn(input: { email: "nobody@example.com", password: "x" }) { apiKey } }';
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 12; i++) codes.push((await graphql(document, address)).errors[0]?.extensions.code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'WRONG_PASSWORD'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });

  test('set the HTTP status when the answer to a document has no other data', async () => {
    const address = newAddress();
    const query = 'mutation { signIn(input: { email: "nobody@example.com", password: "x" }) { apiKey } }';
    const parcel = { headers: { ...json, ...address }, body: JSON.stringify({ query }) };
    const sendLarge = () => nobody(service).sendTo('POST', '/graphql', parcel);
    for (let i = 0; i < 10; i++) expect((await sendLarge()).status).toBe(200);
    for (let i = 0; i < 2; i++) {
      const answer = await sendLarge();
      const { retryAfter } = answer.json<{ errors: { extensions: Mapping }[] }>().errors[0]?.extensions ?? {};
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, String(retryAfter)]);
    }
  });

  test('apply to web pages before a form is read', async () => {
    const address = newAddress();
    const path = '/password-reset/unknown';
    await spendPoints(nobody(service), address);
    const held = await holdBody(service.url, {
      path,
      headers: { ...address, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: Buffer.alloc(60_000, 'x'),
    });
    await until(() => held.answer() !== '', 'an answer before the last byte');
    expect(held.answer()).toMatch(/^HTTP\/1\.1 429 /);
    held.hangUp();
  });

  test('count each password mail of a document', async () => {
    const [address, kim] = [newAddress(), await newPerson(service, 'Kim', 'Rates')];
    const one = `requestPasswordReset(input: { email: "${kim.email}" }) { done }`;
    const { errors } = await graphql(
      `mutation { ${Array.from({ length: 6 }, (_, i) => `a${i}: ${one}`).join(' ')} }`,
      address,
    );
    expect(errors).toMatchObject([{ path: ['a5'], extensions: { code: 'RATE_LIMITED' } }]);
    expectTooMany(await nobody(service).post('/account/forgot_password', { email: kim.email }, address));
  });

  test('accept 25 sign-ins an hour with one e-mail address, from any network address, in any case', async () => {
    const fay = await newPerson(service, 'Fay', 'Rates');
    const [count, last] = await letThrough(40, (i) =>
      signIn({ ...fay, email: i % 2 ? fay.email : fay.email.toUpperCase() }, newAddress(), 'wrong'),
    );
    expect(count).toBe(25);
    expectTooMany(last);
  });

  test('accept 5 password mails an hour to an address', async () => {
    const address = newAddress();
    const [count, last] = await letThrough(10, () =>
      nobody(service).post('/account/forgot_password', { email: 'x@example.com' }, address),
    );
    expect(count).toBe(5);
    expectTooMany(last);
  });

  test('accept 60 uploads in 15 minutes, and refuse others before the body is read', async () => {
    const gil = await newPerson(service, 'Gil', 'Rates');
    const start = (i: number) => new Date(Date.UTC(2023, 0, i + 1)).toISOString();
    const [count, last] = await letThrough(80, (i) =>
      i % 2 ? as(gil).upload(makeGpx({ start: start(i), points: 3 })) : as(gil).post('/workout/', workoutBody()),
    );
    expect(count).toBe(60);
    expectTooMany(last);
    const malformed = await as(gil).send('POST', '/workout/', { headers: json, body: '{' });
    expectTooMany(malformed);
    expect((await as(gil).get('/me/')).status).toBe(200);
  });

  test('are checked after the path and the key', async () => {
    const hal = await newPerson(service, 'Hal', 'Rates');
    await spendPoints(as(hal));
    expectTooMany(await as(hal).get('/me/'));
    expectTooMany(await as(hal).send('POST', '/comment/', { headers: json, body: '{' }));
    expect((await nobody(service).get('/me/', { Authorization: 'Bearer x', ...newAddress() })).status).toBe(401);
    expect((await as(hal).get('/nothing/')).status).toBe(404);
  });

  test('are enforced by GraphQL with 429 before the body is read, for every form of request', async () => {
    const address = newAddress();
    await spendPoints(nobody(service), address);
    const document = '{"query":"{ __typename }"}';
    const lists = `[${'[],'.repeat(2_000_000)}[]]`;
    const ways: [method: string, headers: Record<string, string>, body?: string][] = [
      ['POST', json, document],
      ['POST', { ...json, Accept: 'application/json' }, document],
      ['POST', { ...json, Accept: 'application/graphql-response+json' }, document],
      ['POST', { ...json, Accept: 'text/event-stream' }, document],
      ['POST', { 'Content-Type': 'application/json; charset="utf-8"' }, document],
      ['POST', { ...json, 'Transfer-Encoding': 'chunked' }, document],
      ['POST', { ...json, 'Content-Encoding': 'nonsense' }, document],
      ['POST', { 'Content-Type': 'text/plain' }, document],
      ['POST', json, '{'],
      ['POST', json, lists],
      ['POST', { ...json, 'Transfer-Encoding': 'chunked' }, lists],
      ['GET', { Accept: 'application/json' }],
      ['GET', { Accept: 'application/graphql-response+json' }],
      ['GET', {}],
      ['PUT', json, document],
    ];
    for (const [method, headers, body] of ways) {
      const path = method === 'GET' ? '/graphql?query={__typename}' : '/graphql';
      const parcel = { headers: { ...headers, ...address }, ...(body === undefined ? {} : { body }) };
      const answer = await nobody(service).sendTo(method, path, parcel);
      expect([method, headers, answer.status]).toEqual([method, headers, 429]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.json()).toMatchObject({
        errors: [
          {
            message: 'Too many requests; try again later.',
            extensions: { code: 'RATE_LIMITED', retryAfter: Number(answer.headers['retry-after']) },
          },
        ],
      });
    }
  });

  test('charge a large GraphQL request as an upload, once, before it is read', async () => {
    const joe = await newPerson(service, 'Joe', 'Rates');
    const gpx = (i: number) => makeGpx({ start: new Date(Date.UTC(2023, 0, i + 1)).toISOString(), points: 3 });
    const padding = `<!--${'x'.repeat(300_000)}-->`;
    const query = 'mutation ($i: ImportGpxInput!) { importGpx(input: $i) { workout { id } } }';
    const large = (i: number) => {
      const body = JSON.stringify({ query, variables: { i: { gpx: gpx(i).replace('<trk>', `${padding}<trk>`) } } });
      return as(joe).sendTo('POST', '/graphql', { headers: json, body });
    };
    expect((await large(0)).json()['errors']).toBeUndefined();
    const [count] = await letThrough(80, (i) => as(joe).upload(gpx(i + 1)));
    expect(count).toBe(59);
    const refused = await large(70);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});

test('log a warning once when a proxy forwards addresses while no proxy is trusted', () => {
  const said: unknown[] = [];
  const addressOf = makeAddressOf(false, { warn: (...words: unknown[]) => void said.push(words) });
  const request = (headers: Record<string, string>) =>
    ({ headers, socket: { remoteAddress: '::ffff:192.0.2.9' } }) as unknown as IncomingMessage;
  expect([addressOf(request({})), said]).toEqual(['192.0.2.9', []]);
  for (let i = 0; i < 3; i++) expect(addressOf(request({ 'x-forwarded-for': '198.51.100.1' }))).toBe('192.0.2.9');
  expect(said).toHaveLength(1);
});

test('discard the counters that were used least recently, so that their memory is bounded', async () => {
  const limiter = new BoundedLimiter({ points: 1, duration: 60 }, 100);
  for (let i = 0; i < 1000; i++) await limiter.consume(`caller ${i}`);
  expect(limiter.dump().storage).toHaveLength(100);
  await expect(limiter.consume('caller 999')).rejects.toMatchObject({ remainingPoints: 0 });
  await expect(limiter.consume('caller 0')).resolves.toMatchObject({ remainingPoints: 0 });
});
