/**
 * A signed-in user can set a new password, which revokes the other API keys.
 * Rows: `POST /user/password/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const signIn = (email: string, password: string) => nobody(service).post('/account/login/', { email, password });

describe('POST /user/password/', () => {
  test.each(encodingNames)('sets a new password, sent as %s', async (encoding) => {
    const eve = await newPerson(service, 'Eve', encoding);
    const { query, parcel } = encodings[encoding]({ old_password: eve.password, new_password: 'another & one' });
    const answer = await as(eve).send('POST', `/user/password/${query}`, parcel);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await signIn(eve.email, 'another & one')).status).toBe(200);
    expect((await signIn(eve.email, eve.password)).status).toBe(400);
  });

  test('revokes all keys except the one in use, at once', async () => {
    const fay = await newPerson(service, 'Fay', 'Fox');
    const { api_key } = (await signIn(fay.email, fay.password)).json<{ api_key: string }>();
    const other = { Authorization: `Bearer ${api_key}` };
    expect((await nobody(service).get('/me/', other)).status).toBe(200);
    await as(fay).post('/user/password/', { old_password: fay.password, new_password: 'another one' });
    expect((await nobody(service).get('/me/', other)).status).toBe(401);
    expect((await as(fay).get('/me/')).status).toBe(200);
  });

  test('accepts one of several simultaneous requests with the same old password', async () => {
    const ida = await newPerson(service, 'Ida', 'Ibsen');
    const passwords = Array.from({ length: 6 }, (_, i) => `another one ${i}`);
    const answers = await Promise.all(
      passwords.map((new_password) => as(ida).post('/user/password/', { old_password: ida.password, new_password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400, 400]);
    const set = passwords[answers.findIndex(({ status }) => status === 204)] ?? '';
    for (const password of passwords)
      expect((await signIn(ida.email, password)).status).toBe(password === set ? 200 : 400);
  });

  test('leaves no key that was issued for the old password', async () => {
    for (let round = 0; round < 5; round++) {
      const jon = await newPerson(service, 'Jon', `Jones${'abcde'[round]}`);
      const [changed, ...signIns] = await Promise.all([
        as(jon).post('/user/password/', { old_password: jon.password, new_password: 'another one' }),
        ...Array.from({ length: 8 }, () => signIn(jon.email, jon.password)),
      ]);
      expect(changed?.status).toBe(204);
      const keys = signIns.filter(({ status }) => status === 200).map((answer) => answer.json<{ api_key: string }>());
      for (const { api_key } of keys)
        expect((await nobody(service).get('/me/', { Authorization: `Bearer ${api_key}` })).status).toBe(401);
    }
  });

  test('refuses a wrong old password with code 100 and changes nothing', async () => {
    const gil = await newPerson(service, 'Gil', 'Gray');
    const answer = await as(gil).post('/user/password/?format=xml', {
      old_password: 'wrong',
      new_password: 'another one',
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
    const { error, ...others } = answer.json<{ error: { code: string; message: string } }>();
    expect(others).toEqual({});
    expect(error).toEqual({
      code: '100',
      message: expect.stringMatching(/e-mail or password is incorrect.*does not match/),
    });
    expect((await signIn(gil.email, gil.password)).status).toBe(200);
  });

  test.each(encodingNames)('refuses an unacceptable new password with code 100, sent as %s', async (encoding) => {
    const hal = await newPerson(service, 'Hal', `Taken ${encoding}`);
    for (const [new_password, message] of [
      ['seven77', 'The new password must have at least 8 characters.'],
      ['x'.repeat(1001), 'The new password must have at most 1000 characters.'],
      ['', 'The new password must have at least 8 characters.'],
    ]) {
      const { query, parcel } = encodings[encoding]({ old_password: hal.password, new_password });
      const answer = await as(hal).send('POST', `/user/password/${query}`, parcel);
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
      expect(answer.json()).toEqual({ error: { code: '100', message } });
    }
    const wrong = await as(hal).post('/user/password/', { old_password: 'wrong', new_password: 'short' });
    expect(wrong.json()).toMatchObject({ error: { code: '100', message: expect.stringContaining('does not match') } });
    expect((await signIn(hal.email, hal.password)).status).toBe(200);
  });

  test.each([
    ['old_password', { new_password: 'another one' }],
    ['new_password', { old_password: "Hal's password" }],
  ])('names a missing %s', async (field, body) => {
    const hal = await newPerson(service, 'Hal', `${field}${JSON.stringify(body).length}`);
    const answer = await as(hal).post('/user/password/', body);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(new RegExp(`^${field}: `));
    expect((await signIn(hal.email, hal.password)).status).toBe(200);
  });
});
