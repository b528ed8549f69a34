/**
 * Rate limits protect accounts against guessing: unknown keys, wrong passwords, password mails, registrations, and
 * messages to strangers are limited.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import type { Answer } from '../support/client.ts';
import { mailsTo } from '../support/mails.ts';
import { manyPeople } from '../support/many-people.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

// Behind a proxy, so that each test comes from addresses of its own.
const service = await testService({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
let addresses = 0;
const at = (address: string) => ({ 'X-Forwarded-For': address });
const elsewhere = () => at(`198.51.${Math.floor((addresses += 1) / 200)}.${(addresses % 200) + 1}`);
const signIn = (email: string, password: string, address: Record<string, string>) =>
  nobody(service).post('/account/login/', { email, password }, address);
const register = (address: Record<string, string>, email = `r${randomUUID()}@example.com`) =>
  nobody(service).post(
    '/account/register/',
    { first_name: 'R', last_name: 'R', email, password: 'a password' },
    address,
  );

/** How many in a row are answered with the status. */
async function countOf(
  status: number,
  most: number,
  attempt: (i: number) => Promise<Answer>,
): Promise<[number, Answer]> {
  for (let i = 0; ; i++) {
    const answer = await attempt(i);
    if (answer.status !== status || i === most) return [i, answer];
  }
}
function expectTooMany(answer: Answer) {
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
}
/** Somebody with several keys, each from an address of its own. */
async function clients(person: Person, count: number): Promise<Client[]> {
  const all: Client[] = [];
  for (let i = 0; i < count; i++) {
    const answer = await signIn(person.email, person.password, elsewhere());
    const { username, api_key } = answer.json<{ username: string; api_key: string }>();
    all.push(new Client(service.url, `ApiKey ${username}:${api_key}`));
  }
  return all;
}

describe('invalid keys', () => {
  const unknownKey = () => `Bearer ${randomUUID().replaceAll('-', '')}abcdefghijk`;

  test('of the wrong form cause no query to the database', async () => {
    const { all } = service.database;
    let lookups = 0;
    const counting: typeof all = (statement, ...more) => {
      if (statement.name === 'viewers_by_keys') lookups += 1;
      return all(statement, ...more);
    };
    Object.assign(service.database, { all: counting });
    try {
      const { username, authorization } = await newPerson(service, 'Form', 'Former');
      const key = authorization.split(':')[1] ?? '';
      lookups = 0;
      for (const wrong of ['x', key.slice(1), `${key}x`, key.replace(/^./, '!'), 'x'.repeat(5000)])
        for (const scheme of ['Bearer ', `ApiKey ${username}:`])
          expect((await nobody(service).get('/me/', { ...elsewhere(), Authorization: scheme + wrong })).status).toBe(
            401,
          );
      expect(lookups).toBe(0);
      const unknown = unknownKey();
      for (let i = 0; i < 5; i++) await nobody(service).get('/me/', { ...elsewhere(), Authorization: unknown });
      expect(lookups).toBe(1);
    } finally {
      Object.assign(service.database, { all });
    }
  });

  test('are charged to the address: 401, then 429, over REST and GraphQL; keys in use are still accepted', async () => {
    const eve = await newPerson(service, 'Eve', 'Failing');
    const address = elsewhere();
    const mine = () => as(eve).get('/me/', address);
    expect((await mine()).status).toBe(200);
    const [count, last] = await countOf(401, 400, () =>
      nobody(service).get('/me/', { ...address, Authorization: unknownKey() }),
    );
    expect(count).toBeLessThanOrEqual(100);
    expectTooMany(last);
    expectTooMany(await nobody(service).get('/me/', { ...address, Authorization: 'ApiKey nobody:nonsense' }));
    const stream = {
      ...address,
      Authorization: unknownKey(),
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ query: 'subscription { feedPostAdded { cursor } }' });
    expectTooMany(await nobody(service).sendTo('POST', '/graphql/stream', { headers: stream, body }));
    expect((await mine()).status).toBe(200);
    expect((await nobody(service).get('/me/', { ...elsewhere(), Authorization: unknownKey() })).status).toBe(401);
    // Whatever stands in front may want other credentials.
    for (let i = 0; i < 110; i++)
      expect((await nobody(service).get('/me/', { ...at('203.0.113.7'), Authorization: 'Basic eDp5' })).status).toBe(
        401,
      );
  });
});

