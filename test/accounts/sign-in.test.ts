/**
 * Users can sign in over REST with their e-mail address and password.
 * Rows: `POST /account/login/`.
 */
import { describe, expect, test } from '@jest/globals';
import { cast, nobody } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { verified } from '../support/quick-argon2.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann } = await cast(service);
const { email, password } = ann;

describe('POST /account/login/', () => {
  test.each(encodingNames)('signs in, sent as %s', async (encoding) => {
    const { query, parcel } = encodings[encoding]({ email, password });
    const answer = await nobody(service).send('POST', `/account/login/${query}`, parcel);
    expect(answer.status).toBe(200);
    const { username, api_key, ...others } = answer.json<{ username: string; api_key: string }>();
    expect([username, others]).toEqual([ann.username, {}]);
    const me = await nobody(service).get('/me/', { Authorization: `ApiKey ${username}:${api_key}` });
    expect(me.json()['id']).toBe(ann.id);
  });

  test('answers in the requested format', async () => {
    for (const format of ['xml', 'yaml']) {
      const answer = await nobody(service).post(`/account/login/?format=${format}`, { email, password });
      expect(wireValue(answer)).toEqual({ username: ann.username, api_key: expect.stringMatching(/^[\w-]{43}$/) });
    }
    const xml = await nobody(service).post('/account/login/?format=xml', { email, password });
    expect(xml.text).toMatch(/^<\?xml version='1\.0' encoding='utf-8'\?>\n<response><api_key>/);
  });

  test('issues a new key each time, and the others remain valid', async () => {
    const keys = new Set<unknown>();
    for (let i = 0; i < 3; i++)
      keys.add((await nobody(service).post('/account/login/', { email, password })).json()['api_key']);
    expect(keys.size).toBe(3);
    for (const key of keys)
      expect((await nobody(service).get('/me/', { Authorization: `Bearer ${String(key)}` })).status).toBe(200);
  });

  test.each([email.toUpperCase(), `  ${email} `])('accepts the address in any case: %s', async (typed) => {
    expect((await nobody(service).post('/account/login/', { email: typed, password })).status).toBe(200);
  });

  test('reads the body before the query', async () => {
    const answer = await nobody(service).post(`/account/login/?email=nobody@example.com&password=wrong`, {
      email,
      password,
    });
    expect(answer.status).toBe(200);
    const other = await nobody(service).post(`/account/login/?email=${email}`, { password });
    expect(other.status).toBe(200);
  });

  test.each([
    ['a wrong password', email, 'wrong'],
    ['a password in another case', email, password.toUpperCase()],
    ['a password with a space more', email, `${password} `],
    ['an unknown address', 'nobody@example.com', password],
    ['no address', 'x', password],
    ['an address with NUL', 'ann\u0000@example.com', password],
    ['a wildcard', '%', password],
    ['a password of a megabyte', email, 'x'.repeat(1_000_000)],
  ])('refuses %s with code 100 and the same message', async (_what, typed, tried) => {
    const answer = await nobody(service).post('/account/login/?format=xml', { email: typed, password: tried });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
    expect(answer.json()).toEqual({ error: { code: '100', message: 'The e-mail or password is incorrect.' } });
  });

  test.each(['email', 'password'])('requires %s', async (field) => {
    const answer = await nobody(service).post('/account/login/', { email, password, [field]: undefined });
    expect([answer.status, answer.text]).toEqual([400, `${field}: is required`]);
  });

  // The duration is that of the hashing, which takes a thousandth of it in tests.
  test('hashes as often for an unknown address as for a wrong password', async () => {
    const counts: number[] = [];
    for (const typed of [email, 'nobody@example.com']) {
      const before = verified;
      await nobody(service).post('/account/login/', { email: typed, password: 'wrong' });
      counts.push(verified - before);
    }
    // Once, and once more where another service of this process has taken over hashes of this kind.
    expect([1, 2]).toContain(counts[0]);
    expect(counts[1]).toBe(counts[0]);
  });
});
