/**
 * Users can sign in with a social network over REST and GraphQL, which creates or links accounts and finds friends.
 * Rows: `POST /account/social/login/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { mailsTo } from '../support/mails.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import { membersOf, socialSignInPath } from './social-members.ts';
import type { SignedIn } from './social-members.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
const { join, signIn, signedIn } = membersOf(network, service);
const path = socialSignInPath;

describe('POST /account/social/login/', () => {
  test.each(encodingNames)('creates an account and signs it in, sent as %s', async (encoding) => {
    const { token, email } = join({ birthday: '02/29/1992', gender: 'female' });
    // Libraries that indent XML write the white space as well (decisions P22).
    const { query, parcel } = encodings[encoding]({ token: `\n    ${token}\n  ` });
    const answer = await nobody(service).send('POST', `${path}${query}`, parcel);
    expect(answer.status).toBe(200);
    const body = answer.json<SignedIn>();
    expect(body).toEqual({
      username: expect.stringMatching(/^runner_/),
      api_key: expect.any(String),
      created: true,
      auto_created_friends: [],
    });
    const client = new Client(service.url, `ApiKey ${body.username}:${body.api_key}`);
    const me = (await client.get('/me/')).json<{ id: number }>();
    expect(me).toMatchObject({ first_name: 'Nia', last_name: 'Novak', email });
    const profile = (await client.get(`/profile/${me.id}/`)).json();
    expect(profile).toMatchObject({ birth_date: '1992-02-29', gender: 'F' });
  });

  test.each(['json', 'xml', 'yaml'])('answers in %s, friends included', async (format) => {
    const friend = join();
    const known = await signedIn(friend.token);
    const { token } = join({}, { friends: [friend.id] });
    const answer = await nobody(service).post(`${path}?format=${format}`, { token });
    const body = wireValue(answer) as SignedIn;
    expect(body).toMatchObject({ created: true });
    expect(body.auto_created_friends).toEqual([
      {
        id: known.id,
        resource_uri: `/api/v1/user/${known.id}/`,
        first_name: 'Nia',
        last_name: 'Novak',
        email: '',
        date_joined: expect.any(String),
        preferences: `/api/v1/preferences/${known.id}/`,
        profile: `/api/v1/profile/${known.id}/`,
        stats: `/api/v1/stats/${known.id}/`,
        profile_image_225_url: '',
        profile_image_48_url: '',
      },
    ]);
  });

  test('signs the same person in again, even with another address', async () => {
    const { id, token } = join();
    const first = await signedIn(token);
    network.members.set(token, { me: { id, email: 'moved@example.com' } });
    const second = await signedIn(token);
    expect([second.created, second.id, second.auto_created_friends]).toEqual([false, first.id, []]);
    expect(second.api_key).not.toBe(first.api_key);
    network.members.set(token, { me: { id } });
    expect((await signedIn(token)).id).toBe(first.id);
  });

  test('links the account with the address, in any case, unless the network says that it is not verified', async () => {
    const eve = await newPerson(service, 'Eve', 'Elder');
    for (const verified of [false, 'true', 1, null]) {
      const answer = await signIn(join({ email: eve.email, verified }).token);
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
      expect(answer.text).toMatch(/already exists/);
    }
    const { token } = join({ email: eve.email.toUpperCase(), verified: undefined });
    expect(await signedIn(token)).toMatchObject({ id: eve.id, username: eve.username, created: false });
    network.members.set(token, { me: { id: token.slice('token-'.length) } });
    expect((await signedIn(token)).id).toBe(eve.id);
  });

  test('ends the access of a user who registered an address that was never proven, and sends a mail about it', async () => {
    const eve = await newPerson(service, 'Eva', 'Early');
    const { token } = join({ email: eve.email });
    const owner = await signedIn(token);
    expect(owner).toMatchObject({ id: eve.id, created: false });
    expect((await owner.client.get('/me/')).status).toBe(200);
    expect((await as(eve).get('/me/')).status).toBe(401);
    const login = { email: eve.email, password: eve.password };
    expect((await nobody(service).post('/account/login/', login)).status).toBe(400);
    expect((await mailsTo(service, eve.email, 1))[0]).toMatch(/password of the account was removed/);
    // The second time nothing ends.
    expect((await signedIn(token)).id).toBe(eve.id);
    expect((await owner.client.get('/me/')).status).toBe(200);
  });

  test('ends the link of a social account whose address was not verified', async () => {
    const first = join({ email: 'shared@example.com', verified: false });
    const squatter = await signedIn(first.token);
    const owner = await signedIn(join({ email: 'shared@example.com' }).token);
    expect([owner.id, owner.created]).toEqual([squatter.id, false]);
    expect((await squatter.client.get('/me/')).status).toBe(401);
    expect((await signIn(first.token)).status).toBe(400);
  });

  test('ends nothing if a mailed link or a network has proven the address before', async () => {
    const eve = await newPerson(service, 'Edna', 'Proven');
    await nobody(service).post('/account/forgot_password', { email: eve.email });
    const reset = /\/password-reset\/([\w-]{43})/.exec((await mailsTo(service, eve.email, 1))[0] ?? '')?.[1];
    const { errors } = await nobody(service).graphql(
      'mutation ($i: FinishPasswordResetInput!) { finishPasswordReset(input: $i) { done } }',
      { i: { token: reset, newPassword: 'a better password' } },
    );
    expect(errors).toEqual([]);
    expect(await signedIn(join({ email: eve.email }).token)).toMatchObject({ id: eve.id, created: false });
    const login = { email: eve.email, password: 'a better password' };
    expect((await nobody(service).post('/account/login/', login)).status).toBe(200);

    const member = join();
    const made = await signedIn(member.token);
    expect(await signedIn(join({ email: member.email }).token)).toMatchObject({ id: made.id, created: false });
    expect((await made.client.get('/me/')).status).toBe(200);
  });

  test('creates accounts without a password', async () => {
    const { token, email } = join();
    await signedIn(token);
    for (const password of ['', 'null', 'a password'])
      expect((await nobody(service).post('/account/login/', { email, password })).status).toBe(400);
    expect((await nobody(service).post('/account/forgot_password', { email })).status).toBe(200);
  });

  test("makes friends with everyone on all pages of the network's list, once, and with no one else", async () => {
    const known = [join(), join(), join()];
    const ids = [];
    for (const { token } of known) ids.push((await signedIn(token)).id);
    const stranger = await signedIn(join().token);
    const friends = ['1', ...known.map(({ id }) => id), known[0]?.id ?? '', '2', '3'];
    const me = await signedIn(join({}, { friends }).token);
    expect(me.auto_created_friends.map(({ id }) => id)).toEqual(ids);
    const list = (await me.client.get('/friendship/')).json<{ objects: Mapping[] }>().objects;
    expect(list.map(({ status }) => status)).toEqual(['Accepted', 'Accepted', 'Accepted']);
    const edges = await service.sql('select friend_id from friend_edge where user_id = ? order by 1', [me.id]);
    expect(edges.map(({ friend_id }) => Number(friend_id))).toEqual(ids);
    const back = await service.sql('select user_id from friend_edge where friend_id = ? order by 1', [me.id]);
    expect(back.map(({ user_id }) => Number(user_id))).toEqual(ids);
    expect((await stranger.client.get('/friendship/')).json()).toMatchObject({ objects: [] });
  });

  test('makes friends with inviters as well', async () => {
    const fay = await newPerson(service, 'Fay', 'Fox');
    const { token, email } = join();
    expect((await as(fay).post('/invitation/', { email })).status).toBe(200);
    expect((await signedIn(token)).auto_created_friends).toEqual([expect.objectContaining({ id: fay.id })]);
  });

  test('creates one account from two simultaneous first sign-ins', async () => {
    const friend = join();
    await signedIn(friend.token);
    const { token, email } = join({}, { friends: [friend.id] });
    const all = await Promise.all(Array.from({ length: 6 }, () => signedIn(token)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    expect(await service.sql('select 1 from users where email = ?', [email])).toHaveLength(1);
  });

  test('and a simultaneous registration create one account', async () => {
    const { token, email } = join();
    const registration = { first_name: 'Nia', last_name: 'Novak', email, password: 'a password' };
    const [social, plain] = await Promise.all([
      signIn(token),
      nobody(service).post('/account/register/', registration),
    ]);
    expect([social.status, [200, 400].includes(plain.status)]).toEqual([200, true]);
    expect(await service.sql('select 1 from users where email = ?', [email])).toHaveLength(1);
  });

  test.each([
    ['of nobody', () => 'made-up'],
    ['with spaces', () => 'two words'],
    ['with letters that no token has', () => 'tökén\u0000'],
    ['that is empty', () => ''],
    ['that is endless', () => 'x'.repeat(100_000)],
    ['for another app', () => join({}, { appId: '666' }).token],
    ['of somebody else', () => join({}, { token: { user_id: '77' } }).token],
    ['that has expired', () => join({}, { token: { expires_at: 1_000_000 } }).token],
    ['that is called invalid', () => join({}, { token: { is_valid: false } }).token],
  ])('refuses a token %s', async (_what, token) => {
    const answer = await signIn(token());
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(/does not accept this token/);
  });

  test('names a missing token', async () => {
    for (const body of [{}, { token: null }, { token: ['a'] }, { token: { a: 1 } }]) {
      const answer = await nobody(service).post(path, body);
      if (answer.status !== 400 || !answer.text.startsWith('token: '))
        expect([body, answer.status, answer.text]).toBe('');
    }
    expect(network.calls).toEqual([]);
  });

  test.each([undefined, null, 7, 'no address', ''])(
    'refuses to create an account without an address: %p',
    async (email) => {
      const answer = await signIn(join({ email }).token);
      expect([answer.status, answer.text]).toEqual([400, 'token: must be granted with the permission email']);
    },
  );

  test.each<[string, Mapping, Mapping, Mapping]>([
    ['a year only', { birthday: '1992', gender: 'x' }, {}, { birth_date: null }],
    ['a day only', { birthday: '02/28', gender: 5 }, {}, { birth_date: null }],
    ['no such day', { birthday: '02/30/1992' }, {}, { birth_date: null }],
    ['the future', { birthday: '02/03/2999' }, {}, { birth_date: null }],
    ['another type', { birthday: { day: 1 }, gender: ['male'] }, {}, { birth_date: null }],
    ['a man', { gender: 'male' }, {}, { gender: 'M' }],
    ['no names', { first_name: undefined, last_name: null }, { first_name: 'Runner', last_name: '' }, {}],
    ['one name', { first_name: '', last_name: 'Plato' }, { first_name: '', last_name: 'Plato' }, {}],
    [
      'odd names',
      { first_name: 'a\u0000b\n', last_name: 'ü'.repeat(150) },
      { first_name: 'a b', last_name: 'ü'.repeat(100) },
      {},
    ],
  ])('takes what is valid: %s', async (_what, said, user, profile) => {
    const { client, id } = await signedIn(join(said).token);
    expect((await client.get('/me/')).json()).toMatchObject(user);
    expect((await client.get(`/profile/${id}/`)).json()).toMatchObject(profile);
  });

  test('treats a numeric id as the same id', async () => {
    const { id, token } = join();
    const first = await signedIn(token);
    network.members.set(token, { me: { id: Number(id) as unknown as string } });
    expect((await signedIn(token)).id).toBe(first.id);
  });

  test('creates a new account for a user who deleted the previous one', async () => {
    const { token } = join();
    const first = await signedIn(token);
    await service.sql('delete from users where id = ?', [first.id]);
    const again = await signedIn(token);
    expect([again.created, again.id === first.id]).toEqual([true, false]);
  });
});

describe('mutation signInWithSocialNetwork', () => {
  const mutation = `mutation ($token: String!) { signInWithSocialNetwork(input: { token: $token }) {
    username apiKey created user { firstName } autoCreatedFriends { firstName email } } }`;

  test('signs in', async () => {
    const friend = join();
    await signedIn(friend.token);
    const { token } = join({}, { friends: [friend.id] });
    const { data } = await nobody(service).graphql(mutation, { token });
    expect(data?.['signInWithSocialNetwork']).toEqual({
      username: expect.any(String),
      apiKey: expect.any(String),
      created: true,
      user: { firstName: 'Nia' },
      autoCreatedFriends: [{ firstName: 'Nia', email: null }],
    });
  });

  test('reports the failure by its code', async () => {
    const { errors } = await nobody(service).graphql(mutation, { token: 'made-up' });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['SOCIAL_TOKEN_REJECTED']);
  });
});
