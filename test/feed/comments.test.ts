/**
 * Comments can be written, read and deleted over REST. Their counts stay correct under concurrency, and blocks apply.
 * Rows: `POST /comment/`, `GET /comment/[comment_id]/`, `GET /comment/`, `DELETE /comment/[comment_id]/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { idIn } from '../conversations/conversation-calls.ts';
import { as, cast, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';
import { comment } from './commenting.ts';

const service = await testService();
let people: Cast;
/** Posts of Ann's. */
let post: number;
let friendsPost: number;
let privatePost: number;

beforeAll(async () => {
  people = await cast(service);
  post = (await record(people.ann)).post;
  friendsPost = (await record(people.ann, { privacy: 'friends' })).post;
  privatePost = (await record(people.ann, { privacy: 'private' })).post;
});

interface List {
  meta: Mapping;
  objects: (Mapping & { id: number; comment: string; likers: number[] })[];
}

async function commentCount(postId: number): Promise<unknown> {
  return (await as(people.ann).get(`/post/${postId}/`)).json()['comment_count'];
}

describe('POST /comment/', () => {
  test.each(encodingNames)('accepts %s and answers 201 with the Location and no body', async (name) => {
    const { query, parcel } = encodings[name]({ post_id: post, comment: `Fine run, by ${name}` });
    const answer = await as(people.bob).send('POST', `/comment/${query}`, parcel);
    expect(answer).toMatchObject({ status: 201, text: '' });
    expect(answer.headers.location).toMatch(/^http:\/\/.+\/api\/v1\/comment\/\d+\/$/);
    const got = await as(people.ann).get(`/comment/${idIn(answer)}/`);
    expect(got.json()).toMatchObject({ comment: `Fine run, by ${name}`, post: `/api/v1/post/${post}/`, likers: [] });
  });

  test('refuses an invalid comment and names the field', async () => {
    const bob = as(people.bob);
    for (const [body, text] of [
      [{ comment: 'x' }, 'post_id: is required'],
      [{ post_id: 'x', comment: 'x' }, 'post_id: must be a number'],
      [{ post_id: 2 ** 60, comment: 'x' }, 'post_id: must be a positive integer'],
      [{ post_id: post }, 'comment: is required'],
      [{ post_id: post, comment: '  ' }, 'comment: must not be empty'],
      [{ post_id: post, comment: 'x'.repeat(10_001) }, 'comment: must have at most 10000 characters'],
      [{ post_id: post, comment: 'bell\u0007' }, 'comment: must not have control characters'],
    ] as const)
      expect(await bob.post('/comment/', body)).toMatchObject({ status: 400, text });
  });

  test('answers 404 for an invisible post before anything else is checked', async () => {
    for (const [person, id] of [
      [people.cho, friendsPost],
      [people.cho, privatePost],
      [people.bob, privatePost],
      [people.bob, 999_999],
    ] as const) {
      const before = await commentCount(privatePost);
      for (const text of ['hello', ''])
        expect(await as(person).post('/comment/', { post_id: id, comment: text })).toMatchObject({
          status: 404,
          text: '',
        });
      expect(await commentCount(privatePost)).toBe(before);
    }
    expect((await nobody(service).post('/comment/', { post_id: post, comment: 'x' })).status).toBe(401);
  });
});

describe('GET /comment/[comment_id]/', () => {
  test('returns one comment in each format', async () => {
    const id = await comment(people.bob, post, 'a <b> & "c" – ü\nsecond line');
    const answers = await Promise.all(
      ['json', 'xml', 'yaml'].map((format) => as(people.cho).get(`/comment/${id}/?format=${format}`)),
    );
    expect(answers[0]?.json()).toEqual({
      id,
      resource_uri: `/api/v1/comment/${id}/`,
      comment: 'a <b> & "c" – ü\nsecond line',
      post: `/api/v1/post/${post}/`,
      submit_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
      likers: [],
      user: expect.objectContaining({ id: people.bob.id, first_name: 'Bob', email: '' }),
    });
    for (const answer of answers) expect(wireValue(answer)).toEqual(answers[0]?.json());
  });
});

