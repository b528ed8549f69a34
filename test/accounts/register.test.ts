/**
 * An account can be registered over REST. Invalid fields are refused, and passwords are stored only as hashes.
 * Rows: `POST /account/register/`.
 */
import { describe, expect, test } from '@jest/globals';
import { nobody } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { testService } from '../support/service.ts';

const service = await testService();
let count = 0;

/** A registration with an address of its own. */
const registration = (changes: Mapping = {}): Mapping => ({
  first_name: 'Zoë',
  last_name: "O'Brien-Łuk 🏃",
  email: `zoe${(count += 1)}@example.com`,
  password: 'eight or more & ümläut',
  ...changes,
});
const register = (changes?: Mapping) => nobody(service).post('/account/register/', registration(changes));

describe('POST /account/register/', () => {
  test.each(encodingNames)('creates an account and signs it in, sent as %s', async (encoding) => {
    const fields = registration();
    const { query, parcel } = encodings[encoding](fields);
    const answer = await nobody(service).send('POST', `/account/register/${query}`, parcel);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json()).sort()).toEqual(['api_key', 'username']);
    const { username, api_key } = answer.json<{ username: string; api_key: string }>();
    expect(username).not.toContain(':');
    expect(username).not.toBe(fields['email']);
    const me = await nobody(service).get('/me/', { Authorization: `ApiKey ${username}:${api_key}` });
    const { first_name, last_name, email } = fields;
    expect(me.json()).toMatchObject({ first_name, last_name, email });
    const { status } = await nobody(service).post('/account/login/', { email, password: fields['password'] });
    expect(status).toBe(200);
  });

  test('refuses an address that has an account, in any case, with a text', async () => {
    await register({ email: 'taken@example.com' });
    for (const email of ['taken@example.com', 'TAKEN@Example.com', '  taken@example.com ']) {
      const answer = await register({ email });
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
      expect(answer.text).toMatch(/already exists/);
    }
  });

  test('creates one account from a dozen simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => register({ email: 'race@example.com' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 400)]);
  });

  const long = 'x'.repeat(101);
  const refused: [what: string, changes: Mapping, field: string][] = [
    ...['first_name', 'last_name', 'email', 'password'].flatMap((field): [string, Mapping, string][] => [
      [`no ${field}`, { [field]: undefined }, field],
      [`null for ${field}`, { [field]: null }, field],
      [`a list for ${field}`, { [field]: ['a', 'b'] }, field],
      [`an empty ${field}`, { [field]: '' }, field],
    ]),
    ['a blank name', { first_name: ' \t ' }, 'first_name'],
    ['a long name', { last_name: long }, 'last_name'],
    ['a control character', { first_name: 'a\u0000b' }, 'first_name'],
    ['a line break', { first_name: 'a\nb' }, 'first_name'],
    ['a name that turns the direction of writing', { first_name: 'nn\u202EA' }, 'first_name'],
    ['an isolate', { last_name: '\u2067Ann' }, 'last_name'],
    ['a mark of direction', { last_name: 'Ann\u200F' }, 'last_name'],
    ['a zero-width space', { first_name: 'A\u200Bnn' }, 'first_name'],
    ['a joiner between letters', { first_name: 'A\u200Dnn' }, 'first_name'],
    ['a non-joiner between letters that never join', { first_name: 'A\u200Cnn' }, 'first_name'],
    ['a selector behind a letter', { first_name: 'A\uFE0Fnn' }, 'first_name'],
    ['a byte order mark inside', { first_name: 'A\uFEFFnn' }, 'first_name'],
    ['a letter that fills no room', { last_name: '\u3164' }, 'last_name'],
    ['tags', { last_name: 'Ann\u{E0041}' }, 'last_name'],
    ['a short password', { password: 'seven77' }, 'password'],
    ...['password', '12345678', 'Password1', 'QWERTYUIOP', 'iloveyou', 'password123'].map(
      (password): [string, Mapping, string] => [`the common password ${password}`, { password }, 'password'],
    ),
    ['an address without @', { email: 'zoe.example.com' }, 'email'],
    ['an address with a space', { email: 'z oe@example.com' }, 'email'],
    ['an address with a line break', { email: 'zoe@example.com\r\nBcc: all@example.com' }, 'email'],
    ['a long address', { email: `${'x'.repeat(250)}@example.com` }, 'email'],
  ];
  test.each(refused)('refuses %s, naming the field', async (_what, changes, field) => {
    const answer = await register(changes);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(new RegExp(`^${field}: .+$`));
  });

  test('names all fields that are missing, and then all values that are not valid', async () => {
    const named = async (changes: Mapping) => {
      const answer = await register({ first_name: '', email: 'x', ...changes });
      expect(answer.status).toBe(400);
      return answer.text.split('\n').map((line) => line.split(':')[0]);
    };
    expect(await named({ last_name: undefined, password: undefined })).toEqual(['last_name', 'password']);
    expect(await named({ password: 'short' })).toEqual(['first_name', 'email', 'password']);
  });

  test.each(['🏃‍♀️ Zoë', '👩🏽‍🚀', '❤️', 'علی\u200Cرضا', 'क्\u200Dष', 'שלום', 'O’Neil-Łuk'])(
    'accepts the name %s',
    async (name) => {
      expect((await register({ first_name: name })).status).toBe(200);
    },
  );

  test('stores only the hash of the password and of the key', async () => {
    // test/support/quick-argon2.ts: at the cost of production.
    const password = 'hash me slowly and look for me';
    const { api_key } = (await register({ password })).json<{ api_key: string }>();
    const [user] = await service.sql('select * from users order by id desc limit 1');
    expect(user?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=(19456|[2-9]\d{4,}|1\d{5,}),t=[2-9],p=1\$/);
    const stored = JSON.stringify([user, await service.sql('select * from api_key order by id desc limit 1')]);
    expect(stored).not.toContain(password);
    expect(stored).not.toContain(api_key);
  });
});
