/**
 * Posts and comments can be liked over REST, also by many users at the same time.
 * Rows: `POST /like/toggle/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
let people: Cast;
let post: number;
let comment: number;

beforeAll(async () => {
  people = await cast(service);
  ({ post } = await record(people.ann));
  const answer = await as(people.bob).post('/comment/', { post_id: post, comment: 'Fine' });
  comment = Number(/(\d+)\/$/.exec(answer.headers.location ?? '')?.[1]);
});

function toggle(person: Person, object_type: string, object_id: number) {
  return as(person).post('/like/toggle/', { object_type, object_id });
}

async function likers(kind: 'post' | 'comment', id: number): Promise<unknown> {
  return (await as(people.ann).get(`/${kind}/${id}/`)).json<Mapping>()['likers'];
}

describe('POST /like/toggle/', () => {
  test.each(encodingNames)('accepts %s and toggles the like', async (name) => {
    for (const [object_type, object_id] of [
      ['post', post],
      ['comment', comment],
    ] as const) {
      const { query, parcel } = encodings[name]({ object_type, object_id });
      const first = await as(people.cho).send('POST', `/like/toggle/${query}`, parcel);
      expect(first.status).toBe(200);
      expect(first.json()).toEqual({ liked: true, like_count: 1 });
      expect(await likers(object_type, object_id)).toEqual([people.cho.id]);
      const second = await as(people.cho).send('POST', `/like/toggle/${query}`, parcel);
      expect(second.json()).toEqual({ liked: false, like_count: 0 });
    }
  });

  test('answers in XML and YAML as well', async () => {
    for (const format of ['xml', 'yaml']) {
      const answer = await as(people.dan).post(`/like/toggle/?format=${format}`, {
        object_type: 'post',
        object_id: post,
      });
      expect(wireValue(answer)).toEqual({ liked: format === 'xml', like_count: format === 'xml' ? 1 : 0 });
    }
  });

  test('lists likers in the order of their likes', async () => {
    for (const person of [people.dan, people.bob, people.ann]) await toggle(person, 'post', post);
    expect(await likers('post', post)).toEqual([people.dan.id, people.bob.id, people.ann.id]);
    await toggle(people.dan, 'post', post);
    await toggle(people.dan, 'post', post);
    expect(await likers('post', post)).toEqual([people.bob.id, people.ann.id, people.dan.id]);
    for (const person of [people.dan, people.bob, people.ann]) await toggle(person, 'post', post);
  });

  test('refuses ids of other objects', async () => {
    for (const [body, text] of [
      [{ object_id: post }, 'object_type: is required'],
      [{ object_type: 'workout', object_id: 1 }, 'object_type: must be one of post, comment'],
      [{ object_type: 'post' }, 'object_id: is required'],
      [{ object_type: 'post', object_id: -1 }, 'object_id: must be a positive integer'],
    ] as const)
      expect(await as(people.bob).post('/like/toggle/', body)).toMatchObject({ status: 400, text });
  });

  test('refuses posts and comments that are not visible', async () => {
    const { post: secret } = await record(people.ann, { privacy: 'friends' });
    const made = await as(people.bob).post('/comment/', { post_id: secret, comment: 'x' });
    const inside = Number(/(\d+)\/$/.exec(made.headers.location ?? '')?.[1]);
    expect(await toggle(people.cho, 'post', secret)).toMatchObject({ status: 404, text: '' });
    expect((await toggle(people.cho, 'comment', inside)).status).toBe(404);
    expect((await toggle(people.cho, 'post', 999_999)).status).toBe(404);
    expect(await likers('post', secret)).toEqual([]);
    expect((await toggle(people.bob, 'comment', inside)).status).toBe(200);
  });
});

describe('many simultaneous likes', () => {
  test('are all stored once', async () => {
    const { post } = await record(people.ann);
    const crowd = await Promise.all(Array.from({ length: 12 }, (_, i) => newPerson(service, `Fan${i}`, 'Crowd')));
    // An even number of toggles of one person ends where it began, an odd one does not.
    const everyone = crowd.flatMap((person, i) => Array.from({ length: i % 2 === 0 ? 3 : 2 }, () => person));
    const answers = await Promise.all(everyone.map((person) => toggle(person, 'post', post)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const now = (await likers('post', post)) as number[];
    expect([...now].sort((a, b) => a - b)).toEqual(
      crowd
        .filter((_, i) => i % 2 === 0)
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    );
  });

  test('are one like of likePost by one user', async () => {
    const { post } = await record(people.ann);
    const like = 'mutation ($input: LikePostInput!) { likePost(input: $input) { post { likers viewerLikes body } } }';
    const input = { id: globalId('Post', post) };
    const answers = await Promise.all(
      [people.bob, people.bob, people.cho, people.bob, people.cho].map((person) => as(person).graphql(like, { input })),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect([...((await likers('post', post)) as number[])].sort()).toEqual([people.bob.id, people.cho.id].sort());
  });
});

describe('GraphQL', () => {
  test('likeComment, unlikeComment, unlikePost', async () => {
    const input = { id: globalId('Comment', comment) };
    const run = (name: string, type: string, part: string, given: Mapping) =>
      as(people.dan).graphql(
        `mutation ($input: ${type}!) { ${name}(input: $input) { ${part} { likers viewerLikes } } }`,
        {
          input: given,
        },
      );
    const liked = { comment: { likers: [people.dan.id], viewerLikes: true } };
    const not = { comment: { likers: [], viewerLikes: false } };
    for (let i = 0; i < 2; i++)
      expect((await run('likeComment', 'LikeCommentInput', 'comment', input)).data).toEqual({ likeComment: liked });
    for (let i = 0; i < 2; i++)
      expect((await run('unlikeComment', 'LikeCommentInput', 'comment', input)).data).toEqual({ unlikeComment: not });
    const unliked = await run('unlikePost', 'LikePostInput', 'post', { id: globalId('Post', post) });
    expect(unliked.data).toEqual({ unlikePost: { post: { likers: [], viewerLikes: false } } });
    const wrong = await run('likePost', 'LikePostInput', 'post', input);
    expect(wrong.errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
