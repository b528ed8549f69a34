import { Field, Int, ObjectType } from 'type-graphql';
import { invalid } from '../../src/errors.ts';
import { like } from '../../src/domain/feed/like.ts';
import { likeableTypes } from '../../src/domain/feed/like.queries.ts';
import { readGlobalId } from '../global-id.ts';
import { input, inputOf, mutation, payloadOf } from '../mutation.ts';
import { needRow } from '../rows.ts';
import type { Ref } from '../rows.ts';
import { Likeable } from './likeable.type.ts';

const rules = { scope: 'FEED_WRITE', codes: ['NOT_FOUND', 'BLOCKED'] } as const;

const post = {
  ...rules,
  input: inputOf('LikePost', 'The post.', { id: ['ID<Post>!', 'Id of the post.'] }),
  payload: payloadOf('LikePost', 'Result of `likePost` and `unlikePost`.', {
    post: ['Post!', 'The post after the change.'],
  }),
};

const comment = {
  ...rules,
  input: inputOf('LikeComment', 'The comment.', { id: ['ID<Comment>!', 'Id of the comment.'] }),
  payload: payloadOf('LikeComment', 'Result of `likeComment` and `unlikeComment`.', {
    comment: ['Comment!', 'The comment after the change.'],
  }),
};

@ObjectType({ description: 'Result of `toggleLike`.', simpleResolvers: true })
class ToggleLikePayload {
  @Field(() => Boolean, { description: 'Whether you like it after the change.' })
  liked!: boolean;
  @Field(() => Int, { description: 'The number of users who like it.' })
  likeCount!: number;
  @Field(() => Likeable, { description: 'The post or comment after the change.' })
  subject!: (Ref<'Post'> | Ref<'Comment'>) & { __typename: 'Post' | 'Comment' };
}

export const likeMutations = [
  mutation('likePost', {
    about: 'Likes a post. Liking it again changes nothing.',
    ...post,
    run: async (context, { id }) => {
      await like(context, 'Post', id, 'like');
      return { post: { id } };
    },
  }),
  mutation('unlikePost', {
    about: 'Withdraws your like of a post.',
    ...post,
    run: async (context, { id }) => {
      await like(context, 'Post', id, 'unlike');
      return { post: { id } };
    },
  }),
  mutation('likeComment', {
    about: 'Likes a comment. Liking it again changes nothing.',
    ...comment,
    run: async (context, { id }) => {
      await like(context, 'Comment', id, 'like');
      return { comment: { id } };
    },
  }),
  mutation('unlikeComment', {
    about: 'Withdraws your like of a comment.',
    ...comment,
    run: async (context, { id }) => {
      await like(context, 'Comment', id, 'unlike');
      return { comment: { id } };
    },
  }),
  mutation('toggleLike', {
    about: 'Likes a post or comment, or withdraws your like.',
    ...rules,
    input: input('The post or comment.', { id: ['ID!', 'Id of the post or comment.'] }),
    payload: ToggleLikePayload,
    run: async (context, given) => {
      const read = readGlobalId(given.id);
      const type = likeableTypes.find((likeable) => likeable === read?.type);
      if (!read || !type) throw invalid('id', 'is not the id of a Post or Comment', 'WRONG_ID');
      const liked = await like(context, type, read.databaseId, 'toggle');
      const row = await needRow(context, type, read.databaseId);
      return { liked, likeCount: row.likeCount, subject: { ...row, __typename: type } };
    },
  }),
];
