/** Passwords are compared in one form of Unicode (decisions P13), and those that are tried first are refused. */
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();
let accounts = 0;

async function register(password: string) {
  const email = `p${(accounts += 1)}@example.com`;
  const answer = await nobody(service).post('/account/register/', {
    first_name: 'Ann',
    last_name: 'Archer',
    email,
    password,
  });
  return { email, answer };
}

/** Signs in over each interface. */
async function signsIn(email: string, password: string): Promise<[number, string | undefined]> {
  const rest = await nobody(service).post('/account/login/', { email, password });
  const { errors } = await nobody(service).graphql('mutation ($i: SignInInput!) { signIn(input: $i) { apiKey } }', {
    i: { email, password },
  });
  return [rest.status, errors[0]?.extensions.code];
}
const accepted = [200, undefined];
const refused = [400, 'WRONG_PASSWORD'];

const composed = 'Grüße-über-Äcker';
const spellings: [name: string, password: string][] = [
  ['composed', composed.normalize('NFC')],
  ['decomposed', composed.normalize('NFD')],
];

describe('a password', () => {
  test.each(spellings.flatMap(([one, sent]) => spellings.map(([other, again]) => [one, other, sent, again] as const)))(
    'that was registered %s is accepted %s',
    async (_one, _other, sent, again) => {
      const { email } = await register(sent);
      expect(await signsIn(email, again)).toEqual(accepted);
      expect(await signsIn(email, `${again}x`)).toEqual(refused);
    },
  );

  test('of wide letters is that of usual ones', async () => {
    const { email } = await register('ｐａｓｓｐｈｒａｓｅ ｏｆ ｍｉｎｅ');
    expect(await signsIn(email, 'passphrase of mine')).toEqual(accepted);
  });

  test.each([
    ['of the form that was sent', 19_456, 'NFD', 'NFD', true],
    ['of the usual form', 19_456, 'NFC', 'NFD', false],
    ['of other parameters', 4096, 'NFC', 'NFC', true],
    ['of other parameters and the usual form', 4096, 'NFC', 'NFD', true],
  ] as const)(
    'whose stored hash is %s is accepted, and its hash replaced',
    async (_what, memoryCost, stored, sent, isNew) => {
      const { email } = await register('something else');
      const former = await hash(composed.normalize(stored), { memoryCost, timeCost: 2, parallelism: 1 });
      await service.sql('update users set password_hash = ? where email = ?', [former, email]);
      expect(await signsIn(email, 'something else')).toEqual(refused);
      expect(await signsIn(email, composed.normalize(sent))).toEqual(accepted);
      const [row] = await service.sql('select password_hash as now from users where email = ?', [email]);
      expect(row?.['now'] !== former).toBe(isNew);
      expect(row?.['now']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      for (const [, again] of spellings) expect(await signsIn(email, again)).toEqual(accepted);
    },
  );

  test('is changed and proven in any form', async () => {
    const person = await newPerson(service, 'Bob', 'Baker');
    const change = (old_password: string, new_password: string) =>
      as(person).post('/user/password/', { old_password, new_password });
    expect((await change(person.password, composed.normalize('NFD'))).status).toBe(204);
    expect((await change(composed.normalize('NFC'), 'another password')).status).toBe(204);
  });

  test('is measured in the form in which it is compared', async () => {
    expect((await register('ä'.repeat(4).normalize('NFD'))).answer.status).toBe(400);
    expect((await register('ﬃ'.repeat(3) + 'x')).answer.status).toBe(200);
  });
});

test.each([
  'aaaaaaaa',
  'ABABABAB',
  'abcabcabc',
  'xy12xy12xy12',
  '12345678',
  '87654321',
  'abcdefgh',
  'letmein123',
  'Letmein!!',
  '1password1',
  'Password2024',
  'runners1',
  'Runners2026!',
  'running99',
  '123running',
])('the new password %s is refused over both interfaces', async (password) => {
  expect((await register(password)).answer.text).toMatch(/^password: is one of the most common ones/);
  const person = await newPerson(service, 'Cho', 'Clark');
  const { errors } = await as(person).graphql(
    'mutation ($i: ChangePasswordInput!) { changePassword(input: $i) { done } }',
    { i: { oldPassword: person.password, newPassword: password } },
  );
  expect(errors[0]?.extensions['fieldCodes']).toEqual({ newPassword: 'TOO_COMMON' });
  await service.sql('delete from users where id = ?', [person.id]);
});

test.each(['a password', 'correct horse', 'tr0ub4dor&3', 'läuferin im wald', 'ab12ab13ab14', '日本語のパスワード'])(
  'the new password %s is accepted',
  async (password) => expect((await register(password)).answer.status).toBe(200),
);
