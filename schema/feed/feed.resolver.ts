import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { invalid } from '../../src/errors.ts';
import { deletePost } from '../../src/domain/feed/delete-post.ts';
import { findPost } from '../../src/domain/feed/find-post.ts';
import { readFeed } from '../../src/domain/feed/read-feed.ts';
import { checkPageSize, connectionOf, defaultPage, pageCaps } from '../pagination/connection.ts';
import { readCursor } from '../pagination/cursor.ts';
import { databaseIdOf } from '../global-id.ts';
import { DeletePostInput, FeedArgs, PostArgs } from './feed.input.ts';
import { DeletePostPayload } from './feed.payloads.ts';
import { postCursor } from './post-cursor.ts';
import { FeedConnection, Post } from './post.type.ts';

@Resolver(() => Post)
export class FeedResolver {
  @Query(() => Post, { nullable: true, description: 'One post. Null when it does not exist or you may not see it.' })
  post(@Args() { id }: PostArgs, @Ctx() context: Context): Promise<unknown> {
    return findPost(context, databaseIdOf('Post', id));
  }

  @Query(() => FeedConnection, { description: 'The posts of a feed, newest first.' })
  async feed(@Args() args: FeedArgs, @Ctx() context: Context): Promise<unknown> {
    if (args.last != null && args.before == null) throw invalid('last', 'needs `before`');
    if (args.last != null && args.first != null) throw invalid('last', 'cannot be combined with `first`');
    const limit = args.last ?? args.first ?? defaultPage;
    const page = await readFeed(context, {
      type: args.type,
      userId: args.userId != null ? databaseIdOf('User', args.userId, 'userId') : null,
      fallback: args.fallback,
      limit: checkPageSize(args.last == null ? 'first' : 'last', limit, pageCaps.feed),
      earlierThan: args.after == null ? null : postIdOf('after', args.after),
      laterThan: args.before == null ? null : postIdOf('before', args.before),
    });
    const more = { next: page.hasOlder, previous: page.hasNewer };
    return Object.assign(
      connectionOf(page.posts, (post) => postCursor(post.id), more),
      { feedType: page.type, isFallback: page.isFallback },
    );
  }

  @Mutation(() => DeletePostPayload, { description: 'Deletes your own post. Its workout is kept.' })
  async deletePost(
    @Arg('input', () => DeletePostInput) input: DeletePostInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    await deletePost(context, databaseIdOf('Post', input.id, 'id'));
    return { deletedId: input.id };
  }
}

function postIdOf(argument: string, cursor: string): number {
  return Number(readCursor(argument, cursor, /^\d{1,16}$/)[0]);
}
