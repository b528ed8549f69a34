/**
 * Passwords whose hashes another service has made sign in, and are then hashed as ours; a hash that cannot be read is a failed
 * sign-in. The hashes of the table were made by Django 3.2 and by hashlib of Python.
 */
import { describe, expect, test } from '@jest/globals';
import { countOldCredentials } from '../../src/domain/accounts/old-credentials.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { testService } from '../support/service.ts';

const metricsToken = 'the-token-of-the-metrics';
const service = await testService({ METRICS_TOKEN: metricsToken });
let count = 0;

/** Somebody whose stored hash is this one. */
async function withHash(encoded: string, password: string): Promise<Person> {
  const person = await newPerson(service, 'Olga', `Old ${(count += 1)}`);
  await service.sql('update users set password_hash = ? where id = ?', [encoded, person.id]);
  return { ...person, password };
}
const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  nobody(service).post('/account/login/', { email, password });
const stored = async ({ id }: Person) =>
  String((await service.sql('select password_hash from users where id = ?', [id]))[0]?.['password_hash']);
const refused = { error: { code: '100', message: expect.any(String) } };
const unread = async () => {
  const { text } = await new Client(service.url, `Bearer ${metricsToken}`).sendTo('GET', '/metrics');
  return Number(/^runners_old_password_hashes_unreadable_total\S* (\d+)/m.exec(text)?.[1]);
};

/** Neither of them would be accepted as a new one. */
const [weak, foreign] = ['letmein', 'Zürich läuft 🏃'];
const hashes: [kind: string, password: string, encoded: string][] = [
  ['pbkdf2_sha256', weak, 'pbkdf2_sha256$260000$xwI6otkxHcVNCzVmkd5gOi$c48+Kl6YLWVB8JSeM7z8g+au9X5sz+QrOBYJd9rQ4RA='],
  [
    'pbkdf2_sha256',
    foreign,
    'pbkdf2_sha256$260000$f6oacqLgq4GXmbgYBqasU4$7ZR2YkCY/Ugdzs1uq1IZxR/Rq0X9OiBk0RfCQeMznMA=',
  ],
  ['pbkdf2_sha1', weak, 'pbkdf2_sha1$260000$5T2asLZtX4RsIaZomaS8aR$mAM/k+B0PSRPr7MlCkRFqQFBruk='],
  ['pbkdf2_sha1', foreign, 'pbkdf2_sha1$260000$gU2gnV9qjJ071Y8hrEiXzR$ncB69Jzq4AfSI5qOACNuyqrE6/0='],
  [
    'scrypt',
    weak,
    'scrypt$16384$seasalt$8$1$aw3bUxWFC3Xfheg2aovvLtnT0Y/ygxtIQOGecmEip41obMVVDU79jbPvHz9Arhl5DJSOPtnhOicOs9M/j7Q8oQ==',
  ],
  [
    'scrypt',
    foreign,
    'scrypt$16384$pepper2$8$1$gc60VuwMSYK6Ll3tHMKdOHy8mdIOj8rOgM1y1MqxJJ0p0cxk+CkEnWI/AbYC19gtwkqFDEopS0oNxNB/HkT0Rg==',
  ],
  ['argon2', weak, 'argon2$argon2id$v=19$m=102400,t=2,p=8$VFYzTUpMM1Y2MG1ZOUliaUtacUdxOQ$ojpMNqNwW1qeUV9YR3751Q'],
  ['argon2', foreign, 'argon2$argon2id$v=19$m=102400,t=2,p=8$NzZza3dza0N0b1BwTDRPaFl3RkpOSQ$8mZquahWH3TQ4Uz3iSBLkA'],
  ['bcrypt', weak, 'bcrypt$$2b$12$pT2xtuiBAaSuldsXzTYFYu0esuQLhzoRek6PWcSWRlQJbCstaWHwK'],
  ['bcrypt', foreign, 'bcrypt$$2b$12$ODwHmNakwj79P6LUF.Vx4uP0Pg/I7KeajYggIFGOkKMUMizQegWi6'],
  ['bcrypt_sha256', weak, 'bcrypt_sha256$$2b$12$vOKVrD4LHdX4dL9/9M02Mey.qu1CEWdm4UWq1P8VUaLKupRJ9xbB2'],
  ['bcrypt_sha256', foreign, 'bcrypt_sha256$$2b$12$x.bj2j8wfMUAkmJFhIBnzOhgKcnB/r2zRDbuGcdDCIa/Wy9gGJ.8.'],
  ['sha1', weak, 'sha1$KVcCd1HXtVuQvNlukQYC4i$2172eccf2d0e7314af514114dc3e922b36193b58'],
  ['sha1', foreign, 'sha1$2S6olEK2L90ZHA47gQe3S8$b8c19ecfe3b9988dc76176f1b5784bf67447511b'],
  ['md5', weak, 'md5$mpi33wcKLUQsO0dbDZdlw9$420dc1d91f11b01b0927fd979af3b0f6'],
  ['md5', foreign, 'md5$jFBeYlb2KzMNj9VrOPjlob$565dcb898b1ab1990af9a89689863a0d'],
  ['unsalted_sha1', weak, 'sha1$$b7a875fc1ea228b9061041b7cec4bd3c52ab3ce3'],
  ['unsalted_sha1', foreign, 'sha1$$67459a4cfbbe55b7062848c0e9c3f2fa179911fa'],
  ['unsalted_md5', weak, '0d107d09f5bbe40cade3de5c71e9e9b7'],
  ['unsalted_md5', foreign, '56e276dfbc4920f703d4cb39cb9c08b0'],
];

