/**
 * E-mail addresses have the form of the HTML standard, and a domain in any script is one with its ASCII form (decisions P14).
 */
import { expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../support/cast.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import { membersOf } from './social-members.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
const { join, signedIn } = membersOf(network, service);

const password = 'eight or more';
const names = { first_name: 'Zoë', last_name: 'Łuk' };
const register = (email: string) => nobody(service).post('/account/register/', { ...names, email, password });
const registerOver = (email: string) =>
  nobody(service).graphql<{ register: { user: { email: string } } }>(
    'mutation ($i: RegisterInput!) { register(input: $i) { user { email } } }',
    { i: { firstName: 'Zoë', lastName: 'Łuk', email, password } },
  );
const signIn = async (email: string) => (await nobody(service).post('/account/login/', { email, password })).status;
const russian = 'xn--h1alffa9f.xn--p1ai';

test.each([
  ['u@xn--e1afmkfd.xn--p1ai'],
  ['u@example.xn--fiqs8s'],
  ...['a&b', 'a/b=c', 'a!b', 'a#b', 'a~b', 'a*b', "a'", '.a..b.', '{a|b}`^%$?', 'x'.repeat(64)].map((local) => [
    `${local}@example.org`,
  ]),
  ['u@bücher.example', 'u@xn--bcher-kva.example'],
  ['Umlaut@BÜCHER.Example', 'Umlaut@xn--bcher-kva.example'],
  ['u@россия.рф', `u@${russian}`],
  ['u2@россия。рф', `u2@${russian}`],
  ['u@ＥＸＡＭＰＬＥ.org', 'u@example.org'],
  ['Case@Example.ORG'],
  [`u@${'x'.repeat(63)}.example`],
  ['u@4.example.org'],
])('%s is accepted', async (email, stored = email) => {
  const { data, errors } = await registerOver(`  ${email} `);
  expect([errors, data?.register.user.email]).toEqual([[], stored]);
  const again = await register(email);
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('already exists')]);
  for (const way of [email, stored, stored.toUpperCase()]) expect([way, await signIn(way)]).toEqual([way, 200]);
});

test.each([
  'u@example-.org',
  'u@-example.org',
  'u@example..org',
  'u@example.org.',
  'u@.org',
  'u@localhost',
  'u@127.0.0.1',
  'u@１２７.0.0.1',
  'u@[::1]',
  '@example.org',
  'u@',
  'a@b@example.org',
  'ü@example.org',
  'a b@example.org',
  '"a b"@example.org',
  'a,b@example.org',
  'a<b@example.org',
  'a:b@example.org',
  'u@россия.рф/path',
  'u@россия.рф:25',
  'u@рос%2Eсия.рф',
  'u@\uD800.example',
  'u@xn--россия.рф',
  `${'x'.repeat(65)}@example.org`,
  `u@${'x'.repeat(64)}.example`,
  `u@${'x.'.repeat(126)}org`,
  `u@${'ü'.repeat(100_000)}.example`,
  `u@${'x.'.repeat(100_000)}!`,
])('%.40s is refused', async (email) => {
  const answer = await register(email);
  expect([answer.status, answer.text]).toEqual([400, 'email: is not an e-mail address']);
  const { errors } = await registerOver(email);
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: { email: 'is not an e-mail address' } });
});

test('an address is one in both forms when it is invited, written to, and known to a network', async () => {
  const ann = await newPerson(service, 'Ann', 'Archer');
  for (const email of ['Dan@россия.рф', `dan@${russian}`])
    expect((await as(ann).post('/invitation/', { email })).status).toBe(200);
  expect(await service.sql('select email from invitation')).toEqual([{ email: `Dan@${russian}` }]);
  expect(await mailsTo(service, `Dan@${russian}`, 1)).toHaveLength(1);
  await register('dan@РОССИЯ.рф');
  for (const email of ['dan@россия.рф', `DAN@${russian}`])
    expect((await nobody(service).post('/account/forgot_password/', { email })).status).toBe(200);
  expect((await mailsTo(service, `dan@${russian}`, 2)).length).toBe(2);
  const { created, client } = await signedIn(join({ email: 'dan@россия.рф' }).token);
  expect(created).toBe(false);
  expect((await client.get('/me/')).json()).toMatchObject({ email: `dan@${russian}` });
  const odd = await signedIn(join({ email: 'a&b@xn--e1afmkfd.xn--p1ai' }).token);
  expect((await odd.client.get('/me/')).json()).toMatchObject({ email: 'a&b@xn--e1afmkfd.xn--p1ai' });
});
