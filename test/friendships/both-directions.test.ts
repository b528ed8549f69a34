/** A block takes effect in both directions, over both interfaces. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { befriended, setBlock } from './friendship-calls.ts';
import type { List } from './friendship-calls.ts';

/*
 * Covers decisions N23: who blocks first can be blocked, writes nothing to the other one's things, and learns nothing;
 * the owner of a post sees and can delete everything below it.
 */
const service = await testService();
let ann: Person;
let bob: Person;
/** Blocks Ann before she can. */
let mal: Person;
/** Ann's public post. */
let post: number;

beforeAll(async () => {
  [ann, bob, mal] = await Promise.all([
    newPerson(service, 'Ann', 'Archer'),
    newPerson(service, 'Bob', 'Baker'),
    newPerson(service, 'Mal', 'Malory'),
  ]);
  await befriended(ann, bob);
  ({ post } = await record(ann));
  await record(bob);
});

const ids = (list: List) => list.objects.map(({ id }) => id);
const codes = (answer: { errors: { extensions: { code: string } }[] }) =>
  answer.errors.map(({ extensions }) => extensions.code);
const comment = (person: Person, text: string) => as(person).post('/comment/', { post_id: post, comment: text });
const comments = async (person: Person) => ids((await as(person).get(`/comment/?post_id=${post}`)).json<List>());

/** Likes, over GraphQL. */
const like = (person: Person, type: 'Post' | 'Comment', id: number, verb = 'like') =>
  as(person).graphql(
    `mutation ($id: ID!) { ${verb}${type}(input: { id: $id }) { ${type.toLowerCase()} { likers } } }`,
    { id: globalId(type, id) },
  );

describe('a user who blocks first', () => {
  let below: number;

  beforeAll(async () => {
    const { headers } = await comment(mal, 'before the block');
    below = Number(/(\d+)\/$/.exec(headers.location ?? '')?.[1]);
    expect((await like(mal, 'Post', post)).errors).toEqual([]);
    await setBlock(mal, ann);
  });

  test("cannot write to the blocked user's posts, over both interfaces", async () => {
    expect((await as(mal).get(`/post/${post}/`)).status).toBe(200);
    expect(await comment(mal, 'after the block')).toMatchObject({
      status: 400,
      text: expect.stringContaining('write'),
    });
    const added = await as(mal).graphql(
      'mutation ($postId: ID!) { addComment(input: { postId: $postId, comment: "again" }) { comment { id } } }',
      { postId: globalId('Post', post) },
    );
    expect(codes(added)).toEqual(['BLOCKED']);
    // The like from before can be taken back, and not given again.
    expect((await like(mal, 'Post', post, 'unlike')).errors).toEqual([]);
    expect(codes(await like(mal, 'Post', post))).toEqual(['BLOCKED']);
    const toggled = await as(mal).post('/like/toggle/', { object_type: 'post', object_id: post });
    expect(toggled.status).toBe(400);
    const own = (await comment(ann, 'my own')).headers.location ?? '';
    expect(codes(await like(mal, 'Comment', Number(/(\d+)\/$/.exec(own)?.[1])))).toEqual(['BLOCKED']);
  });

  test('has earlier comments that the owner of the post sees, counts and can delete', async () => {
    expect(await comments(ann)).toContain(below);
    const { data } = await as(ann).graphql<{ post: { comments: { totalCount: number; nodes: unknown[] } } }>(
      'query ($id: ID!) { post(id: $id) { comments { totalCount nodes { databaseId comment user { firstName stats { totalDistanceInMeters user { firstName } } profile { weightUnit } } } } } }',
      { id: globalId('Post', post) },
    );
    expect(data?.post.comments.nodes).toContainEqual({
      databaseId: below,
      comment: 'before the block',
      // What Ann may not see of Mal is that of a new account, and takes nothing else away.
      user: {
        firstName: 'Mal',
        stats: { totalDistanceInMeters: 0, user: { firstName: 'Mal' } },
        profile: { weightUnit: 'POUNDS' },
      },
    });
    expect(data?.post.comments.totalCount).toBe(data?.post.comments.nodes.length);
    expect((await as(ann).get(`/comment/${below}/`)).status).toBe(200);
    expect((await as(ann).delete(`/comment/${below}/`)).status).toBe(204);
    expect(await comments(bob)).not.toContain(below);
  });

  test('can be blocked, with the same answer as for any user', async () => {
    const other = await newPerson(service, 'Oda', 'Other');
    const answers = [await setBlock(ann, mal), await setBlock(ann, other)];
    expect(answers.map(({ errors }) => errors)).toEqual([[], []]);
    expect(answers.map(({ data }) => data)).toEqual([
      { blockUser: { user: { databaseId: mal.id, firstName: 'Mal' } } },
      { blockUser: { user: { databaseId: other.id, firstName: 'Oda' } } },
    ]);
    expect((await as(mal).get(`/post/${post}/`)).status).toBe(404);
    expect((await as(mal).get(`/user/${ann.id}/`)).status).toBe(404);
    // Once Mal takes the block back, Ann's still stands.
    expect((await setBlock(mal, ann, 'unblockUser')).errors).toEqual([]);
    expect((await as(mal).get(`/post/${post}/`)).status).toBe(404);
    expect((await setBlock(ann, mal, 'unblockUser')).data).toMatchObject({
      unblockUser: { user: { firstName: 'Mal' } },
    });
    expect((await as(mal).get(`/post/${post}/`)).status).toBe(200);
  });
});

describe('a user whom Ann has blocked', () => {
  let eve: Person;

  beforeAll(async () => {
    eve = await newPerson(service, 'Eve', 'Echo');
    await setBlock(ann, eve);
  });

  // Bob is Ann's friend: his public post in her feed would say so.
  test.each(['dashboard', 'friends'])('sees nothing in her %s feed, over REST', async (type) => {
    for (const query of ['', '&limit=1', '&earlier_than=99999', '&later_than=0']) {
      const answer = await as(eve).get(`/post/?type=${type}&user_id=${ann.id}${query}`);
      const list = answer.json<List>();
      if (type === 'dashboard') expect([query, list.objects]).toEqual([query, []]);
      expect(JSON.stringify(list)).not.toContain('"first_name":"Bob"');
    }
  });

  test('sees nothing in her friends feed, over GraphQL, nor does she in theirs', async () => {
    const feed = async (viewer: Person, of: Person) =>
      (
        await as(viewer).graphql<{ feed: { nodes: unknown[] } | null }>(
          'query ($id: ID) { feed(type: FRIENDS, userId: $id) { nodes { databaseId } } }',
          { id: globalId('User', of.id) },
        )
      ).data?.feed?.nodes ?? [];
    expect(await feed(eve, ann)).toEqual([]);
    expect((await feed(bob, ann))?.length).toBeGreaterThan(0);
    await befriended(eve, bob);
    expect(await feed(ann, eve)).toEqual([]);
  });
});