describe('GET /comment/', () => {
  test('returns the comments of a post in pages, oldest first', async () => {
    const { post } = await record(people.ann);
    const ids = [];
    for (const text of ['one', 'two', 'three', 'four', 'five']) ids.push(await comment(people.bob, post, text));
    const all = (await as(people.cho).get(`/comment/?post_id=${post}`)).json<List>();
    expect(all.objects.map(({ id }) => id)).toEqual(ids);
    expect(all.meta).toEqual({ limit: 1000, next: null, offset: 0, previous: null, total_count: 5 });
    const page = (await as(people.cho).get(`/comment/?limit=2&post_id=${post}&offset=2`)).json<List>();
    expect(page.objects.map((one) => one.comment)).toEqual(['three', 'four']);
    expect(page.meta).toMatchObject({
      total_count: 5,
      next: `/api/v1/comment/?limit=2&post_id=${post}&offset=4`,
      previous: `/api/v1/comment/?limit=2&post_id=${post}&offset=0`,
    });
    const xml = await as(people.cho).get(`/comment/?post_id=${post}&limit=2&format=xml`);
    expect((wireValue(xml) as List).objects.map((one) => one.comment)).toEqual(['one', 'two']);
  });

  test('requires a post', async () => {
    const bob = as(people.bob);
    expect(await bob.get('/comment/')).toMatchObject({ status: 400, text: 'post_id: is required' });
    expect(await bob.get('/comment/?post_id=0')).toMatchObject({ status: 400 });
    expect(await bob.get('/comment/?post_id=999999')).toMatchObject({ status: 404, text: '' });
  });

  test('shows no comment of a post that the reader may not see', async () => {
    const id = await comment(people.bob, friendsPost, 'among friends');
    for (const path of [`/comment/${id}/`, `/comment/?post_id=${friendsPost}`])
      expect(await as(people.cho).get(path)).toMatchObject({ status: 404, text: '' });
    const node = await as(people.cho).graphql('query ($id: ID!) { node(id: $id) { id } }', {
      id: globalId('Comment', id),
    });
    expect(node.data).toEqual({ node: null });
    expect((await as(people.bob).get(`/comment/${id}/`)).status).toBe(200);
  });

  test('takes the same few statements for every page size', async () => {
    const { post } = await record(people.ann);
    for (let i = 0; i < 3; i++) await comment(people.bob, post, `${i}`);
    const few = await countStatements(service, () => as(people.cho).get(`/comment/?post_id=${post}&limit=1`));
    for (let i = 0; i < 10; i++) await comment(people.ann, post, `${i}`);
    const many = await countStatements(service, () => as(people.cho).get(`/comment/?post_id=${post}&limit=10`));
    expect(many).toEqual(few);
    expect(many.length).toBeLessThanOrEqual(3);
  });
});

describe('DELETE /comment/[comment_id]/', () => {
  test('is accepted from the author and the owner of the post, and answers 404 to others', async () => {
    const { post } = await record(people.ann);
    const own = await comment(people.bob, post, 'by Bob');
    const other = await comment(people.cho, post, 'by Cho');
    expect(await as(people.dan).delete(`/comment/${own}/`)).toMatchObject({ status: 404, text: '' });
    expect(await as(people.bob).delete(`/comment/${other}/`)).toMatchObject({ status: 404, text: '' });
    expect(await as(people.bob).delete(`/comment/${own}/`)).toMatchObject({ status: 204, text: '' });
    expect(await commentCount(post)).toBe(1);
    const override = { headers: { 'X-HTTP-Method-Override': 'delete' } };
    expect((await as(people.ann).send('POST', `/comment/${other}/`, override)).status).toBe(204);
    expect((await as(people.ann).delete(`/comment/${other}/`)).status).toBe(404);
    expect((await as(people.ann).get(`/comment/${other}/`)).status).toBe(404);
    expect(await commentCount(post)).toBe(0);
  });

  test("deletes one's own comment also when the post has become invisible", async () => {
    const recorded = await record(people.ann);
    const id = await comment(people.cho, recorded.post, 'hi');
    await as(people.ann).graphql(
      'mutation ($input: EditWorkoutInput!) { editWorkout(input: $input) { workout { id } } }',
      {
        input: { id: globalId('Workout', recorded.workout), privacy: 'PRIVATE' },
      },
    );
    expect((await as(people.cho).get(`/comment/${id}/`)).status).toBe(404);
    expect((await as(people.cho).delete(`/comment/${id}/`)).status).toBe(204);
    expect(await commentCount(recorded.post)).toBe(0);
  });
});

