/** While SECRET_KEY is being replaced, what the former key has signed and encrypted is still accepted. */
import { expect, test } from '@jest/globals';
import { seal } from '../../src/domain/idempotency/sealed-answer.ts';
import { makeUrlSigner } from '../../src/domain/rules/signed-url.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const [former, latter] = ['the former key of the tests', 'the latter key of the tests'];
const service = await testService({ SECRET_KEY: latter, SECRET_KEY_PREVIOUS: former });
const ann = await newPerson(service, 'Ann', 'Archer');
const later = new Date(Date.now() + 3_600_000);

test('links of both keys are accepted, and new ones are signed with the new key', async () => {
  const exported = await as(ann).graphql<{ exportMyData: { url: string } }>('mutation { exportMyData { url } }');
  const path = `/reports/weekly/${ann.id}/off`;
  const turnOff = async (secret: string) =>
    (await nobody(service).sendTo('POST', makeUrlSigner(secret).sign(path, null))).status;
  expect([await turnOff(former), await turnOff(latter), await turnOff('a key that never was one')]).toEqual([
    200, 200, 404,
  ]);
  expect(exported.errors).toEqual([]);
  const { pathname, search } = new URL(exported.data?.exportMyData.url ?? '');
  expect((await nobody(service).sendTo('GET', pathname + search)).status).toBe(200);
});

test('a signer without the former key refuses what it has signed', () => {
  const url = makeUrlSigner(former).sign('/x', later);
  expect(makeUrlSigner(latter, former).verify(url, new Date())).toBe(true);
  expect(makeUrlSigner(latter).verify(url, new Date())).toBe(false);
  expect(makeUrlSigner(latter, former).sign('/x', later)).toBe(makeUrlSigner(latter).sign('/x', later));
});

test('addresses that an account is known by are found with both keys', async () => {
  const stored = async () =>
    Number((await service.sql('select count(*)::int as n from known_address where user_id = ?', [ann.id]))[0]?.['n']);
  expect(await stored()).toBe(1);
  const value = `address ${ann.id} 127.0.0.1`;
  const digest = makeUrlSigner(former).digest(value).subarray(0, 16);
  await service.sql('update known_address set digest = ? where user_id = ?', [digest, ann.id]);
  // Guesses from elsewhere have used up the account's budget; from here, its owner still gets in.
  expect((await nobody(service).post('/account/login/', { email: ann.email, password: ann.password })).status).toBe(
    200,
  );
  expect(await stored()).toBe(2);
});

test('a repeated request is found if its answer was stored with the former key', async () => {
  const bob = await newPerson(service, 'Bob', 'Baker');
  const send = (key: string) =>
    as(ann).post('/conversation/', { recipients: [bob.id], message: 'Hello' }, { 'Idempotency-Key': key });
  expect((await send('one-key')).status).toBe(201);
  const signer = makeUrlSigner(former);
  const answer = { status: 201, headers: { Location: '/of/the/former/key/7/' }, body: '' };
  await service.sql('update kept_answer set id = ?, answer = ? where user_id = ?', [
    signer.digest(`idempotency key of user ${ann.id}\none-key`).toString('base64url'),
    seal(answer, signer.digest(`idempotency answer of user ${ann.id}\none-key`)),
    ann.id,
  ]);
  const again = await send('one-key');
  expect([again.status, again.headers['location']]).toEqual([201, '/of/the/former/key/7/']);
  expect((await send('another-key')).headers['location']).not.toBe('/of/the/former/key/7/');
});
