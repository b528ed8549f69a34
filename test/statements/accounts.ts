import { expect } from '@jest/globals';
import { mailsTo } from '../support/mails.ts';
import { as, nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { until } from '../mail/patience.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, nothing, sentence, status } from './world.ts';
import type { World } from './world.ts';

const register = (world: World, changes: Mapping = {}) =>
  nobody(world.service).post('/account/register/', {
    first_name: 'Rea',
    last_name: 'Ritter',
    email: `rea${(registered += 1)}@example.com`,
    password: 'a long password',
    ...changes,
  });
let registered = 0;

const login = (world: World, body: Mapping) => nobody(world.service).post('/account/login/', body);

/** Accounts, and the result of a sign-in. */
export const accounts: Statements = {
  'Login answers username and api_key': async (world) => {
    const { email, password } = world.ann;
    expect(Object.keys(got(await login(world, { email, password }))).sort()).toEqual(['api_key', 'username']);
  },
  'The username is a text that is not the e-mail address': async (world) => {
    const { username } = got(await login(world, { email: world.ann.email, password: world.ann.password }));
    expect(username).toEqual(expect.any(String));
    expect(username).not.toContain('@');
  },
  'The api_key is a text that opens the service': async (world) => {
    const { username, api_key } = got(await login(world, { email: world.bob.email, password: world.bob.password }));
    const client = new Client(world.service.url, `ApiKey ${String(username)}:${String(api_key)}`);
    expect(got(await client.get('/me/'))).toMatchObject({ id: world.bob.id });
  },
  ...each(
    ['email', 'password'],
    (field) => `Login requires ${field}`,
    async (world, field) => {
      const { email, password } = world.ann;
      sentence(await login(world, { email, password, [field]: undefined }), 400, `${field}: is required`);
    },
  ),
  'Register answers username and api_key': async (world) => {
    expect(Object.keys(got(await register(world))).sort()).toEqual(['api_key', 'username']);
  },
  ...each(
    ['first_name', 'last_name', 'email', 'password'],
    (field) => `Register requires ${field}`,
    async (world, field) => sentence(await register(world, { [field]: undefined }), 400, `${field}: is required`),
  ),
  'Register with an address that exists is answered with 400 and a text that says so': async (world) => {
    sentence(await register(world, { email: world.ann.email }), 400, 'address already exists');
  },
  'Register keeps the two names': async (world) => {
    const { username, api_key } = got(await register(world));
    const client = new Client(world.service.url, `ApiKey ${String(username)}:${String(api_key)}`);
    expect(got(await client.get('/me/'))).toMatchObject({ first_name: 'Rea', last_name: 'Ritter' });
  },
  'Social login answers username, api_key, created and auto_created_friends': async ({ members }) => {
    const answer = await members.signIn(members.join().token);
    expect(Object.keys(got(answer)).sort()).toEqual(['api_key', 'auto_created_friends', 'created', 'username']);
  },
  'Social login requires token': async ({ service }) => {
    sentence(await nobody(service).post('/account/social/login/', {}), 400, 'token: is required');
  },
  'Social login registers a person who is not known, with created true': async ({ members }) => {
    expect(got(await members.signIn(members.join().token))).toMatchObject({ created: true });
  },
  'Social login signs a known person in, with created false': async ({ members }) => {
    const { token } = members.join();
    const first = await members.signedIn(token);
    expect(got(await members.signIn(token))).toMatchObject({ created: false, username: first.username });
  },
  'Social login takes name, birthday and address over from the network': async ({ members }) => {
    const { token, email } = members.join({ birthday: '02/28/1991' });
    const { client, id } = await members.signedIn(token);
    expect(got(await client.get('/me/'))).toMatchObject({ first_name: 'Nia', last_name: 'Novak', email });
    expect(got(await client.get(`/profile/${id}/`))).toMatchObject({ birth_date: '1991-02-28' });
  },
  'Social login matches an account that registered otherwise by its e-mail': async ({ members, someone }) => {
    const person = await someone();
    const { token } = members.join({ email: person.email });
    expect((await members.signedIn(token)).id).toBe(person.id);
  },
  'Social login matches by e-mail although the network says nothing of the proof': async ({ members, someone }) => {
    const person = await someone();
    const { token } = members.join({ email: person.email, verified: undefined });
    expect((await members.signedIn(token)).id).toBe(person.id);
  },
  'Social login links the social id to the matched account': async ({ members, someone, network }) => {
    const person = await someone();
    const { token, id } = members.join({ email: person.email });
    await members.signedIn(token);
    network.members.get(token)!.me = { id, first_name: 'Nia', last_name: 'Novak', email: 'other@example.com' };
    expect((await members.signedIn(token)).id).toBe(person.id);
  },
  'auto_created_friends are users with id, email, names, URIs and pictures': async ({ members }) => {
    const friend = members.join();
    const known = await members.signedIn(friend.token);
    const { auto_created_friends } = await members.signedIn(members.join({}, { friends: [friend.id] }).token);
    expect(auto_created_friends).toEqual([
      expect.objectContaining({
        id: known.id,
        email: expect.any(String),
        first_name: 'Nia',
        last_name: 'Novak',
        preferences: `/api/v1/preferences/${known.id}/`,
        profile: `/api/v1/profile/${known.id}/`,
        stats: `/api/v1/stats/${known.id}/`,
        profile_image_225_url: '',
        profile_image_48_url: '',
        resource_uri: `/api/v1/user/${known.id}/`,
      }),
    ]);
  },
  'auto_created_friends are friends from then on': async ({ members }) => {
    const friend = members.join();
    const known = await members.signedIn(friend.token);
    const { client, id } = await members.signedIn(members.join({}, { friends: [friend.id] }).token);
    status(await client.get(`/friendship/exists/${id}/?with_user_id=${known.id}`), 200);
  },
  'Forgot password answers 200': async ({ service, dan }) => {
    status(await nobody(service).post('/account/forgot_password', { email: dan.email }), 200);
  },
  'Forgot password sends a mail with instructions': async ({ service, someone }) => {
    const { email } = await someone();
    status(await nobody(service).post('/account/forgot_password', { email }), 200);
    const link = async () => (await mailsTo(service, email, 1)).some((mail) => mail.includes('/password-reset/'));
    await until(link, 'the mail with the link');
  },
  'Forgot password requires email': async ({ service }) => {
    sentence(await nobody(service).post('/account/forgot_password', {}), 400, 'email: is required');
  },
  'Forgot password with an unknown address is answered with 400 and code 109': async ({ service }) => {
    const answer = await nobody(service).post('/account/forgot_password', { email: 'nobody@example.com' });
    expect(status(answer, 400).json()).toEqual({ error: { code: '109', message: expect.any(String) } });
  },
  'Change of password answers 204 when the old one matches': async ({ someone }) => {
    const person = await someone();
    const body = { old_password: person.password, new_password: 'another password' };
    nothing(await as(person).post('/user/password/', body), 204);
  },
  'The new password signs in, and the old one does not': async (world) => {
    const person = await world.someone();
    const body = { old_password: person.password, new_password: 'another password' };
    nothing(await as(person).post('/user/password/', body), 204);
    status(await login(world, { email: person.email, password: 'another password' }), 200);
    status(await login(world, { email: person.email, password: person.password }), 400);
  },
  'Change of password with a wrong old one is answered with 400 and code "100"': async ({ ann }) => {
    const answer = await as(ann).post('/user/password/', { old_password: 'wrong one', new_password: 'long enough' });
    expect(status(answer, 400).json()).toEqual({ error: { code: '100', message: expect.any(String) } });
  },
  'The message of code 100 says that the e-mail or password is incorrect': async ({ ann }) => {
    const answer = await as(ann).post('/user/password/', { old_password: 'wrong one', new_password: 'long enough' });
    expect(answer.json<{ error: Mapping }>().error['message']).toMatch(/incorrect.*does not match/s);
  },
  ...each(
    ['old_password', 'new_password'],
    (field) => `Change of password requires ${field}`,
    async ({ ann }, field) => {
      const body = { old_password: ann.password, new_password: 'long enough', [field]: undefined };
      sentence(await as(ann).post('/user/password/', body), 400, `${field}: is required`);
    },
  ),
};

/** Authentication. */
export const authentication: Statements = {
  'A key from login, register and social login opens other requests': async (world) => {
    const { members, service, ann } = world;
    const answers = [
      await login(world, { email: ann.email, password: ann.password }),
      await register(world),
      await members.signIn(members.join().token),
    ];
    for (const answer of answers) {
      const { username, api_key } = got(answer);
      status(await new Client(service.url, `ApiKey ${String(username)}:${String(api_key)}`).get('/me/'), 200);
    }
  },
  'A missing Authorization header is answered with 401 and no body': async ({ service }) => {
    nothing(await nobody(service).get('/me/'), 401);
  },
  'A wrong key is answered with 401 and no body': async ({ service, ann }) => {
    nothing(await new Client(service.url, `ApiKey ${ann.username}:wrong`).get('/me/'), 401);
  },
  'The four account endpoints need no key': async (world) => {
    const paths = ['login/', 'register/', 'social/login/', 'forgot_password'];
    for (const path of paths) sentence(await nobody(world.service).post(`/account/${path}`, {}), 400, 'is required');
  },
  'The current user is the one whose key is sent': async ({ ann, bob }) => {
    for (const person of [ann, bob]) expect(got(await as(person).get('/me/'))).toMatchObject({ id: person.id });
  },
  ...each(
    ['user', 'profile', 'preferences'] as const,
    (resource) => `PATCH of the ${resource} of another user is answered with 401`,
    async ({ ann, bob }, resource) => status(await as(ann).patch(`/${resource}/${bob.id}/`, {}), 401),
  ),
  'DELETE of the workout of another user is answered with 401': async ({ bob, run }) => {
    status(await as(bob).delete(`/workout/${run.workout}/`), 401);
  },
  'Accepting a friendship as its requester is answered with 401': async ({ dan, ann }) => {
    const { objects } = got(await as(dan).get('/friendship/')) as { objects: { id: number; user2: { id: number } }[] };
    const { id } = objects.find(({ user2 }) => user2.id === ann.id)!;
    status(await as(dan).post('/friendship/accept/', { friendship_id: id }), 401);
  },
  'Deleting the post of another user is answered with 404': async ({ bob, run }) => {
    nothing(await as(bob).delete(`/post/${run.post}/`), 404);
  },
  "Deleting a comment outside the user's scope is answered with 404": async ({ cho, comment }) => {
    nothing(await as(cho).delete(`/comment/${comment}/`), 404);
  },
  'Nothing that another tries to change is changed': async ({ ann, bob, run, comment }) => {
    status(await as(bob).get(`/workout/${run.workout}/`), 200);
    status(await as(bob).get(`/post/${run.post}/`), 200);
    status(await as(ann).get(`/comment/${comment}/`), 200);
  },
};
