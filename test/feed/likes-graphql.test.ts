/** Likes over GraphQL: how many, whether one's own, and who, page by page, as far as the viewer may see them. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { newStaff, suspend, unsuspend } from '../people/moderating.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho, dan } = await cast(service);
const fans: Person[] = [];
let ids: Record<'Post' | 'Comment', string>;

interface Page {
  totalCount: number;
  nodes: { databaseId: number }[];
  edges: { cursor: string; node: { databaseId: number } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
interface Liked {
  likeCount: number;
  viewerLikes: boolean;
  likers: number[];
  likedBy: Page;
}
const page =
  'totalCount nodes { databaseId } edges { cursor node { databaseId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** What a viewer sees of the likes of a thing. */
async function likes(viewer: Person, id: string, args = 'first: 100'): Promise<Liked> {
  const { data, errors } = await as(viewer).graphql<{ node: Liked }>(
    `query ($id: ID!) { node(id: $id) { ... on Likeable { likeCount viewerLikes likedBy(${args}) { ${page} } } ... on Post { likers } ... on Comment { likers } } }`,
    { id },
  );
  expect(errors).toEqual([]);
  return data?.node as Liked;
}
const people = ({ nodes }: Page) => nodes.map(({ databaseId }) => databaseId);
const change = async (person: Person, field: string, id: string) => {
  const { errors } = await as(person).graphql(`mutation ($id: ID!) { ${field}(input: { id: $id }) { __typename } }`, {
    id,
  });
  expect(errors).toEqual([]);
};

beforeAll(async () => {
  for (let i = 0; i < 7; i++) fans.push(await newPerson(service, `Fan${i}`, 'Follower'));
});

