import { commentCountsLoader, commentsOfPostsLoader } from '../../src/domain/feed/comment.loaders.ts';
import { Args, ArgsType, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { addComment } from '../../src/domain/feed/add-comment.ts';
import type { CommentRow } from '../../src/domain/feed/comment.queries.ts';
import { deleteComment } from '../../src/domain/feed/delete-comment.ts';
import { editComment } from '../../src/domain/feed/edit-comment.ts';
import { listComments } from '../../src/domain/feed/list-comments.ts';
import { databaseIdOf } from '../global-id.ts';
import { byId, oldestFirst } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { pageOf, sliceOf } from '../pagination/page.ts';
import { Comment, CommentConnection } from './comment.type.ts';
import { Post } from './post.type.ts';
import { fromRow, loadRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { inputFields } from '../fields.ts';
import { longest } from '../lengths.ts';
import { input, mutation } from '../mutation.ts';

@ArgsType()
class CommentsArgs extends inputFields(TwoWayPage, { postId: ['ID!', 'Id of the post.'] }) {}

@Resolver(() => Comment)
export class CommentResolver implements Resolves<Comment, RowOf<'Comment'>> {
  @Query(() => CommentConnection, {
    nullable: true,
    description: 'The comments of a post, oldest first. Null when the post does not exist or you may not see it.',
  })
  @RootField({ scope: 'FEED_READ' })
  async comments(
    @Args() { postId, ...args }: CommentsArgs,
    @Ctx() context: Context,
  ): Promise<CommentConnection | null> {
    const id = databaseIdOf('Post', postId, 'postId');
    const slice = sliceOf(args, byId);
    const listed = await listComments(context.database, viewerOf(context).id, id, slice);
    const count = () => listed?.total ?? context.loader(commentCountsLoader).load(id);
    return listed && pageOf(slice, listed.comments, { ...byId, count });
  }

  @FieldResolver(() => Post)
  post(@Root() comment: Ref<'Comment'>, @Ctx() context: Context): Ref<'Post'> | Promise<Ref<'Post'>> {
    return fromRow(context, 'Comment', comment, ['postId'], ({ postId }) => ({ id: postId }));
  }

  @FieldResolver(() => Boolean)
  viewerCanEdit(@Root() comment: Ref<'Comment'>, @Ctx() context: Context): boolean | Promise<boolean> {
    return fromRow(context, 'Comment', comment, ['user'], ({ user }) => user.id === context.viewer?.id);
  }

  @FieldResolver(() => Boolean)
  viewerCanDelete(@Root() comment: Ref<'Comment'>, @Ctx() context: Context): boolean | Promise<boolean> {
    const mayDelete = ({ user, postAuthorId }: Pick<CommentRow, 'user' | 'postAuthorId'>) =>
      [user.id, postAuthorId].includes(context.viewer?.id ?? 0);
    return fromRow(context, 'Comment', comment, ['user', 'postAuthorId'], mayDelete);
  }
}

@Resolver(() => Post)
export class PostCommentsResolver {
  @FieldResolver(() => CommentConnection, { description: 'The comments on the post, oldest first.' })
  comments(
    @Root() post: { id: number },
    @Args() page: TwoWayPage,
    @Ctx() context: Context,
  ): Promise<CommentConnection> {
    return oldestFirst(
      page,
      (slice) => context.loader(commentsOfPostsLoader).load({ of: post.id, ...slice }),
      () => context.loader(commentCountsLoader).load(post.id),
    );
  }
}

export const commentMutations = [
  mutation('addComment', {
    about: 'Adds a comment to a post that you may see.',
    scope: 'FEED_WRITE',
    codes: ['NOT_FOUND', 'BLOCKED', 'UNPROVEN'],
    input: input('The comment to add.', {
      postId: ['ID<Post>!', 'Id of the post.'],
      comment: ['String!', `Text, up to ${longest('text')}.`],
    }),
    payload: { comment: ['Comment!', 'The comment as stored.'] },
    run: async (context, { postId, comment }) => ({ comment: { id: await addComment(context, postId, comment) } }),
  }),
  mutation('editComment', {
    about: 'Changes the text of your own comment. Its likes, its date and its position stay.',
    scope: 'FEED_WRITE',
    codes: ['NOT_FOUND', 'BLOCKED'],
    input: input('The new text of a comment.', {
      id: ['ID<Comment>!', 'Id of the comment.'],
      comment: ['String!', `Text, up to ${longest('text')}.`],
    }),
    payload: { comment: ['Comment!', 'The comment after the change.'] },
    run: async (context, { id, comment }) => {
      await editComment(context, id, comment);
      return { comment: { id } };
    },
  }),
  mutation('deleteComment', {
    about: 'Deletes your own comment, or any comment on your own post.',
    scope: 'FEED_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The comment to delete.', { id: ['ID<Comment>!', 'Id of the comment.'] }),
    payload: {
      deletedId: ['ID!', 'Id of the deleted comment.'],
      post: ['Post', 'The post without the comment. Null when you may no longer see it.'],
    },
    run: async (context, { id }, sent) => {
      const postId = await deleteComment(context, id);
      return {
        deletedId: sent.id,
        get post() {
          return loadRow(context, 'Post', postId);
        },
      };
    },
  }),
];
