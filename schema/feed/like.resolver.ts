import { Arg, Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { invalid } from '../../src/errors.ts';
import { like } from '../../src/domain/feed/like.ts';
import { likeableTypes } from '../../src/domain/feed/like.queries.ts';
import type { LikeChange, LikeableType } from '../../src/domain/feed/like.queries.ts';
import { databaseIdOf, readGlobalId } from '../global-id.ts';
import { needRow } from '../rows.ts';
import { LikeCommentInput, LikePostInput, ToggleLikeInput } from './like.input.ts';
import { RootField } from '../root-field.ts';
import { Likeable } from './likeable.type.ts';
import type { Ref } from '../rows.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of `toggleLike`.', simpleResolvers: true })
class ToggleLikePayload {
  @Field(() => Boolean, { description: 'Whether you like it after the change.' })
  liked!: boolean;
  @Field(() => Int, { description: 'The number of users who like it.' })
  likeCount!: number;
  @Field(() => Likeable, { description: 'The post or comment after the change.' })
  subject!: (Ref<'Post'> | Ref<'Comment'>) & { __typename: 'Post' | 'Comment' };
}

@ObjectType({ description: 'Result of `likePost` and `unlikePost`.' })
class LikePostPayload extends outputFields({ post: ['Post!', 'The post after the change.'] }) {}

@ObjectType({ description: 'Result of `likeComment` and `unlikeComment`.' })
class LikeCommentPayload extends outputFields({ comment: ['Comment!', 'The comment after the change.'] }) {}

@Resolver()
export class LikeResolver {
  @Mutation(() => LikePostPayload, { nullable: true, description: 'Likes a post. Liking it again changes nothing.' })
  @RootField({ scope: 'FEED_WRITE', codes: ['NOT_FOUND', 'BLOCKED'] })
  async likePost(
    @Arg('input', () => LikePostInput) { id }: LikePostInput,
    @Ctx() context: Context,
  ): Promise<LikePostPayload> {
    return { post: await changed(context, 'Post', id, 'like') };
  }

  @Mutation(() => LikePostPayload, { nullable: true, description: 'Withdraws your like of a post.' })
  @RootField({ scope: 'FEED_WRITE', codes: ['NOT_FOUND', 'BLOCKED'] })
  async unlikePost(
    @Arg('input', () => LikePostInput) { id }: LikePostInput,
    @Ctx() context: Context,
  ): Promise<LikePostPayload> {
    return { post: await changed(context, 'Post', id, 'unlike') };
  }

  @Mutation(() => LikeCommentPayload, {
    nullable: true,
    description: 'Likes a comment. Liking it again changes nothing.',
  })
  @RootField({ scope: 'FEED_WRITE', codes: ['NOT_FOUND', 'BLOCKED'] })
  async likeComment(
    @Arg('input', () => LikeCommentInput) { id }: LikeCommentInput,
    @Ctx() context: Context,
  ): Promise<LikeCommentPayload> {
    return { comment: await changed(context, 'Comment', id, 'like') };
  }

  @Mutation(() => LikeCommentPayload, { nullable: true, description: 'Withdraws your like of a comment.' })
  @RootField({ scope: 'FEED_WRITE', codes: ['NOT_FOUND', 'BLOCKED'] })
  async unlikeComment(
    @Arg('input', () => LikeCommentInput) { id }: LikeCommentInput,
    @Ctx() context: Context,
  ): Promise<LikeCommentPayload> {
    return { comment: await changed(context, 'Comment', id, 'unlike') };
  }

  @Mutation(() => ToggleLikePayload, {
    nullable: true,
    description: 'Likes a post or comment, or withdraws your like.',
  })
  @RootField({ scope: 'FEED_WRITE', codes: ['NOT_FOUND', 'BLOCKED'] })
  async toggleLike(
    @Arg('input', () => ToggleLikeInput) { id }: ToggleLikeInput,
    @Ctx() context: Context,
  ): Promise<ToggleLikePayload> {
    const read = readGlobalId(id);
    const type = likeableTypes.find((likeable) => likeable === read?.type);
    if (!read || !type) throw invalid('id', 'is not the id of a Post or Comment', 'WRONG_ID');
    const liked = await like(context, type, read.databaseId, 'toggle');
    const row = await needRow(context, type, read.databaseId);
    return { liked, likeCount: row.likeCount, subject: { ...row, __typename: type } };
  }
}

/** Likes it or takes the like back, and returns a reference to it. */
async function changed(
  context: Context,
  type: LikeableType,
  globalId: string,
  change: LikeChange,
): Promise<{ id: number }> {
  const id = databaseIdOf(type, globalId, 'id');
  await like(context, type, id, change);
  return { id };
}
