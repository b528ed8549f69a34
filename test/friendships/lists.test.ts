/**
 * Friendships can be listed over REST, and their existence can be queried.
 * Rows: `GET /friendship/`, `GET /friendship/user/{id}/`, `GET /friendship/exists/{id}/`,
 * `GET /friendship/[friendship_id]/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { requestFriendship, befriended, setBlock } from './friendship-calls.ts';
import type { List, WireFriendship } from './friendship-calls.ts';

const service = await testService();
const formats = ['json', 'xml', 'yaml'];
let people: Cast;
let eve: Person;

/** Ann is friends with Bob and Eve; Dan has asked Ann, Ann has asked Cho. */
beforeAll(async () => {
  people = await cast(service);
  eve = await newPerson(service, 'Eve', 'Evans');
  await befriended(people.ann, eve);
  await requestFriendship(people.ann, people.cho);
});

async function list(person: Person, path: string): Promise<List<WireFriendship>> {
  const answer = await as(person).get(path);
  expect(answer.status).toBe(200);
  return answer.json<List<WireFriendship>>();
}

const names = (friendships: List<WireFriendship>) =>
  friendships.objects.map(({ user1, user2, status }) => {
    const [one, other] = [user1, user2] as { first_name: string }[];
    return `${one?.first_name} ${other?.first_name} ${status}`;
  });

describe('GET /friendship/', () => {
  test("returns one's own friendships, including pending ones in both directions, newest first", async () => {
    const own = await list(people.ann, '/friendship/');
    expect(names(own)).toEqual(['Ann Cho Pending', 'Ann Eve Accepted', 'Dan Ann Pending', 'Ann Bob Accepted']);
    expect(own.meta).toEqual({ limit: 20, next: null, offset: 0, previous: null, total_count: 4 });
    expect(names(await list(people.dan, '/friendship/'))).toEqual(['Dan Ann Pending']);
    expect((await nobody(service).get('/friendship/')).status).toBe(401);
  });

  test('returns pages in each format, whose items can be fetched', async () => {
    const own = await list(people.ann, '/friendship/?limit=2&offset=1');
    expect(names(own)).toEqual(['Ann Eve Accepted', 'Dan Ann Pending']);
    expect(own.meta).toEqual({
      limit: 2,
      next: '/api/v1/friendship/?limit=2&offset=3',
      offset: 1,
      previous: null,
      total_count: 4,
    });
    const { meta } = await list(people.ann, '/friendship/?limit=2&offset=3');
    expect(meta).toMatchObject({ next: null, previous: '/api/v1/friendship/?limit=2&offset=1' });
    const all = await list(people.ann, '/friendship/');
    for (const format of formats) {
      expect(wireValue(await as(people.ann).get(`/friendship/?format=${format}`))).toEqual(all);
      for (const one of all.objects) {
        const answer = await as(people.ann).get(`/friendship/${one.id}/?format=${format}`);
        expect(wireValue(answer)).toEqual(one);
      }
    }
  });

  test('takes the same number of statements for every page size', async () => {
    const few = await countStatements(service, () => list(people.ann, '/friendship/?limit=1'));
    const many = await countStatements(service, () => list(people.ann, '/friendship/?limit=3'));
    expect(few).toEqual(many);
    expect(few).toEqual(['friendship_count_of_user', 'friendships_of_user']);
  });
});

describe('GET /friendship/user/{id}/', () => {
  test('returns accepted friendships of any user', async () => {
    for (const query of ['', '?status=Accepted', '?status='])
      expect(names(await list(people.cho, `/friendship/user/${people.ann.id}/${query}`))).toEqual([
        'Ann Eve Accepted',
        'Ann Bob Accepted',
      ]);
    const all = await list(people.cho, `/friendship/user/${people.ann.id}/`);
    for (const format of formats)
      expect(wireValue(await as(people.cho).get(`/friendship/user/${people.ann.id}/?format=${format}`))).toEqual(all);
    // Whoever sees them in the list can fetch them too, with nobody's address.
    for (const { id } of all.objects) {
      const one = await as(people.cho).get(`/friendship/${id}/`);
      expect(one).toMatchObject({ status: 200 });
      expect(one.text).not.toContain('@');
    }
  });

  test("returns all of one's own without a status, as GET /friendship/ does", async () => {
    const own = await list(people.ann, '/friendship/');
    expect(names(own)).toContain('Ann Cho Pending');
    for (const query of ['', '?status='])
      expect(await list(people.ann, `/friendship/user/${people.ann.id}/${query}`)).toEqual(own);
    for (const format of formats) {
      const path = `/friendship/user/${people.ann.id}/?format=${format}`;
      expect(wireValue(await as(people.ann).get(path))).toEqual(own);
    }
    const accepted = await list(people.ann, `/friendship/user/${people.ann.id}/?status=Accepted`);
    expect(names(accepted)).toEqual(names(own).filter((name) => name.endsWith('Accepted')));
  });

  test('returns pending ones only for the current user', async () => {
    const path = `/friendship/user/${people.ann.id}/?status=Pending`;
    expect(names(await list(people.ann, path))).toEqual(['Ann Cho Pending', 'Dan Ann Pending']);
    // Not even for the one who waits.
    for (const person of [people.bob, people.cho, people.dan])
      expect(await as(person).get(path)).toMatchObject({
        status: 400,
        text: 'status: Pending is only there for your own',
      });
    const { objects } = await list(people.ann, path);
    for (const person of [people.bob, eve])
      for (const { id } of objects)
        expect(await as(person).get(`/friendship/${id}/`)).toMatchObject({ status: 404, text: '' });
  });

  test('refuses other values, and answers 404 for an unknown user', async () => {
    expect(await as(people.ann).get(`/friendship/user/${people.ann.id}/?status=pending`)).toMatchObject({
      status: 400,
      text: 'status: must be one of Pending, Accepted',
    });
    expect(await as(people.ann).get('/friendship/user/999999/')).toMatchObject({ status: 404, text: '' });
    expect((await as(people.ann).get('/friendship/user/x/')).status).toBe(404);
  });
});

