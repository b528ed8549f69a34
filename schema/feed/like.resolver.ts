import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { invalid } from '../../src/errors.ts';
import { like, likeableTypes } from '../../src/domain/feed/like.ts';
import { databaseIdOf, readGlobalId } from '../global-id.ts';
import { LikeCommentInput, LikePostInput, ToggleLikeInput } from './like.input.ts';
import { LikeCommentPayload, LikePostPayload, ToggleLikePayload } from './like.payloads.ts';

@Resolver()
export class LikeResolver {
  @Mutation(() => LikePostPayload, { description: 'Likes a post. Liking it again changes nothing.' })
  async likePost(
    @Arg('input', () => LikePostInput) { id }: LikePostInput,
    @Ctx() context: Context,
  ): Promise<LikePostPayload> {
    return { post: await like(context, 'Post', databaseIdOf('Post', id, 'id'), 'like') };
  }

  @Mutation(() => LikePostPayload, { description: 'Withdraws your like of a post.' })
  async unlikePost(
    @Arg('input', () => LikePostInput) { id }: LikePostInput,
    @Ctx() context: Context,
  ): Promise<LikePostPayload> {
    return { post: await like(context, 'Post', databaseIdOf('Post', id, 'id'), 'unlike') };
  }

  @Mutation(() => LikeCommentPayload, { description: 'Likes a comment. Liking it again changes nothing.' })
  async likeComment(
    @Arg('input', () => LikeCommentInput) { id }: LikeCommentInput,
    @Ctx() context: Context,
  ): Promise<LikeCommentPayload> {
    return { comment: await like(context, 'Comment', databaseIdOf('Comment', id, 'id'), 'like') };
  }

  @Mutation(() => LikeCommentPayload, { description: 'Withdraws your like of a comment.' })
  async unlikeComment(
    @Arg('input', () => LikeCommentInput) { id }: LikeCommentInput,
    @Ctx() context: Context,
  ): Promise<LikeCommentPayload> {
    return { comment: await like(context, 'Comment', databaseIdOf('Comment', id, 'id'), 'unlike') };
  }

  @Mutation(() => ToggleLikePayload, { description: 'Likes a post or comment, or withdraws your like.' })
  async toggleLike(
    @Arg('input', () => ToggleLikeInput) { id }: ToggleLikeInput,
    @Ctx() context: Context,
  ): Promise<ToggleLikePayload> {
    const read = readGlobalId(id);
    const type = likeableTypes.find((likeable) => likeable === read?.type);
    if (!read || !type) throw invalid('id', 'is not the id of a Post or Comment', 'WRONG_ID');
    const subject = await like(context, type, read.databaseId, 'toggle');
    return { liked: subject.liked, likeCount: subject.likers.length, subject: { ...subject, __typename: type } };
  }
}
