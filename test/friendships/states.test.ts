/**
 * A friendship can be requested, accepted and ended over REST.
 * Rows: `POST /friendship/request/`, `DELETE /friendship/[friendship_id]/`, `POST /friendship/accept/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { requestFriendship, befriended, friends, none, pending, tiesOf, waiting } from './friendship-calls.ts';
import type { WireFriendship } from './friendship-calls.ts';

const service = await testService();
const formats = ['json', 'xml', 'yaml'];
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/;
let ann: Person;
let bob: Person;
let cho: Person;

/** Somebody new, so that each test starts without ties. */
let made = 0;
function somebody(): Promise<Person> {
  made += 1;
  return newPerson(service, 'Eve', `Number${made}`);
}

beforeAll(async () => {
  [ann, bob, cho] = await Promise.all([
    newPerson(service, 'Ann', 'Archer'),
    newPerson(service, 'Bob', 'Baker'),
    newPerson(service, 'Cho', 'Chang'),
  ]);
});

describe('POST /friendship/request/', () => {
  test.each(encodingNames)('accepts %s and answers 201 with the friendship and its Location', async (name) => {
    const other = await somebody();
    const { query, parcel } = encodings[name]({ user_id: other.id });
    const answer = await as(ann).send('POST', `/friendship/request/${query}`, parcel);
    expect(answer.status).toBe(201);
    const friendship = answer.json<WireFriendship>();
    expect(answer.headers.location).toBe(`${service.url}/api/v1/friendship/${friendship.id}/`);
    expect(friendship).toEqual({
      id: friendship.id,
      resource_uri: `/api/v1/friendship/${friendship.id}/`,
      user1: expect.objectContaining({
        id: ann.id,
        first_name: 'Ann',
        email: ann.email,
        stats: `/api/v1/stats/${ann.id}/`,
      }),
      user2: expect.objectContaining({ id: other.id, first_name: 'Eve', email: '' }),
      requester: ann.id,
      status: 'Pending',
      created_date: expect.stringMatching(stamp),
      accepted_date: null,
    });
    expect(await tiesOf(service, ann, other)).toEqual(pending);
    expect(await waiting(other)).toBe(1);
    expect(await waiting(ann)).toBe(0);
  });

  test('answers in each format', async () => {
    for (const format of formats) {
      const other = await somebody();
      const answer = await as(ann).post(`/friendship/request/?format=${format}`, { user_id: other.id });
      expect(wireValue(answer)).toMatchObject({ requester: ann.id, status: 'Pending', user2: { id: other.id } });
    }
  });

  test('answers a repeated request with 400, code 202 and the Location of the existing friendship, pending or accepted', async () => {
    const other = await somebody();
    const { id } = await requestFriendship(ann, other);
    const exists = {
      status: 400,
      headers: {
        location: `${service.url}/api/v1/friendship/${id}/`,
        'content-type': 'application/json; charset=utf-8',
      },
    };
    const again = await as(ann).post('/friendship/request/', { user_id: other.id });
    expect(again).toMatchObject(exists);
    expect(again.json()).toMatchObject({ error: { code: '202' } });
    await requestFriendship(other, ann);
    for (const [from, to] of [
      [ann, other],
      [other, ann],
    ] as const)
      expect(await as(from).post('/friendship/request/', { user_id: to.id })).toMatchObject(exists);
    expect(await tiesOf(service, ann, other)).toEqual(friends);
  });

  test('accepts the request of the other user at once, with 200', async () => {
    const other = await somebody();
    const { id } = await requestFriendship(ann, other);
    const answer = await as(other).post('/friendship/request/', { user_id: ann.id });
    expect(answer.status).toBe(200);
    expect(answer.headers.location).toMatch(new RegExp(`/api/v1/friendship/${id}/$`));
    expect(answer.json()).toMatchObject({
      id,
      requester: ann.id,
      status: 'Accepted',
      accepted_date: expect.stringMatching(stamp),
      user1: { id: ann.id },
    });
    expect(await tiesOf(service, ann, other)).toEqual(friends);
    expect(await waiting(other)).toBe(0);
  });

  test('refuses oneself, an unknown user, and an invalid id', async () => {
    for (const [user_id, status, text] of [
      [ann.id, 400, 'user_id: is your own'],
      [999_999, 404, ''],
      ['x', 400, 'user_id: must be a number'],
      [0, 400, 'user_id: must be a positive integer'],
      [2 ** 60, 400, 'user_id: must be a positive integer'],
      [null, 400, 'user_id: is required'],
    ] as const)
      expect(await as(ann).post('/friendship/request/', { user_id })).toMatchObject({ status, text });
    expect(await nobody(service).post('/friendship/request/', { user_id: bob.id })).toMatchObject({
      status: 401,
      text: '',
    });
  });
});