describe.each(['Post', 'Comment'] as const)('a %s', (type) => {
  const [like, unlike] = [`like${type}`, `unlike${type}`];
  let id: string;
  let order: number[];

  beforeAll(async () => {
    const { post } = await record(ann);
    const { data } = await as(bob).graphql<{ addComment: { comment: { id: string } } }>(
      'mutation ($postId: ID!) { addComment(input: { postId: $postId, comment: "Fine" }) { comment { id } } }',
      { postId: globalId('Post', post) },
    );
    ids = { Post: globalId('Post', post), Comment: data?.addComment.comment.id ?? '' };
    id = ids[type];
    // Not in the order of their ids.
    const likers = [...fans.slice(3), ...fans.slice(0, 3)];
    for (const fan of likers) await change(fan, like, id);
    order = likers.map((fan) => fan.id);
  });

  test('shows how many like it, and who, in the order of their likes', async () => {
    expect(await likes(bob, id)).toMatchObject({ likeCount: 7, viewerLikes: false, likers: order });
    const { likedBy } = await likes(bob, id);
    expect([likedBy.totalCount, people(likedBy)]).toEqual([7, order]);
    expect((await likes(fans[0] as Person, id)).viewerLikes).toBe(true);
  });

  test.each(['first', 'last'])('lists them page by page, by %s', async (size) => {
    const found: number[] = [];
    const [forward, begin] = size === 'first' ? [true, 'after'] : [false, 'before'];
    let cursor: string | null = null;
    do {
      const { likedBy } = await likes(bob, id, `${size}: 3${cursor === null ? '' : `, ${begin}: "${cursor}"`}`);
      if (forward) found.push(...people(likedBy));
      else found.unshift(...people(likedBy));
      expect(likedBy.totalCount).toBe(7);
      expect(likedBy.pageInfo[forward ? 'hasPreviousPage' : 'hasNextPage']).toBe(cursor !== null);
      const more: boolean = likedBy.pageInfo[forward ? 'hasNextPage' : 'hasPreviousPage'];
      cursor = more ? likedBy.pageInfo[forward ? 'endCursor' : 'startCursor'] : null;
      expect(found.length <= 7).toBe(true);
    } while (cursor !== null);
    expect(found).toEqual(order);
  });

  test('keeps the place of a page while likes come and go', async () => {
    const { likedBy } = await likes(bob, id, 'first: 3');
    const after = `first: 100, after: "${likedBy.pageInfo.endCursor}"`;
    const rest = order.slice(3);
    // One who was listed, and the one whose cursor it is.
    for (const gone of [0, 2]) {
      const fan = fans.find((one) => one.id === order[gone]) as Person;
      await change(fan, unlike, id);
      expect(people((await likes(bob, id, after)).likedBy)).toEqual(rest);
      if (gone === 0) await change(dan, like, id);
      if (gone === 0) rest.push(dan.id);
    }
    for (const gone of [0, 2]) await change(fans.find((one) => one.id === order[gone]) as Person, like, id);
    await change(dan, unlike, id);
    order = [order[1], ...order.slice(3), order[0], order[2]] as number[];
    expect(people((await likes(bob, id)).likedBy)).toEqual(order);
  });

  test.each(['x', 'first: -1', 'first: 1001', 'first: 1, last: 1', 'after: "nonsense"', 'offset: -1'])(
    'refuses %s',
    async (args) => {
      const { errors } = await as(bob).graphql(
        `query ($id: ID!) { node(id: $id) { ... on ${type} { likedBy(${args === 'x' ? 'before: "x"' : args}) { totalCount } } } }`,
        { id },
      );
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
    },
  );

  test('leaves out whom a block separates from the viewer, and counts them for everybody alike', async () => {
    const [blocked, blocker] = [fans[0], fans[1]] as [Person, Person];
    const block = 'insert into block (user_id, blocked_id) values (?, ?)';
    await service.sql(block, [bob.id, blocked.id]);
    await service.sql(block, [blocker.id, bob.id]);
    const ofBob = await likes(bob, id);
    expect(people(ofBob.likedBy)).toEqual(order.filter((one) => one !== blocked.id && one !== blocker.id));
    expect([ofBob.likedBy.totalCount, ofBob.likeCount, ofBob.likers.length]).toEqual([5, 7, 7]);
    expect((await likes(cho, id)).likedBy.totalCount).toBe(7);
    await service.sql('delete from block where user_id = ?', [bob.id]);
    await service.sql('delete from block where user_id = ?', [blocker.id]);
  });

  test('does not show who is suspended or has left', async () => {
    const staff = await newStaff(service, `Sam${type}`);
    const [gone, fan] = [await newPerson(service, `Gone${type}`, 'Fan'), fans[2] as Person];
    await change(gone, like, id);
    await suspend(staff, fan);
    const during = await likes(bob, id);
    expect([during.likeCount, during.likedBy.totalCount]).toEqual([7, 7]);
    expect(people(during.likedBy)).toEqual([...order.filter((one) => one !== fan.id), gone.id]);
    await unsuspend(staff, fan);
    const input = { password: gone.password };
    await as(gone).graphql('mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { done } }', {
      input,
    });
    expect(await likes(bob, id)).toMatchObject({ likeCount: 7, likedBy: { totalCount: 7 } });
  });

  test('is what toggleLike returns, as it is then', async () => {
    const toggle = `mutation ($id: ID!) { toggleLike(input: { id: $id }) { liked likeCount
      subject { __typename id databaseId likeCount viewerLikes likedBy(last: 1) { nodes { databaseId } } ... on Post { body } ... on Comment { comment } } } }`;
    const toggled = async () => (await as(cho).graphql<{ toggleLike: Mapping }>(toggle, { id })).data?.toggleLike;
    // Interpreted, and then compiled.
    for (const liked of [true, false, true, false]) {
      const likeCount = liked ? 8 : 7;
      const answer = await toggled();
      expect(answer).toMatchObject({
        liked,
        likeCount,
        subject: { __typename: type, id, likeCount, viewerLikes: liked },
      });
      const last = liked ? cho.id : order.at(-1);
      expect(answer?.['subject']).toMatchObject({ likedBy: { nodes: [{ databaseId: last }] } });
    }
    const liked = await as(cho).graphql<Record<string, Record<string, Liked>>>(
      `mutation ($id: ID!) { like: ${like}(input: { id: $id }) { it: ${type.toLowerCase()} { likeCount viewerLikes } }
        unlike: ${unlike}(input: { id: $id }) { it: ${type.toLowerCase()} { likeCount viewerLikes } } }`,
      { id },
    );
    expect(liked.data).toEqual({
      like: { it: { likeCount: 8, viewerLikes: true } },
      unlike: { it: { likeCount: 7, viewerLikes: false } },
    });
  });
});