describe('attempts to sign in with a password', () => {
  test('are counted for the account, in any spelling of its address', async () => {
    const email = `wiwi.ii${randomUUID().slice(0, 4)}@example.com`;
    await register(elsewhere(), email);
    const ways = [
      email,
      email.toUpperCase(),
      email.replace('i', 'İ'),
      email.replaceAll('i', 'İ'),
      email.replaceAll('i', 'I'),
    ];
    // Some are no way to write it for this database; the others are counted together.
    let guesses = 0;
    for (let i = 0; i < 80; i++) {
      const answer = await signIn(ways[i % ways.length] ?? '', 'wrong', elsewhere());
      const written = await service.sql('select lower(? collate "C") = lower(? collate "C") as same', [
        ways[i % ways.length],
        email,
      ]);
      if (answer.status === 400 && written[0]?.['same']) guesses += 1;
    }
    expect(guesses).toBe(25);
  });

  test('of others do not lock the owner out at an address from which the owner has signed in before', async () => {
    const [eve, home] = [await newPerson(service, 'Eve', 'Locked'), elsewhere()];
    expect((await signIn(eve.email, eve.password, home)).status).toBe(200);
    const [count, last] = await countOf(400, 40, () => signIn(eve.email, 'wrong', elsewhere()));
    expect(count).toBe(25);
    expectTooMany(last);
    expectTooMany(await signIn(eve.email, eve.password, elsewhere()));
    expect((await signIn(eve.email, eve.password, home)).status).toBe(200);
    expect((await signIn(eve.email, eve.password, home)).status).toBe(200);
    // Who guesses there has that address's guesses only.
    const [atHome] = await countOf(400, 40, () => signIn(eve.email, 'wrong', home));
    expect(atHome).toBeLessThanOrEqual(10);
  });

  test('from an address are 300 in 5 minutes if they succeed, as phones of one carrier share it', async () => {
    const [gus, address] = [await newPerson(service, 'Gus', 'Sharing'), elsewhere()];
    const one = `signIn(input: { email: "${gus.email}", password: "${gus.password}" }) { apiKey }`;
    const query = `mutation { ${Array.from({ length: 10 }, (_, i) => `a${i}: ${one}`).join(' ')} }`;
    let accepted = 0;
    for (let round = 0; round < 31; round++) {
      const headers = { ...address, 'Content-Type': 'application/json' };
      const answer = await nobody(service).sendTo('POST', '/graphql', { headers, body: JSON.stringify({ query }) });
      accepted += 10 - (answer.json<{ errors?: unknown[] }>().errors ?? []).length;
    }
    expect(accepted).toBe(300);
    expectTooMany(await signIn(gus.email, gus.password, address));
  });

  test('of others lock the owner out only until the mailed link for a new password was used, from wherever', async () => {
    const eve = await newPerson(service, 'Eve', 'Let In');
    const [, last] = await countOf(400, 40, () => signIn(eve.email, 'wrong', elsewhere()));
    expectTooMany(last);
    expect(last.text).toContain('request a mail');
    await nobody(service).post('/account/forgot_password', { email: eve.email.toUpperCase() }, elsewhere());
    const token = /password-reset\/([\w-]+)/.exec((await mailsTo(service, eve.email, 1))[0] ?? '')?.[1];
    await nobody(service).sendTo('POST', '/graphql', {
      headers: { ...elsewhere(), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        query:
          'mutation ($t: String!) { finishPasswordReset(input: { token: $t, newPassword: "of my own" }) { done } }',
        variables: { t: token },
      }),
    });
    for (let i = 0; i < 3; i++) expect((await signIn(eve.email, 'of my own', elsewhere())).status).toBe(200);
  });
});

