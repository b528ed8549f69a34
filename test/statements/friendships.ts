import { expect } from '@jest/globals';
import { befriended, requestFriendship } from '../friendships/friendship-calls.ts';
import { as, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { mailsTo } from '../support/mails.ts';
import { pair } from './conversations.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, listed, nothing, sentence, status } from './world.ts';

const exists = (one: Person, other: Person, more = '') =>
  as(one).get(`/friendship/exists/${one.id}/?with_user_id=${other.id}${more}`);

/** Friendships and invitations. */
export const friendships: Statements = {
  'A request is answered with the friendship': async (world) => {
    const [one, other] = await pair(world);
    expect(await requestFriendship(one, other)).toMatchObject({
      status: 'Pending',
      user1: { id: one.id },
      user2: { id: other.id },
    });
  },
  'A friendship says who requested it': async (world) => {
    const [one, other] = await pair(world);
    expect(await requestFriendship(one, other)).toMatchObject({ requester: one.id });
  },
  'A friendship says when it was requested': async (world) => {
    const [one, other] = await pair(world);
    expect(await requestFriendship(one, other)).toMatchObject({ created_date: expect.stringMatching(/^\d{4}-/) });
  },
  'A request requires user_id': async ({ ann }) => {
    sentence(await as(ann).post('/friendship/request/', {}), 400, 'user_id: is required');
  },
  'A request for a friendship that exists is answered with an error': async ({ ann, bob }) => {
    expect((await as(ann).post('/friendship/request/', { user_id: bob.id })).status).toBe(400);
  },
  'Accepting a request is answered with the friendship, which is Accepted': async (world) => {
    const [one, other] = await pair(world);
    const { id } = await requestFriendship(one, other);
    expect(got(await as(other).post('/friendship/accept/', { friendship_id: id }))).toMatchObject({
      id,
      status: 'Accepted',
    });
  },
  'Accepting as the requester is answered with 401, and the request stays Pending': async (world) => {
    const [one, other] = await pair(world);
    const { id } = await requestFriendship(one, other);
    status(await as(one).post('/friendship/accept/', { friendship_id: id }), 401);
    expect(got(await as(one).get(`/friendship/${id}/`))).toMatchObject({ status: 'Pending' });
  },
  'Accepting requires friendship_id': async ({ ann }) => {
    sentence(await as(ann).post('/friendship/accept/', {}), 400, 'friendship_id: is required');
  },
  ...each(
    ['requester', 'other'] as const,
    (who) => `DELETE of a pending request by the ${who} is answered without content and removes it`,
    async (world, who) => {
      const [requester, other] = await pair(world);
      const { id } = await requestFriendship(requester, other);
      nothing(await as({ requester, other }[who]).delete(`/friendship/${id}/`), 204);
      nothing(await as(requester).get(`/friendship/${id}/`), 404);
    },
  ),
  'DELETE of an accepted friendship is answered without content and removes the friend': async (world) => {
    const [one, other] = await pair(world);
    const { id } = await befriended(one, other);
    nothing(await as(other).delete(`/friendship/${id}/`), 204);
    nothing(await exists(one, other), 404);
  },
  'The list without filters has accepted and pending friendships': async ({ ann }) => {
    const { objects } = listed(await as(ann).get('/friendship/'));
    expect(objects.map((one) => one['status']).sort()).toEqual(['Accepted', 'Pending']);
  },
  ...each(
    ['Accepted', 'Pending'],
    (state) => `status=${state} filters the friendships of the current user`,
    async ({ ann }, state) => {
      const { objects } = listed(await as(ann).get(`/friendship/user/${ann.id}/?status=${state}`));
      expect(objects.map((one) => one['status'])).toEqual([state]);
    },
  ),
  'The friendships of another user are the accepted ones': async ({ bob, ann }) => {
    const { objects } = listed(await as(bob).get(`/friendship/user/${ann.id}/`));
    expect(objects.map((one) => one['status'])).toEqual(['Accepted']);
  },
  'status=Pending of another user is refused': async ({ bob, ann }) => {
    sentence(await as(bob).get(`/friendship/user/${ann.id}/?status=Pending`), 400, 'status');
  },
  'exists answers the friendship': async ({ ann, bob, friendship }) => {
    expect(got(await exists(ann, bob))).toMatchObject({ id: friendship, status: 'Accepted' });
  },
  'exists answers 404 without a match': async ({ ann, cho }) => nothing(await exists(ann, cho), 404),
  'exists is symmetric in the two ids': async ({ ann, bob }) => {
    expect(got(await as(ann).get(`/friendship/exists/${bob.id}/?with_user_id=${ann.id}`))).toEqual(
      got(await exists(ann, bob)),
    );
  },
  'exists with status=Pending answers the request': async ({ ann, dan }) => {
    expect(got(await exists(ann, dan, '&status=Pending'))).toMatchObject({ status: 'Pending' });
  },
  'exists with status=Pending is for the current user alone': async ({ ann, dan, bob }) => {
    sentence(await as(bob).get(`/friendship/exists/${ann.id}/?with_user_id=${dan.id}&status=Pending`), 400, 'status');
  },
  'exists requires with_user_id': async ({ ann }) => {
    sentence(await as(ann).get(`/friendship/exists/${ann.id}/`), 400, 'with_user_id: is required');
  },
  'An invitation is answered with 200': async ({ ann }) => {
    status(await as(ann).post('/invitation/', { email: 'guest1@example.com', name: 'Guest' }), 200);
  },
  'An invitation requires email': async ({ ann }) => {
    sentence(await as(ann).post('/invitation/', {}), 400, 'email: is required');
  },
  'The name of an invitation is optional': async ({ ann }) => {
    status(await as(ann).post('/invitation/', { email: 'guest2@example.com' }), 200);
  },
  'An invitation of an existing user creates a pending request': async (world) => {
    const [one, other] = await pair(world);
    status(await as(one).post('/invitation/', { email: other.email }), 200);
    expect(got(await exists(one, other, '&status=Pending'))).toMatchObject({ requester: one.id });
  },
  'An invited person who registers by the mailed link is a friend of the inviter': async (world) => {
    const person = await world.someone();
    status(await as(person).post('/invitation/', { email: 'guest3@example.com' }), 200);
    const [mail = ''] = await mailsTo(world.service, 'guest3@example.com', 1);
    const { pathname, search: query } = new URL(/http:\/\/\S+\/invitation\/\S+/.exec(mail)?.[0] ?? '');
    const fields = { first_name: 'Gus', last_name: 'Guest', password: 'a long password', again: 'a long password' };
    const form = await nobody(world.service).sendTo('GET', pathname + query);
    const names = [...form.text.matchAll(/<input[^>]*name="(\w+)"/g)].map(([, name = '']) => name);
    const sent = Object.fromEntries(names.map((name) => [name, fields[name as 'again'] ?? 'a long password']));
    await nobody(world.service).sendTo('POST', pathname + query, {
      headers: { 'Content-Type': contentTypes.form },
      body: new URLSearchParams(sent).toString(),
    });
    const { objects } = listed(await as(person).get('/friendship/'));
    expect(objects).toMatchObject([{ status: 'Accepted' }]);
  },
};
