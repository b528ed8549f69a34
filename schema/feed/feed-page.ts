import type { Context } from '../../src/domain/context.ts';
import { invalid } from '../../src/errors.ts';
import { readFeed } from '../../src/domain/feed/read-feed.ts';
import type { FeedType } from '../../src/domain/feed/read-feed.ts';
import { connectionOf } from '../pagination/connection.ts';
import { byId } from '../pagination/orders.ts';
import { pageCaps } from '../pagination/page-sizes.ts';
import { sliceOf } from '../pagination/page.ts';
import type { FeedPageArgs } from './feed.input.ts';
import { postCursor } from './post-cursor.ts';
import type { FeedConnection } from './post.type.ts';

/** Which feed to read. */
interface Feed {
  type: FeedType;
  /** The user of the profile or friends feed; null for the viewer. */
  userId: number | null;
  fallback: boolean;
}

/** A page of a feed, for every field that lists posts. @throws Failure INVALID */
export async function feedPage(context: Context, feed: Feed, args: FeedPageArgs): Promise<FeedConnection> {
  if (args.last != null && args.before == null) throw invalid('last', 'needs `before`', 'REQUIRED');
  const { limit, after, before, fromEnd } = sliceOf(args, { cap: pageCaps.feed, positionOf: byId.positionOf });
  const page = await readFeed(context, {
    ...feed,
    // The feed itself returns whether there are more posts, so no further row is read for that.
    limit: limit - 1,
    earlierThan: after,
    laterThan: before,
    fromEnd,
  });
  const more = { next: page.hasOlder, previous: page.hasNewer };
  return Object.assign(
    connectionOf(page.posts, (post) => postCursor(post.id), more, null),
    { feedType: page.type, isFallback: page.isFallback },
  );
}