describe('password mails', () => {
  test('are limited to five an hour for each recipient, from any address; the answer remains the same', async () => {
    const eve = await newPerson(service, 'Eve', 'Mailed');
    const statuses = new Set<number>();
    for (let i = 0; i < 8; i++)
      statuses.add((await nobody(service).post('/account/forgot_password', { email: eve.email }, elsewhere())).status);
    expect([...statuses]).toEqual([200]);
    expect(await mailsTo(service, eve.email, 5)).toHaveLength(5);
    const link = /\/password-reset\/[\w-]{43}/.exec((await mailsTo(service, eve.email, 5)).at(-1) ?? '')?.[0] ?? '';
    expect((await nobody(service).sendTo('GET', link)).status).toBe(200);
  });
});

describe('addresses', () => {
  const guess = (address: string) => signIn(`n${randomUUID()}@example.com`, 'x', at(address));
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 429],
    ['2001:db8:1:3::1', '[2001:DB8:1:3::2]:443', 429],
    ['2001:db8:1:4::1', '2001:db8:1:5::1', 400],
    ['192.0.2.201:5555', '192.0.2.201:6666', 429],
    ['192.0.2.202', '::ffff:192.0.2.202', 429],
    ['garbage, 192.0.2.203', '1.2.3.4, 192.0.2.203 ', 429],
    ['192.0.2.204, nonsense', 'other nonsense', 429],
  ])('%s and %s: %i', async (one, other, status) => {
    for (let i = 0; i < 10; i++) expect((await guess(one)).status).toBe(400);
    expect((await guess(other)).status).toBe(status);
  });
});

describe('registration', () => {
  test('is accepted 60 times an hour from an address', async () => {
    const address = elsewhere();
    const [count, last] = await countOf(200, 80, () => register(address));
    expect(count).toBe(60);
    expectTooMany(last);
    expect((await register(elsewhere())).status).toBe(200);
    expect((await register(address, 'no address')).status).toBe(400);
  });
});

describe('mutations', () => {
  type Target = { post: string; people: string[]; i: number };
  type Kind = [what: string, mutation: (target: Target) => string, most: number, aliases?: number];
  const kinds: Kind[] = [
    ['comments', ({ post }) => `addComment(input: { postId: "${post}", comment: "Hm" }) { __typename }`, 150],
    ['likes', ({ post }) => `toggleLike(input: { id: "${post}" }) { __typename }`, 300],
    [
      'conversations',
      ({ people, i }) => `startConversation(input: { recipientIds: ["${people[i]}"], message: "Hi" }) { __typename }`,
      60,
    ],
    [
      'recipients',
      ({ people, i }) =>
        `startConversation(input: { recipientIds: ${JSON.stringify(people.slice(i, i + 100))}, message: "Hi" }) { __typename }`,
      3,
      5,
    ],
    ['requests', ({ people, i }) => `requestFriendship(input: { userId: "${people[i]}" }) { __typename }`, 100],
    ['reports', ({ people, i }) => `reportPerson(input: { id: "${people[i]}", reason: SPAM }) { __typename }`, 50],
    ['mutes', ({ people, i }) => `mutePerson(input: { userId: "${people[i]}" }) { __typename }`, 100],
    ['invitations', ({ i }) => `invite(input: { email: "stranger${i}@example.org" }) { __typename }`, 50],
  ];
  test.each(kinds)(
    '%s are counted for the account, not for the key',
    async (what, mutation, most, aliases = 30) => {
      const eve = await newPerson(service, 'Eve', `Many ${what}`);
      // New accounts have less (new-accounts.test.ts).
      await service.sql("update users set date_joined = now() - interval '1 year' where id = ?", [eve.id]);
      const { post } = await record(eve);
      const people = (await manyPeople(service, 400, `Crowd${what}`)).map(({ id }) => globalId('User', id));
      let done = 0;
      for (const client of await clients(eve, 3)) {
        for (let i = 0; i < 10; i++) {
          const fields = Array.from(
            { length: aliases },
            (_, n) => `a${n}: ${mutation({ post: globalId('Post', post), people, i: done + n })}`,
          );
          const { data, errors } = await client.graphql(`mutation { ${fields.join(' ')} }`);
          done += Object.values(data ?? {}).filter((payload) => payload !== null).length;
          for (const { extensions } of errors) expect(extensions.code).toBe('RATE_LIMITED');
          if (errors.length > 0) break;
        }
      }
      expect(done).toBe(most);
    },
    60_000,
  );
});
