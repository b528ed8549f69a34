/**
 * Users can invite people by mail.
 * Rows: `POST /invitation/`.
 */
import { describe, expect, test } from '@jest/globals';
import { until } from '../mail/patience.ts';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';
import { requestFriendship, friends, none, pending, setBlock, tiesOf, waiting } from './ties.ts';

const service = await testService();
const people = await cast(service);

const invite = (person: Person, email: string, name?: string) =>
  as(person).post('/invitation/', name === undefined ? { email } : { email, name });
const invitationsTo = (email: string) => service.sql('select * from invitation where lower(email) = lower(?)', [email]);
const queued = async (email: string) =>
  service.sql("select id from pgboss.job where name = 'mail' and data::text ilike ?", [`%${email}%`]);

describe('POST /invitation/', () => {
  test.each(encodingNames)('accepts %s, answers 200 and sends a mail', async (encoding) => {
    const email = `invited-by-${encoding}@example.org`;
    const { query, parcel } = encodings[encoding]({ email, name: 'Zoë <b>' });
    expect((await as(people.ann).send('POST', `/invitation/${query}`, parcel)).status).toBe(200);
    const [mail] = await mailsTo(service, email, 1);
    expect(mail).toContain('Ann Archer invites you to run together');
    expect(mail).toContain('Hello Zoë <b>,');
    expect(mail).toContain('Hello Zoë &lt;b&gt;,');
    expect(mail).toContain(email);
  });

  test('answers 200 to a repeated invitation, and sends one mail a day from the same user', async () => {
    const email = 'twice@example.org';
    const start = Date.parse('2030-01-01T12:00:00Z');
    const hours = async (count: number, person: Person, address = email) => {
      service.clock.set(new Date(start + count * 3_600_000));
      expect((await invite(person, address)).status).toBe(200);
    };
    try {
      await hours(0, people.ann);
      await hours(1, people.ann, 'TWICE@example.org');
      await hours(23, people.ann);
      expect(await mailsTo(service, email, 1)).toHaveLength(1);
      await hours(23.5, people.bob);
      expect(await mailsTo(service, email, 2)).toHaveLength(2);
      await hours(24, people.ann);
      expect(await mailsTo(service, email, 3)).toHaveLength(3);
      await hours(25, people.ann);
    } finally {
      service.clock.set(null);
    }
    expect(await invitationsTo(email)).toHaveLength(2);
    expect(await mailsTo(service, email, 3)).toHaveLength(3);
  });

  test('sends one mail for ten simultaneous invitations', async () => {
    const email = 'at-once@example.org';
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(people.ann, email)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await invitationsTo(email)).toHaveLength(1);
    expect(await mailsTo(service, email, 1)).toHaveLength(1);
    expect(await queued(email)).toHaveLength(0);
  });

  test('sends a friend request and no mail to a user with an account', async () => {
    const eve = await newPerson(service, 'Eve', 'Evans');
    expect((await invite(people.ann, eve.email.toUpperCase())).status).toBe(200);
    expect(await tiesOf(service, people.ann, eve)).toEqual(pending);
    expect(await waiting(eve)).toBe(1);
    // Asked already, then friends: still 200, and nothing changes.
    expect((await invite(people.ann, eve.email)).status).toBe(200);
    expect(await tiesOf(service, people.ann, eve)).toEqual(pending);
    expect((await invite(eve, people.ann.email)).status).toBe(200);
    expect(await tiesOf(service, people.ann, eve)).toEqual(friends);
    expect((await invite(eve, people.ann.email)).status).toBe(200);
    expect(await tiesOf(service, people.ann, eve)).toEqual(friends);
    expect(await invitationsTo(eve.email)).toEqual([]);
  });

  test('does nothing across a block in either direction, with the same answer', async () => {
    const frank = await newPerson(service, 'Frank', 'Fox');
    await setBlock(frank, people.cho);
    const known = await invite(people.cho, frank.email);
    const unknown = await invite(people.cho, 'nobody-there@example.org');
    expect(known).toMatchObject({ status: 200, text: unknown.text });
    expect((await invite(frank, people.cho.email)).status).toBe(200);
    expect(await tiesOf(service, people.cho, frank)).toEqual(none);
    expect(await invitationsTo(frank.email)).toEqual([]);
  });

  test("refuses an invalid address, and one's own", async () => {
    for (const [email, text] of [
      ['nonsense', 'email: is not an e-mail address'],
      ['', 'email: is not an e-mail address'],
      ['a@b.example\r\nBcc: c@d.example', 'email: is not an e-mail address'],
      [people.ann.email.toUpperCase(), 'email: is your own'],
    ] as const)
      expect(await invite(people.ann, email)).toMatchObject({ status: 400, text });
    expect(await as(people.ann).post('/invitation/', {})).toMatchObject({ status: 400, text: 'email: is required' });
    expect(await invite(people.ann, 'a@b.example', 'x'.repeat(101))).toMatchObject({
      status: 400,
      text: 'name: must have at most 100 characters',
    });
    expect((await invite(people.ann, 'a@b.example', 'x\nBcc: y')).status).toBe(400);
    expect((await nobody(service).post('/invitation/', { email: 'a@b.example' })).status).toBe(401);
  });
});