describe('POST /friendship/accept/', () => {
  test.each(encodingNames)('accepts %s and answers 200 with the friendship, also when repeated', async (name) => {
    const other = await somebody();
    const { id } = await requestFriendship(other, ann);
    const before = await waiting(ann);
    const { query, parcel } = encodings[name]({ friendship_id: id });
    const answer = await as(ann).send('POST', `/friendship/accept/${query}`, parcel);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      id,
      status: 'Accepted',
      requester: other.id,
      user1: { id: other.id },
      user2: { id: ann.id },
      accepted_date: expect.stringMatching(stamp),
    });
    expect(await tiesOf(service, ann, other)).toEqual(friends);
    expect(await waiting(ann)).toBe((before as number) - 1);
    const again = await as(ann).send('POST', `/friendship/accept/${query}`, parcel);
    expect(again.json()).toEqual(answer.json());
    for (const format of formats) {
      const same = await as(ann).post(`/friendship/accept/?format=${format}`, { friendship_id: id });
      expect(wireValue(same)).toEqual(answer.json());
    }
  });

  test('answers 401 to the requester, and 404 to other users and for unknown ids', async () => {
    const other = await somebody();
    const { id } = await requestFriendship(other, ann);
    expect(await as(other).post('/friendship/accept/', { friendship_id: id })).toMatchObject({ status: 401, text: '' });
    expect(await as(cho).post('/friendship/accept/', { friendship_id: id })).toMatchObject({ status: 404, text: '' });
    expect(await tiesOf(service, ann, other)).toEqual(pending);
    expect(await as(ann).post('/friendship/accept/', { friendship_id: 999_999 })).toMatchObject({ status: 404 });
    expect(await as(ann).post('/friendship/accept/', {})).toMatchObject({
      status: 400,
      text: 'friendship_id: is required',
    });
    await as(ann).post('/friendship/accept/', { friendship_id: id });
    expect(await as(other).post('/friendship/accept/', { friendship_id: id })).toMatchObject({ status: 401 });
    // An accepted friendship may be seen by a stranger, but is not theirs to accept.
    expect(await as(cho).post('/friendship/accept/', { friendship_id: id })).toMatchObject({ status: 404 });
  });
});

describe('DELETE /friendship/[friendship_id]/', () => {
  const ways = {
    'the method itself': ['DELETE', {}],
    'the override header': ['POST', { 'X-HTTP-Method-Override': 'DELETE' }],
    'the header in small letters': ['POST', { 'x-http-method-override': 'delete' }],
  } as const;

  test.each(Object.keys(ways) as (keyof typeof ways)[])('by %s declines, withdraws or ends it', async (way) => {
    const [method, headers] = ways[way];
    const end = (person: Person, id: number) => as(person).send(method, `/friendship/${id}/`, { headers });
    const other = await somebody();
    const gone = { status: 204, text: '' };

    expect(await end(other, (await requestFriendship(ann, other)).id)).toMatchObject(gone);
    expect(await waiting(other)).toBe(0);
    expect(await end(ann, (await requestFriendship(ann, other)).id)).toMatchObject(gone);
    expect(await tiesOf(service, ann, other)).toEqual(none);
    const { id } = await befriended(ann, other);
    expect(await end(other, id)).toMatchObject(gone);
    expect(await tiesOf(service, ann, other)).toEqual(none);
    expect(await end(other, id)).toMatchObject({ status: 404, text: '' });
    expect((await as(ann).get(`/friendship/${id}/`)).status).toBe(404);
    // Nothing stays in the way of asking again.
    expect((await requestFriendship(other, ann)).status).toBe('Pending');
  });

  test('answers 404 to all other users', async () => {
    const other = await somebody();
    const requested = await requestFriendship(ann, other);
    expect(await as(cho).delete(`/friendship/${requested.id}/`)).toMatchObject({ status: 404, text: '' });
    await requestFriendship(other, ann);
    expect(await as(cho).delete(`/friendship/${requested.id}/`)).toMatchObject({ status: 404, text: '' });
    expect((await nobody(service).delete(`/friendship/${requested.id}/`)).status).toBe(401);
    expect(await tiesOf(service, ann, other)).toEqual(friends);
  });
});

describe('posts for friends', () => {
  test('are visible as long as the friendship exists', async () => {
    const other = await somebody();
    const body = {
      run_date: '2024-05-01T07:00:00Z',
      title: 'x',
      run_type: 'Slow',
      duration_in_seconds: 60,
      privacy: 'friends',
    };
    const { id } = (await as(other).post('/workout/', body)).json<{ id: number }>();
    const seen = async () => (await as(bob).get(`/workout/${id}/`)).status;
    const friendship = await requestFriendship(bob, other);
    expect(await seen()).toBe(404);
    await as(other).post('/friendship/accept/', { friendship_id: friendship.id });
    expect(await seen()).toBe(200);
    await as(bob).delete(`/friendship/${friendship.id}/`);
    expect(await seen()).toBe(404);
  });
});
