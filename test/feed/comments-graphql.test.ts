/** Comments can be paged and changed over GraphQL with a fixed number of statements. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';
import { comment } from './commenting.ts';

const service = await testService();
let people: Cast;
/** Posts of Ann's. */
let post: number;
let privatePost: number;

beforeAll(async () => {
  people = await cast(service);
  post = (await record(people.ann)).post;
  privatePost = (await record(people.ann, { privacy: 'private' })).post;
});

describe('comments over GraphQL', () => {
  test('Post.comments is paged by cursors from either end, in one statement for many posts', async () => {
    const posts = [(await record(people.ann)).post, (await record(people.ann)).post];
    for (const id of posts) for (const text of ['one', 'two', 'three']) await comment(people.bob, id, text);
    const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
      feed(type: PROFILE, first: 2) { nodes { comments(first: $first, after: $after, last: $last, before: $before) {
        totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { comment viewerLikes user { firstName } post { databaseId } } } } } }`;
    interface Feed {
      feed: {
        nodes: {
          comments: {
            totalCount: number;
            pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
            nodes: { comment: string }[];
          };
        }[];
      };
    }
    let data: Feed | null = null;
    const statements = await countStatements(service, async () => {
      ({ data } = await as(people.ann).graphql<Feed>(query, { first: 2 }));
    });
    expect(statements.filter((name) => name === 'comments_of_posts')).toHaveLength(1);
    const page = (data as Feed | null)?.feed.nodes[0]?.comments;
    expect(page).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    expect(page?.nodes.map((one) => one.comment)).toEqual(['one', 'two']);
    const next = await as(people.ann).graphql<Feed>(query, { first: 2, after: page?.pageInfo.endCursor });
    expect(next.data?.feed.nodes[0]?.comments).toMatchObject({
      nodes: [{ comment: 'three' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const last = await as(people.ann).graphql<Feed>(query, { last: 2 });
    expect(last.data?.feed.nodes[0]?.comments).toMatchObject({
      nodes: [{ comment: 'two' }, { comment: 'three' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const both = await as(people.ann).graphql(query, { first: 1, last: 1 });
    expect(both.errors[0]?.extensions.code).toBe('INVALID');
  });

  test('comments returns a page of one post in one statement, with the total also beyond its end', async () => {
    const { post: id } = await record(people.ann);
    for (const text of ['one', 'two', 'three']) await comment(people.bob, id, text);
    const ask = async (person: Person, ofPost: number, args: string) => {
      const query = `{ comments(postId: "${globalId('Post', ofPost)}", ${args}) {
        totalCount pageInfo { hasNextPage hasPreviousPage } nodes { comment post { databaseId } user { firstName } } } }`;
      const { data, errors } = await as(person).graphql<{ comments: unknown }>(query);
      expect(errors).toEqual([]);
      return data?.comments;
    };
    const node = (text: string) => ({ comment: text, post: { databaseId: id }, user: { firstName: 'Bob' } });
    const page = (texts: string[], hasNextPage: boolean, hasPreviousPage: boolean) => ({
      totalCount: 3,
      pageInfo: { hasNextPage, hasPreviousPage },
      nodes: texts.map(node),
    });
    const statements = await countStatements(service, async () => {
      expect(await ask(people.cho, id, 'first: 2')).toEqual(page(['one', 'two'], true, false));
    });
    expect(statements).toEqual(['comments_of_post']);
    expect(await ask(people.cho, id, 'last: 2')).toEqual(page(['two', 'three'], false, true));
    expect(await ask(people.cho, id, 'first: 2, offset: 7')).toEqual(page([], false, true));
    expect(await ask(people.cho, (await record(people.ann)).post, 'first: 2')).toMatchObject({
      totalCount: 0,
      nodes: [],
    });
    expect(await ask(people.bob, privatePost, 'first: 2')).toBeNull();
    expect(await ask(people.bob, 999_999, 'last: 2')).toBeNull();
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [people.ann.id, people.cho.id]);
    expect(await ask(people.cho, id, 'first: 2')).toBeNull();
    await service.sql('delete from block');
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [people.cho.id, people.bob.id]);
    expect(await ask(people.cho, id, 'first: 2')).toMatchObject({ totalCount: 0, nodes: [] });
    await service.sql('delete from block');
  });

  test('addComment and deleteComment', async () => {
    const added = await as(people.bob).graphql<{ addComment: { comment: { id: string } } }>(
      `mutation ($input: AddCommentInput!) { addComment(input: $input) { comment {
        id comment user { firstName } post { commentCount } viewerLikes } } }`,
      { input: { postId: globalId('Post', privatePost), comment: 'x' } },
    );
    expect(added.errors[0]?.extensions.code).toBe('NOT_FOUND');
    const fine = await as(people.bob).graphql<{ addComment: { comment: { id: string } } }>(
      `mutation ($input: AddCommentInput!) { addComment(input: $input) { comment {
        id comment user { firstName } post { databaseId } viewerLikes } } }`,
      { input: { postId: globalId('Post', post), comment: ' trimmed ' } },
    );
    expect(fine.data).toMatchObject({
      addComment: {
        comment: { comment: 'trimmed', user: { firstName: 'Bob' }, post: { databaseId: post }, viewerLikes: false },
      },
    });
    const id = fine.data?.addComment.comment.id;
    const remove = 'mutation ($input: DeleteCommentInput!) { deleteComment(input: $input) { deletedId } }';
    expect((await as(people.bob).graphql(remove, { input: { id } })).data).toEqual({
      deleteComment: { deletedId: id },
    });
    expect((await as(people.bob).graphql(remove, { input: { id } })).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