describe('GET /friendship/exists/{id}/', () => {
  test('returns the friendship in either direction, in each format', async () => {
    const { ann, bob, cho } = people;
    const [one, other] = await Promise.all([
      as(cho).get(`/friendship/exists/${ann.id}/?with_user_id=${bob.id}`),
      as(cho).get(`/friendship/exists/${bob.id}/?with_user_id=${ann.id}&status=Accepted`),
    ]);
    expect(one.status).toBe(200);
    expect(one.json()).toMatchObject({ user1: { id: ann.id }, user2: { id: bob.id }, status: 'Accepted' });
    expect(other.json()).toEqual(one.json());
    for (const format of formats) {
      const same = await as(cho).get(`/friendship/exists/${ann.id}/?with_user_id=${bob.id}&format=${format}`);
      expect(wireValue(same)).toEqual(one.json());
    }
  });

  test('returns pending ones only to their users, and only on request', async () => {
    const { ann, bob, cho, dan } = people;
    const exists = (person: Person, id: number, query: string) => as(person).get(`/friendship/exists/${id}/?${query}`);
    for (const [person, other] of [
      [ann, dan],
      [dan, ann],
      [ann, cho],
    ] as const) {
      expect((await exists(person, person.id, `with_user_id=${other.id}`)).status).toBe(404);
      const found = await exists(person, person.id, `with_user_id=${other.id}&status=Pending`);
      expect(found.json()).toMatchObject({ status: 'Pending' });
    }
    expect((await exists(ann, ann.id, `with_user_id=${bob.id}&status=Pending`)).status).toBe(404);
    expect(await exists(bob, ann.id, `with_user_id=${dan.id}&status=Pending`)).toMatchObject({
      status: 400,
      text: 'status: Pending is only there for your own',
    });
  });

  test('answers 404 if there is none, and 400 without the other user', async () => {
    const { ann, bob, cho } = people;
    expect(await as(ann).get(`/friendship/exists/${bob.id}/?with_user_id=${cho.id}`)).toMatchObject({
      status: 404,
      text: '',
    });
    expect((await as(ann).get(`/friendship/exists/${ann.id}/?with_user_id=999999`)).status).toBe(404);
    expect((await as(ann).get(`/friendship/exists/${ann.id}/?with_user_id=${ann.id}`)).status).toBe(404);
    expect(await as(ann).get(`/friendship/exists/${ann.id}/`)).toMatchObject({
      status: 400,
      text: 'with_user_id: is required',
    });
  });
});

describe('GET /friendship/[friendship_id]/', () => {
  test('shows strangers accepted ones only; a block hides them in both directions', async () => {
    const frank = await newPerson(service, 'Frank', 'Fox');
    const gina = await newPerson(service, 'Gina', 'Gold');
    const { id } = await requestFriendship(frank, gina);
    const status = async (person: Person) => (await as(person).get(`/friendship/${id}/`)).status;
    expect(await Promise.all([frank, gina, people.cho].map(status))).toEqual([200, 200, 404]);
    await requestFriendship(gina, frank);
    expect(await Promise.all([frank, gina, people.cho].map(status))).toEqual([200, 200, 200]);
    await setBlock(gina, people.cho);
    await setBlock(people.bob, frank);
    expect(await Promise.all([frank, gina, people.cho, people.bob, people.ann].map(status))).toEqual([
      200, 200, 404, 404, 200,
    ]);
  });
});