describe('a hash of another service', () => {
  test.each(hashes)('of the kind %s signs in once as it is and once as ours: %s', async (_kind, password, encoded) => {
    const person = await withHash(encoded, password);
    const wrong = await signIn({ ...person, password: `${password}.` });
    expect([wrong.status, wrong.json()]).toEqual([400, refused]);
    expect(await stored(person)).toBe(encoded);
    expect((await signIn(person)).status).toBe(200);
    expect(await stored(person)).toMatch(/^\$argon2id\$/);
    expect((await signIn(person)).status).toBe(200);
    expect((await signIn({ ...person, password: `${password}.` })).status).toBe(400);
  });

  test('signs in over GraphQL as well', async () => {
    const [, password, encoded] = hashes[0]!;
    const { email, id } = await withHash(encoded, password);
    const document = 'mutation ($input: SignInInput!) { signIn(input: $input) { user { databaseId } } }';
    const { data } = await nobody(service).graphql(document, { input: { email, password } });
    expect(data).toEqual({ signIn: { user: { databaseId: id } } });
  });

  test('signs in when the request is sent several times at once', async () => {
    const [, password, encoded] = hashes[0]!;
    const person = await withHash(encoded, password);
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('lets its owner change the password', async () => {
    const [, password, encoded] = hashes[4]!;
    const person = await withHash(encoded, password);
    const body = { old_password: password, new_password: 'a much better one' };
    expect((await as(person).post('/user/password/', body)).status).toBe(204);
    expect((await signIn({ ...person, password: 'a much better one' })).status).toBe(200);
  });

  test.each([
    ['of a kind that is not known', '$1$salt$qJH7.N4xYta3aEG/dfqo/0'],
    ['that is cut', 'pbkdf2_sha256$260000$xwI6otkxHcVNCzVmkd5gOi'],
    ['with too many iterations', 'pbkdf2_sha256$1500001$salt$c48+Kl6YLWVB8JSeM7z8g+au9X5sz+QrOBYJd9rQ4RA='],
    ['with too many iterations for its length', `pbkdf2_sha1$500000$salt$${'A'.repeat(86)}==`],
    [
      'with too much memory for its passes',
      'argon2$argon2id$v=19$m=102400,t=3,p=8$VFYzTUpMM1Y2MG1Z$ojpMNqNwW1qeUV9YR3751Q',
    ],
    ['with too many lanes for its cost', `scrypt$16384$salt$8$6$${'A'.repeat(86)}==`],
    ['with iterations that are no number', 'pbkdf2_sha256$1e9$salt$c48+Kl6YLWVB8JSeM7z8g+au9X5sz+QrOBYJd9rQ4RA='],
    ['with too much memory', `scrypt$16777216$salt$64$1$${'A'.repeat(86)}==`],
    ['with a cost that is no power of two', `scrypt$16383$salt$8$1$${'A'.repeat(86)}==`],
    ['with too many rounds', 'bcrypt$$2b$13$pT2xtuiBAaSuldsXzTYFYu0esuQLhzoRek6PWcSWRlQJbCstaWHwK'],
    ['with odd letters', 'bcrypt$$2b$12$pT2xtuiBAaSuldsXzTYFYu0esuQLhzoRek6PWcSWRlQJbCstaW🏃'],
    [
      'with too many lanes',
      'argon2$argon2id$v=19$m=102400,t=2,p=200$VFYzTUpMM1Y2MG1ZOUliaUtacUdxOQ$ojpMNqNwW1qeUV9YR3751Q',
    ],
    ['that is empty', ''],
    ['of dollar signs', '$$$$$$'],
    ['of ours that is damaged', '$argon2id$v=19$m=19456,t=2,p=1$x$y'],
    ['of ours without its first letter', 'argon2id$v=19$m=19456,t=2,p=1$x$y'],
    ['in the form of ours, of nothing', '$argon2id$garbage'],
    [
      'in the form of ours that asks for four gigabytes',
      '$argon2id$v=19$m=4194304,t=2,p=1$VFYzTUpMM1Y2MG1ZOUliaUtacUdxOQ$ojpMNqNwW1qeUV9YR3751Q',
    ],
    ['with a short salt', 'argon2$argon2i$v=19$m=512,t=2,p=2$c2E$ojpMNqNwW1qeUV9YR3751Q'],
    [
      'with less memory than its lanes need',
      'argon2$argon2id$v=19$m=8,t=1,p=2$VFYzTUpMM1Y2MG1Z$ojpMNqNwW1qeUV9YR3751Q',
    ],
    ['with a cost of one', `scrypt$1$salt$8$1$${'A'.repeat(86)}==`],
    ['with too small a block', `scrypt$65536$salt$1$1$${'A'.repeat(86)}==`],
  ])('%s is a failed sign-in, and is counted', async (_what, encoded) => {
    const person = await withHash(encoded, weak);
    const before = await unread();
    const answer = await signIn(person);
    expect([answer.status, answer.json()]).toEqual([400, refused]);
    expect(await unread()).toBe(before + 1);
  });

  test('that says that there is no password is a failed sign-in, and is not counted', async () => {
    const before = await unread();
    const person = await withHash('!NxxY2eMQDkpSp53Gs2eQJnwxFojt7ipwE750ZRsX', weak);
    expect((await signIn(person)).json()).toEqual(refused);
    expect(await unread()).toBe(before);
  });
});

test('what is left of the old service is counted', async () => {
  const before = await countOldCredentials(service.database);
  const person = await withHash('md5$mpi33wcKLUQsO0dbDZdlw9$420dc1d91f11b01b0927fd979af3b0f6', weak);
  expect((await countOldCredentials(service.database)).hashes).toBe(before.hashes + 1);
  await signIn(person);
  expect((await countOldCredentials(service.database)).hashes).toBe(before.hashes);
});