/** The link of the mail that an inviter's invitation sent, as path and query. */
async function linkTo(email: string, count = 1): Promise<string> {
  const mail = (await mailsTo(service, email, count)).at(-1) ?? '';
  const url = new URL(/http:\/\/\S+\/invitation\/\S+/.exec(mail)?.[0] ?? '');
  expect(url.origin).toBe(service.url);
  return url.pathname + url.search;
}
const getPage = (link: string) => nobody(service).sendTo('GET', link);
const postPage = (link: string, fields: Record<string, string>) =>
  nobody(service).sendTo('POST', link, {
    headers: { 'Content-Type': contentTypes.form },
    body: new URLSearchParams(fields).toString(),
  });
/** Proves an address by a password link; signs in again. */
async function prove(person: Person, password = 'a better password'): Promise<Person> {
  expect((await nobody(service).post('/account/forgot_password', { email: person.email })).status).toBe(200);
  // Invitations to the address may come before and after.
  let token: string | undefined;
  await until(async () => {
    const mails = await mailsTo(service, person.email, 0);
    token = mails.map((mail) => /\/password-reset\/([\w-]{43})/.exec(mail)?.[1]).find(Boolean);
    return token !== undefined;
  }, 'the password link');
  const { errors } = await nobody(service).graphql(
    'mutation ($input: FinishPasswordResetInput!) { finishPasswordReset(input: $input) { done } }',
    { input: { token, newPassword: password } },
  );
  expect(errors).toEqual([]);
  return signedIn(person, password);
}
async function signedIn(person: Person, password: string): Promise<Person> {
  const answer = await nobody(service).post('/account/login/', { email: person.email, password });
  const { username, api_key } = answer.json<{ username: string; api_key: string }>();
  return { ...person, password, username, authorization: `ApiKey ${username}:${api_key}` };
}

let names = 0;

describe('names in the mail', () => {
  test.each([
    ['https://evil.example/x', ''],
    ['see evil.example now', ''],
    ['www evil', ''],
    ['call me@evil', ''],
    ['evil。example', ''],
    ['J. R. R. Tolkien', 'Hello J. R. R. Tolkien,'],
  ])('%j is greeted with %j', async (name, greeting) => {
    const email = `named-${(names += 1)}@example.org`;
    expect((await invite(people.ann, email, name)).status).toBe(200);
    const [mail = ''] = await mailsTo(service, email, 1);
    expect(mail).toContain(greeting === '' ? 'Hello,' : greeting);
    if (greeting === '') expect(mail).not.toContain(name);
  });

  test('of an inviter is left out if it looks like a link', async () => {
    const mallory = await newPerson(service, 'You won: claim at https://evil.example/x', 'Test');
    await invite(mallory, 'victim@example.org');
    const [mail = ''] = await mailsTo(service, 'victim@example.org', 1);
    expect(mail).not.toMatch(/evil|You won/);
    expect(mail).toContain('Somebody who knows this address');
  });
});

