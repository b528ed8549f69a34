/**
 * The service mails a link with a token, which allows its recipient to set a new password.
 * Rows: `POST /account/forgot_password`.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';

const service = await testService();
// Mails of several runs may lie in one folder.
const person = () => newPerson(service, 'Eve', `E${randomUUID().slice(0, 8)}`);
const forgot = (email: string) => nobody(service).post('/account/forgot_password', { email });
const signIn = (email: string, password: string) => nobody(service).post('/account/login/', { email, password });
const tokenIn = (mail: string) => /\/password-reset\/([\w-]{43})/.exec(mail)?.[1] ?? 'none';
const finish = (token: string, newPassword: string) =>
  nobody(service).graphql(
    'mutation ($input: FinishPasswordResetInput!) { finishPasswordReset(input: $input) { done } }',
    { input: { token, newPassword } },
  );

const mailTo = async (email: string, count = 1) => (await mailsTo(service, email, count)).at(-1) ?? '';

/** Asks for a mail and takes the token from it. */
async function tokenFor({ email }: Person, count = 1): Promise<string> {
  await forgot(email);
  return tokenIn(await mailTo(email, count));
}

afterEach(() => service.clock.set(null));

describe('POST /account/forgot_password', () => {
  test.each(encodingNames)('mails a link, sent as %s', async (encoding) => {
    const eve = await person();
    const { query, parcel } = encodings[encoding]({ email: eve.email });
    const answer = await nobody(service).send('POST', `/account/forgot_password${query}`, parcel);
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    const mail = await mailTo(eve.email);
    expect(mail).toContain(`${service.url}/password-reset/`);
    expect(await mailsTo(service, eve.email, 1)).toHaveLength(1);
  });

  test('finds the address in any case, and sends the mail to the stored one', async () => {
    const eve = await person();
    expect((await forgot(` ${eve.email.toUpperCase()}`)).status).toBe(200);
    expect(tokenIn(await mailTo(eve.email))).not.toBe('none');
  });

  test.each(['nobody@example.com', 'no address', '', '\u0000', '%'])('answers %j with code 109', async (email) => {
    const answer = await forgot(email);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
    expect(answer.json()).toEqual({ error: { code: '109', message: 'No account has this e-mail address.' } });
  });

  test('requires an address', async () => {
    const answer = await nobody(service).post('/account/forgot_password', {});
    expect([answer.status, answer.text]).toEqual([400, 'email: is required']);
  });
});

describe('the mailed token', () => {
  test('sets a password once, and revokes every key', async () => {
    const eve = await person();
    const token = await tokenFor(eve);
    expect((await finish(token, 'a fresh password')).data).toEqual({ finishPasswordReset: { done: true } });
    expect((await signIn(eve.email, 'a fresh password')).status).toBe(200);
    expect((await signIn(eve.email, eve.password)).status).toBe(400);
    expect((await as(eve).get('/me/')).status).toBe(401);
    const again = await finish(token, 'yet another one');
    expect(again.errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: { token: expect.any(String) } });
    expect((await signIn(eve.email, 'yet another one')).status).toBe(400);
  });

  test('sets one password of a dozen simultaneous requests', async () => {
    const eve = await person();
    const token = await tokenFor(eve);
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => finish(token, `password number ${i}`)));
    expect(all.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
  });

  test('is valid for an hour', async () => {
    const eve = await person();
    const started = Date.now();
    service.clock.set(new Date(started));
    const [first, second] = [await tokenFor(eve), await tokenFor(eve, 2)];
    expect(first).not.toBe(second);
    service.clock.set(new Date(started + 3_601_000));
    expect((await finish(first, 'a fresh password')).errors[0]?.extensions.code).toBe('INVALID');
    service.clock.set(new Date(started + 3_599_000));
    expect((await finish(second, 'a fresh password')).errors).toEqual([]);
  });

  test('remains valid when a password is refused', async () => {
    const eve = await person();
    const token = await tokenFor(eve);
    expect((await finish(token, 'short')).errors[0]?.extensions).toMatchObject({
      fields: { newPassword: expect.any(String) },
    });
    expect((await finish(token, 'long enough')).errors).toEqual([]);
  });

  test('is stored as a hash only, and wrong tokens are refused', async () => {
    const eve = await person();
    const token = await tokenFor(eve);
    const rows = await service.sql(
      "select encode(token_hash, 'escape') as hash, encode(token_hash, 'base64') as hash64 from password_reset",
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const guess of ['', 'x', token.slice(1), `${token}x`, '\u0000'])
      expect((await finish(guess, 'a fresh password')).errors[0]?.extensions.code).toBe('INVALID');
  });
});
