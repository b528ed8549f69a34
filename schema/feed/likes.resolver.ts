import { Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { UserConnection } from '../people/user-connection.type.ts';
import { needRow } from '../rows.ts';
import type { Ref } from '../rows.ts';
import { Comment } from './comment.type.ts';
import { aboutLikeCount, aboutLikedBy, aboutViewerLikes } from './likeable.type.ts';
import { likersPage } from './likers-page.ts';
import { Post } from './post.type.ts';

/** The likes of posts. Rows contain who likes them, and references are loaded. */
@Resolver(() => Post)
export class PostLikesResolver {
  @FieldResolver(() => Int, { description: aboutLikeCount })
  likeCount(@Root() post: Ref<'Post'>, @Ctx() context: Context): number | Promise<number> {
    return countOf(likersOf(context, 'Post', post));
  }

  @FieldResolver(() => Boolean, { description: aboutViewerLikes })
  viewerLikes(@Root() post: Ref<'Post'>, @Ctx() context: Context): boolean | Promise<boolean> {
    return hasViewer(context, likersOf(context, 'Post', post));
  }

  @FieldResolver(() => UserConnection, { description: aboutLikedBy })
  async likedBy(@Root() post: Ref<'Post'>, @Args() page: TwoWayPage, @Ctx() context: Context): Promise<UserConnection> {
    return likersPage(context, await likersOf(context, 'Post', post), page);
  }
}

/** The likes of comments. */
@Resolver(() => Comment)
export class CommentLikesResolver {
  @FieldResolver(() => Int, { description: aboutLikeCount })
  likeCount(@Root() comment: Ref<'Comment'>, @Ctx() context: Context): number | Promise<number> {
    return countOf(likersOf(context, 'Comment', comment));
  }

  @FieldResolver(() => Boolean, { description: aboutViewerLikes })
  viewerLikes(@Root() comment: Ref<'Comment'>, @Ctx() context: Context): boolean | Promise<boolean> {
    return hasViewer(context, likersOf(context, 'Comment', comment));
  }

  @FieldResolver(() => UserConnection, { description: aboutLikedBy })
  async likedBy(
    @Root() comment: Ref<'Comment'>,
    @Args() page: TwoWayPage,
    @Ctx() context: Context,
  ): Promise<UserConnection> {
    return likersPage(context, await likersOf(context, 'Comment', comment), page);
  }
}

type Likers = number[] | Promise<number[]>;

/** The ids of who likes it. They are returned synchronously if the row is there, as in every list. */
function likersOf(
  context: Context,
  type: 'Post' | 'Comment',
  { id, likers }: { id: number; likers?: number[] },
): Likers {
  return likers ?? needRow(context, type, id).then((row) => row.likers);
}

function countOf(likers: Likers): number | Promise<number> {
  return Array.isArray(likers) ? likers.length : likers.then(({ length }) => length);
}

function hasViewer({ viewer }: Context, likers: Likers): boolean | Promise<boolean> {
  const id = viewer?.id ?? 0;
  return Array.isArray(likers) ? likers.includes(id) : likers.then((all) => all.includes(id));
}