describe('registering with an invited address', () => {
  test('leads to friendships with all inviters once the address is proven, and not before', async () => {
    await invite(people.ann, 'Gina.Gold@Example.com');
    await invite(people.bob, 'gina.gold@example.com');
    const early = await newPerson(service, 'Gina', 'Gold');
    expect(await tiesOf(service, people.ann, early)).toEqual(none);
    const gina = await prove(early);
    expect(await tiesOf(service, people.ann, gina)).toEqual(friends);
    expect(await tiesOf(service, people.bob, gina)).toEqual(friends);
    expect(await tiesOf(service, people.cho, gina)).toEqual(none);
    const list = (await as(gina).get('/friendship/')).json<{ objects: { requester: number; status: string }[] }>();
    expect(list.objects.map(({ requester, status }) => [requester, status]).sort()).toEqual(
      [
        [people.ann.id, 'Accepted'],
        [people.bob.id, 'Accepted'],
      ].sort(),
    );
    expect(await invitationsTo(gina.email)).toEqual([]);
    expect(await waiting(gina)).toBe(0);
  });

  test('through the page of the link creates an account with a proven address and the friendship', async () => {
    const email = 'paula@example.com';
    await invite(people.ann, email);
    const link = await linkTo(email);
    for (let i = 0; i < 2; i++)
      expect(await getPage(link)).toMatchObject({ status: 200, text: expect.stringContaining(email) });
    const names = { first_name: 'Paula', last_name: 'Page' };
    const choice = { ...names, password: 'a good password', again: 'a good password' };
    expect((await postPage(link, { ...choice, again: 'another' })).status).toBe(400);
    expect((await postPage(link, { ...choice, first_name: '' })).status).toBe(400);
    expect((await postPage(link, { ...choice, password: 'password', again: 'password' })).status).toBe(400);
    expect(await postPage(link, choice)).toMatchObject({ status: 303, headers: { location: 'done' } });
    expect((await nobody(service).sendTo('GET', '/invitation/done')).status).toBe(200);
    const me = (await nobody(service).post('/account/login/', { email, password: 'a good password' })).json<{
      username: string;
      api_key: string;
    }>();
    const { id } = (await nobody(service).get('/me/', { Authorization: `ApiKey ${me.username}:${me.api_key}` })).json<{
      id: number;
    }>();
    expect(await tiesOf(service, people.ann, { ...people.bob, id })).toEqual(friends);
    expect([(await getPage(link)).status, (await postPage(link, choice)).status]).toEqual([410, 410]);
  });

  test('with the link proves the address, but not with the link to another address, a changed or an expired one', async () => {
    const register = (email: string, invitation: string) =>
      nobody(service).graphql<{ register: { apiKey: string; user: { id: string } } }>(
        'mutation ($input: RegisterInput!) { register(input: $input) { apiKey } }',
        { input: { firstName: 'Rita', lastName: 'Row', email, password: 'a good password', invitation } },
      );
    await invite(people.ann, 'rita@example.com');
    const link = service.url + (await linkTo('rita@example.com'));
    const wrong: [string, string][] = [
      ['other@example.com', link],
      ['rita@example.com', link.replace(/signature=../, 'signature=xx')],
      ['rita@example.com', link.replace(/\/invitation\/\d+/, '/invitation/1')],
      ['rita@example.com', 'nonsense'],
    ];
    for (const [email, invitation] of wrong)
      expect((await register(email, invitation)).errors[0]?.extensions).toMatchObject({
        fields: { invitation: expect.any(String) },
      });
    service.clock.set(new Date(Date.now() + 31 * 24 * 3_600_000));
    expect((await getPage(new URL(link).pathname + new URL(link).search)).status).toBe(410);
    service.clock.set(null);
    expect((await register('RITA@example.com', link)).errors).toEqual([]);
    const [row] = await service.sql("select id from users where email = 'RITA@example.com'");
    expect(await tiesOf(service, people.ann, { ...people.bob, id: Number(row?.['id']) })).toEqual(friends);
  });

  test('by somebody else first: the page transfers the account to the owner of the address', async () => {
    const email = 'bea.baum@example.com';
    await invite(people.ann, email);
    const squatter = await newPerson(service, 'Bea', 'Baum');
    expect(await tiesOf(service, people.ann, squatter)).toEqual(none);
    const link = await linkTo(email);
    expect((await getPage(link)).text).toMatch(/was registered with the address/);
    expect((await as(squatter).get('/me/')).status).toBe(200);
    const choice = { password: 'of the real Bea', again: 'of the real Bea' };
    expect((await postPage(link, choice)).status).toBe(303);
    expect((await as(squatter).get('/me/')).status).toBe(401);
    expect((await nobody(service).post('/account/login/', { email, password: squatter.password })).status).toBe(400);
    const bea = await signedIn(squatter, 'of the real Bea');
    expect((await as(bea).get('/me/')).status).toBe(200);
    expect(await tiesOf(service, people.ann, bea)).toEqual(friends);
    expect((await postPage(link, choice)).status).toBe(410);
  });

  test('at the time of the invitation: either an invitation or a request is always stored', async () => {
    for (let i = 0; i < 10; i++) {
      const email = `race.number${i}@example.com`;
      const [hugo] = await Promise.all([newPerson(service, 'Race', `Number${i}`), invite(people.ann, email)]);
      expect(hugo.email).toBe(email);
      const invited = (await invitationsTo(email)).length === 1;
      expect(await tiesOf(service, people.ann, hugo)).toEqual(invited ? none : pending);
      if (i > 2) continue;
      await prove(hugo);
      expect(await tiesOf(service, people.ann, hugo)).toEqual(invited ? friends : pending);
    }
  });

  test('accepts a pending request with the proof, and keeps a block', async () => {
    const email = 'kim.knot@example.com';
    for (const inviter of [people.ann, people.bob, people.cho]) await invite(inviter, email);
    const early = await newPerson(service, 'Kim', 'Knot');
    await requestFriendship(early, people.ann);
    await setBlock(early, people.cho);
    const kim = await prove(early);
    expect(await tiesOf(service, people.ann, kim)).toEqual(friends);
    expect(await tiesOf(service, people.bob, kim)).toEqual(friends);
    expect(await tiesOf(service, people.cho, kim)).toEqual(none);
  });

  test('leaves other relations of the inviter unchanged', async () => {
    const ivy = await newPerson(service, 'Ivy', 'Ink');
    await requestFriendship(ivy, people.bob);
    await invite(ivy, 'jack.jones@example.com');
    const jack = await prove(await newPerson(service, 'Jack', 'Jones'));
    expect(await tiesOf(service, ivy, jack)).toEqual(friends);
    expect(await tiesOf(service, ivy, people.bob)).toEqual(pending);
  });
});
