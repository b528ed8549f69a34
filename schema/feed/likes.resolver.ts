import { likesLoaders } from '../../src/domain/feed/like.loaders.ts';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import type { LikeableType, LikerRow } from '../../src/domain/feed/like.queries.ts';
import { listedLikers } from '../../src/domain/feed/shown-likes.ts';
import type { ShownLikes } from '../../src/domain/feed/shown-likes.ts';
import type { Connection } from '../pagination/connection.ts';
import { writeCursor } from '../pagination/cursor.ts';
import { byId } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { readPage } from '../pagination/page.ts';
import { UserConnection } from '../people/user-connection.type.ts';
import { DatabaseId } from '../scalars.ts';
import { fromRow } from '../rows.ts';
import type { Ref } from '../rows.ts';
import { Comment } from './comment.type.ts';
import { aboutLikers } from './about-likers.ts';
import { aboutLikedBy, aboutViewerLikes, insteadOfLikers } from './likeable.type.ts';
import { Post } from './post.type.ts';

/** The likes of posts. */
@Resolver(() => Post)
export class PostLikesResolver {
  @FieldResolver(() => [DatabaseId], { description: aboutLikers, deprecationReason: insteadOfLikers })
  likers(@Root() post: Ref<'Post'>, @Ctx() context: Context): number[] | Promise<number[]> {
    return likersWithViewer(context, 'Post', post);
  }

  @FieldResolver(() => Boolean, { description: aboutViewerLikes })
  viewerLikes(@Root() post: Ref<'Post'>, @Ctx() context: Context): boolean | Promise<boolean> {
    return viewerLikes(context, 'Post', post);
  }

  @FieldResolver(() => UserConnection, { description: aboutLikedBy })
  likedBy(@Root() post: Ref<'Post'>, @Args() page: TwoWayPage, @Ctx() context: Context): Promise<UserConnection> {
    return likersPage(context, 'Post', post, page);
  }
}

/** The likes of comments. */
@Resolver(() => Comment)
export class CommentLikesResolver {
  @FieldResolver(() => [DatabaseId], { description: aboutLikers, deprecationReason: insteadOfLikers })
  likers(@Root() comment: Ref<'Comment'>, @Ctx() context: Context): number[] | Promise<number[]> {
    return likersWithViewer(context, 'Comment', comment);
  }

  @FieldResolver(() => Boolean, { description: aboutViewerLikes })
  viewerLikes(@Root() comment: Ref<'Comment'>, @Ctx() context: Context): boolean | Promise<boolean> {
    return viewerLikes(context, 'Comment', comment);
  }

  @FieldResolver(() => UserConnection, { description: aboutLikedBy })
  likedBy(@Root() comment: Ref<'Comment'>, @Args() page: TwoWayPage, @Ctx() context: Context): Promise<UserConnection> {
    return likersPage(context, 'Comment', comment, page);
  }
}

/** A post or comment, possibly without its row. */
type Liked = { id: number } & Partial<ShownLikes>;

const shown = ['likeCount', 'likers'] as const satisfies (keyof ShownLikes)[];

/** Whether the viewer likes it. The likes are looked up only if the row does not have all likers. */
function viewerLikes(context: Context, type: LikeableType, liked: Liked): boolean | Promise<boolean> {
  return fromRow(context, type, liked, shown, ({ likeCount, likers }) => {
    if (likers.includes(context.viewer?.id ?? 0)) return true;
    return likers.length < likeCount && context.loader(likesLoaders[type]).mine.load(liked.id).then(Boolean);
  });
}

/**
 * The likers of the row, or the newest ones if it does not have all. The viewer is among them if the viewer likes it, if need
 * be in the place of the oldest, because old apps find out from this list whether the viewer does (decisions P5).
 */
function likersWithViewer(context: Context, type: LikeableType, liked: Liked): number[] | Promise<number[]> {
  // Of nearly all posts of a feed, and therefore first.
  if (liked.likers !== undefined && liked.likers.length === liked.likeCount) return liked.likers;
  return fromRow(context, type, liked, shown, async ({ likeCount, likers }) => {
    if (likers.length === likeCount) return likers;
    const { listed, mine } = context.loader(likesLoaders[type]);
    const newest = (await listed.load(liked.id))?.likers ?? likers;
    const viewer = context.viewer?.id ?? 0;
    if (newest.length < listedLikers || newest.includes(viewer)) return newest;
    return (await mine.load(liked.id)) ? [viewer, ...newest.slice(1)] : newest;
  });
}

/**
 * A page of the users who like something: it leaves out blocks in both directions, and no muted users, since the viewer looks for them.
 * The number of likes counts all, so that it is the same for every reader. @throws Failure INVALID */
function likersPage(
  context: Context,
  type: LikeableType,
  liked: Liked,
  page: TwoWayPage,
): Promise<Connection<LikerRow> & UserConnection> {
  const { likers, hidden } = context.loader(likesLoaders[type]);
  return readPage<LikerRow, number>(page, {
    positionOf: byId.positionOf,
    cursorOf: ({ likeId }) => writeCursor(likeId),
    read: (slice) => likers.load({ of: liked.id, ...slice }),
    count: () =>
      fromRow(context, type, liked, shown, async ({ likeCount }) =>
        Math.max(0, likeCount - (await hidden.load(liked.id))),
      ),
  });
}
