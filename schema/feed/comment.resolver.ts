import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { addComment } from '../../src/domain/feed/add-comment.ts';
import type { CommentRow } from '../../src/domain/feed/comment.queries.ts';
import { deleteComment } from '../../src/domain/feed/delete-comment.ts';
import { listComments } from '../../src/domain/feed/list-comments.ts';
import { databaseIdOf } from '../global-id.ts';
import { connectionOfPage, idConnection, idPage, IdPage } from '../pagination/id-page.ts';
import type { IdConnection } from '../pagination/id-page.ts';
import { AddCommentInput, CommentsArgs, DeleteCommentInput } from './comment.input.ts';
import { AddCommentPayload, DeleteCommentPayload } from './comment.payloads.ts';
import { Comment, CommentConnection } from './comment.type.ts';
import { Post } from './post.type.ts';

@Resolver(() => Comment)
export class CommentResolver {
  @Query(() => CommentConnection, {
    nullable: true,
    description: 'The comments of a post, oldest first. Null when the post does not exist or you may not see it.',
  })
  async comments(@Args() { postId, ...args }: CommentsArgs, @Ctx() context: Context): Promise<unknown> {
    const id = databaseIdOf('Post', postId, 'postId');
    const page = idPage(args);
    const listed = await listComments(context.database, viewerOf(context).id, id, page);
    return listed && connectionOfPage(page, id, listed.comments, listed.total);
  }

  @Mutation(() => AddCommentPayload, { description: 'Adds a comment to a post that you may see.' })
  async addComment(
    @Arg('input', () => AddCommentInput) { postId, comment }: AddCommentInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    return { comment: { id: await addComment(context, databaseIdOf('Post', postId, 'postId'), comment) } };
  }

  @Mutation(() => DeleteCommentPayload, { description: 'Deletes your own comment, or any comment on your own post.' })
  async deleteComment(
    @Arg('input', () => DeleteCommentInput) { id }: DeleteCommentInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    await deleteComment(context, databaseIdOf('Comment', id, 'id'));
    return { deletedId: id };
  }

  @FieldResolver(() => Post)
  async post(@Root() comment: Partial<CommentRow> & { id: number }, @Ctx() context: Context): Promise<unknown> {
    return { id: comment.postId ?? (await context.loaders.comments.load(comment.id))?.postId };
  }

  @FieldResolver(() => Boolean)
  async viewerLikes(@Root() comment: Partial<CommentRow> & { id: number }, @Ctx() context: Context): Promise<boolean> {
    const likers = comment.likers ?? (await context.loaders.comments.load(comment.id))?.likers;
    return likers?.includes(context.viewer?.id ?? 0) ?? false;
  }
}

@Resolver(() => Post)
export class PostCommentsResolver {
  @FieldResolver(() => CommentConnection, { description: 'The comments on the post, oldest first.' })
  comments(@Root() post: { id: number }, @Args() page: IdPage, @Ctx() context: Context): Promise<unknown> {
    return idConnection(page, post.id, (asked) => context.loaders.commentsOfPosts.load(asked));
  }
}

@Resolver(() => CommentConnection)
export class CommentConnectionResolver {
  @FieldResolver(() => Number)
  totalCount(@Root() { of, total }: IdConnection<CommentRow>, @Ctx() context: Context): number | Promise<number> {
    return total ?? context.loaders.commentCounts.load(of);
  }
}