describe('the count of a post', () => {
  test('is exact after concurrent comments and deletions, including repeated ones', async () => {
    const { post } = await record(people.ann);
    const made = await Promise.all(Array.from({ length: 40 }, (_, i) => comment(people.bob, post, `${i}`)));
    expect(new Set(made).size).toBe(40);
    expect(await commentCount(post)).toBe(40);
    const gone = made.slice(0, 15).flatMap((id) => [id, id]);
    const [deleted] = await Promise.all([
      Promise.all(gone.map((id) => as(people.bob).delete(`/comment/${id}/`))),
      Promise.all(Array.from({ length: 5 }, (_, i) => comment(people.cho, post, `more ${i}`))),
    ]);
    expect(deleted.filter(({ status }) => status === 204)).toHaveLength(15);
    expect(deleted.filter(({ status }) => status === 404)).toHaveLength(15);
    expect(await commentCount(post)).toBe(30);
    const list = (await as(people.bob).get(`/comment/?post_id=${post}&limit=0`)).json<List>();
    expect(list.meta['total_count']).toBe(30);
    const dates = list.objects.map((one) => String(one['submit_date']));
    expect([...dates].sort()).toEqual(dates);
  });

  test('causes no failure when the post is deleted together with comments', async () => {
    const { post } = await record(people.ann);
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => comment(people.bob, post, `${i}`)));
    const answers = await Promise.all([
      ...ids.map((id) => as(people.bob).delete(`/comment/${id}/`)),
      as(people.ann).delete(`/post/${post}/`),
      ...ids.map((id) => as(people.bob).post('/comment/', { post_id: post, comment: `late ${id}` })),
    ]);
    expect(answers.every(({ status }) => [201, 204, 404].includes(status))).toBe(true);
    expect(await service.sql('select count(*)::int as n from comment where post_id = ?', [post])).toEqual([{ n: 0 }]);
  });
});

describe('a blocked user', () => {
  test("does not see comments of the blocking user; in lists, neither sees the other's", async () => {
    const { post } = await record(people.ann);
    const ofBob = await comment(people.bob, post, 'by Bob');
    const ofCho = await comment(people.cho, post, 'by Cho');
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [people.bob.id, people.cho.id]);
    const listOf = async (person: Person) =>
      (await as(person).get(`/comment/?post_id=${post}`)).json<List>().objects.map(({ id }) => id);
    expect(await listOf(people.cho)).toEqual([ofCho]);
    expect(await listOf(people.bob)).toEqual([ofBob]);
    expect(await listOf(people.ann)).toEqual([ofBob, ofCho]);
    expect((await as(people.cho).get(`/comment/${ofBob}/`)).status).toBe(404);
    expect((await as(people.cho).post('/like/toggle/', { object_type: 'comment', object_id: ofBob })).status).toBe(404);
    const page = (await as(people.cho).get(`/comment/?post_id=${post}&limit=1`)).json<List>();
    expect(page.meta['total_count']).toBe(1);
    await service.sql('delete from block');
  });

  test('cannot comment on posts of the blocking user', async () => {
    const { post } = await record(people.ann);
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [people.ann.id, people.cho.id]);
    expect((await as(people.cho).post('/comment/', { post_id: post, comment: 'x' })).status).toBe(404);
    await service.sql('delete from block');
  });
});
