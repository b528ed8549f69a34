/**
 * Keys that another service has issued, and that were taken over with their accounts, open every interface like ours until they
 * are revoked; keys of other forms are refused without the database.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { until } from '../mail/patience.ts';
import { newStaff, suspend, unsuspend } from '../people/moderating.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';

const service = await testService();
/** As Tastypie makes them: forty hexadecimal digits. */
const tastypie = (n: number) => createHash('sha1').update(String(n)).digest('hex');
let count = 0;

/** Stores a key as taking over does, and announces its length. */
async function takeOver({ id }: Person, key: string): Promise<void> {
  await service.sql('insert into api_key (user_id, key_hash, taken_over) values (?, ?, true)', [
    id,
    createHash('sha256').update(key).digest(),
  ]);
  await service.sql('insert into old_key_form (length) values (?) on conflict do nothing', [key.length]);
  await service.sql("select pg_notify('key_revoked', 'forms')");
}

/** Somebody with an old key. */
async function oldPerson(key = tastypie((count += 1))): Promise<{ person: Person; key: string; old: Client }> {
  const person = await newPerson(service, 'Otto', `Old ${key.slice(0, 12).replaceAll(/[^a-z0-9]/gi, 'x')} ${count}`);
  await takeOver(person, key);
  const old = new Client(service.url, `ApiKey ${person.username}:${key}`);
  await until(async () => (await old.get('/me/')).status === 200, 'the key that was taken over');
  return { person, key, old };
}

const keysOf = async (client: Client) => {
  const { data } = await client.graphql<{ apiKeys: { id: string; takenOver: boolean; isCurrent: boolean }[] }>(
    '{ apiKeys { id takenOver isCurrent } }',
  );
  return data?.apiKeys ?? [];
};

describe('a key that was taken over', () => {
  test('opens REST, with its user name and as a bearer', async () => {
    const { person, key, old } = await oldPerson();
    expect((await old.get('/me/')).json()).toMatchObject({ id: person.id });
    expect((await new Client(service.url, `Bearer ${key}`).get('/me/')).status).toBe(200);
    expect((await new Client(service.url, `apikey ${person.username}:${key}`).get('/me/')).status).toBe(200);
  });

  test.each([
    ['UTF-8', 'Zoë 🦊', Buffer.from('Zoë 🦊').toString('latin1')],
    ['Latin 1', 'Zoë', 'Zoë'],
  ])('opens with a name that is sent in %s', async (_what, name, sent) => {
    const { person, key } = await oldPerson();
    await service.sql('update users set username = ? where id = ?', [name, person.id]);
    await service.sql("select pg_notify('key_revoked', 'forms')");
    const me = () => new Client(service.url, `ApiKey ${sent}:${key}`).get('/me/');
    await until(async () => (await me()).status === 200, 'the name is known');
  });

  test('does not open another account', async () => {
    const [{ key }, { person }] = [await oldPerson(), await oldPerson()];
    expect((await new Client(service.url, `ApiKey ${person.username}:${key}`).get('/me/')).status).toBe(401);
  });

  test('opens GraphQL, and is shown as taken over', async () => {
    const { person, old } = await oldPerson();
    const keys = await keysOf(old);
    expect(keys.filter(({ takenOver }) => takenOver)).toEqual([expect.objectContaining({ isCurrent: true })]);
    expect((await keysOf(as(person))).filter(({ isCurrent }) => isCurrent)).toEqual([
      expect.objectContaining({ takenOver: false }),
    ]);
  });

  test('opens a socket and a stream', async () => {
    const { person, key } = await oldPerson();
    const socket = await new TestSocket(service.url).init({ authorization: `ApiKey ${person.username}:${key}` });
    socket.send({ id: '1', type: 'subscribe', payload: { query: '{ me { databaseId } }' } });
    const messages = await socket.messages.until((all) => all.some(({ type }) => type === 'next'));
    expect(JSON.stringify(messages)).toContain(`"databaseId":${person.id}`);
    socket.raw.close();
    const stream = await fetch(`${service.url}/graphql/stream`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ me { databaseId } }' }),
    });
    expect(await stream.text()).toContain(`"databaseId":${person.id}`);
  });

  test.each([
    ['of 16 characters', 'a1b2c3d4e5f6g7h8'],
    ['of 128 characters', 'k'.repeat(128)],
    ['with colons and other signs', 'a:b/c+d=e~f!g"h#$%&i'],
  ])('may be %s', async (_what, key) => {
    const { old } = await oldPerson(key);
    expect((await old.get('/me/')).status).toBe(200);
  });

  test('stays after sign-ins, however many', async () => {
    const { person, old } = await oldPerson();
    const { email, password } = person;
    for (let n = 0; n < 52; n++)
      expect((await nobody(service).post('/account/login/', { email, password })).status).toBe(200);
    expect((await old.get('/me/')).status).toBe(200);
    expect((await keysOf(old)).length).toBe(51);
  });

  test('ends when it is revoked', async () => {
    const { person, old } = await oldPerson();
    const [one] = (await keysOf(old)).filter(({ takenOver }) => takenOver);
    const document = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { done } }';
    expect((await as(person).graphql(document, { id: one?.id })).errors).toEqual([]);
    expect((await old.get('/me/')).status).toBe(401);
  });

  test('ends when the password is changed with another key', async () => {
    const { person, old } = await oldPerson();
    const body = { old_password: person.password, new_password: 'another password' };
    expect((await as(person).post('/user/password/', body)).status).toBe(204);
    expect((await old.get('/me/')).status).toBe(401);
  });

  test('is refused while the account is suspended', async () => {
    const { person, old } = await oldPerson();
    const staff = await newStaff(service);
    await suspend(staff, person);
    expect((await old.get('/me/')).status).toBe(401);
    await unsuspend(staff, person);
    await until(async () => (await old.get('/me/')).status === 200, 'the end of the suspension');
  });

  test('has the scopes of a sign-in', async () => {
    const { person, old } = await oldPerson();
    const document = `mutation { updateUser(input: { id: "${globalId('User', person.id)}", firstName: "Otto" }) { user { id } } }`;
    expect((await old.graphql(document)).errors).toEqual([]);
  });
});

/** How often the database is asked for a key while `work` runs. */
async function lookUps(work: () => Promise<unknown>): Promise<number> {
  const { database } = service;
  const { all } = database;
  let looks = 0;
  const counting: typeof all = (statement, ...more) => {
    if (statement.name === 'viewers_by_keys') looks += 1;
    return all(statement, ...more);
  };
  Object.assign(database, { all: counting });
  await work();
  Object.assign(database, { all });
  return looks;
}

describe('a key that does not exist', () => {
  test.each([
    ['of a length that no key has', 'f'.repeat(39), 0],
    ['of a length that old keys have', 'f'.repeat(40), 1],
    ['that is too long', 'f'.repeat(129), 0],
    ['with letters outside of ASCII', `${'f'.repeat(39)}ü`, 0],
  ])('%s is refused, with as few statements as that takes', async (_what, key, statements) => {
    await oldPerson();
    const client = new Client(service.url, `Bearer ${Buffer.from(key).toString('latin1')}`);
    const looks = await lookUps(async () => expect((await client.get('/me/')).status).toBe(401));
    expect(looks).toBe(statements);
    // It is remembered as one that does not exist.
    expect((await client.get('/me/')).status).toBe(401);
  });
});
