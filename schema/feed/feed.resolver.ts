import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { invalid } from '../../src/errors.ts';
import { deletePost } from '../../src/domain/feed/delete-post.ts';
import { findPost } from '../../src/domain/feed/find-post.ts';
import { readFeed } from '../../src/domain/feed/read-feed.ts';
import { connectionOf } from '../pagination/connection.ts';
import { pageCaps } from '../pagination/page-sizes.ts';
import { byId } from '../pagination/orders.ts';
import { sliceOf } from '../pagination/page.ts';
import { databaseIdOf } from '../global-id.ts';
import { DeletePostInput, FeedArgs, PostArgs } from './feed.input.ts';
import { DeletePostPayload } from './feed.payloads.ts';
import { postCursor } from './post-cursor.ts';
import { FeedConnection, Post } from './post.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';

@Resolver(() => Post)
export class FeedResolver implements Resolves<Post, RowOf<'Post'>> {
  @Query(() => Post, { nullable: true, description: 'One post. Null when it does not exist or you may not see it.' })
  post(@Args() { id }: PostArgs, @Ctx() context: Context): Promise<Ref<'Post'> | null> {
    return findPost(context, databaseIdOf('Post', id));
  }

  @Query(() => FeedConnection, { description: 'The posts of a feed, newest first.' })
  async feed(@Args() args: FeedArgs, @Ctx() context: Context): Promise<FeedConnection> {
    if (args.last != null && args.before == null) throw invalid('last', 'needs `before`');
    const { limit, after, before } = sliceOf(args, { cap: pageCaps.feed, placeOf: byId.placeOf });
    const page = await readFeed(context, {
      type: args.type,
      userId: args.userId != null ? databaseIdOf('User', args.userId, 'userId') : null,
      fallback: args.fallback,
      // The feed itself returns whether there are more posts, so no further row is read for that.
      limit: limit - 1,
      earlierThan: after,
      laterThan: before,
    });
    const more = { next: page.hasOlder, previous: page.hasNewer };
    return Object.assign(
      connectionOf(page.posts, (post) => postCursor(post.id), more, null),
      { feedType: page.type, isFallback: page.isFallback },
    );
  }

  @Mutation(() => DeletePostPayload, { description: 'Deletes your own post. Its workout is kept.' })
  async deletePost(
    @Arg('input', () => DeletePostInput) input: DeletePostInput,
    @Ctx() context: Context,
  ): Promise<DeletePostPayload> {
    await deletePost(context, databaseIdOf('Post', input.id, 'id'));
    return { deletedId: input.id };
  }
}
