import { messagesByIds } from '../conversations/message.queries.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { statement } from '../../platform/database/statement.ts';
import { inFeed } from '../feed/feed-rules.ts';
import { flatPostsByIds, postColumns, postJoins, postRow } from '../feed/post.queries.ts';
import type { FlatPost } from '../feed/post.queries.ts';
import { feedTypes } from '../feed/read-feed.ts';
import type { FeedType } from '../feed/read-feed.ts';
import { friendshipRow, friendshipsByIds } from '../friendships/friendship.queries.ts';
import type { LogEvent } from './event-log.ts';
import type { Happened, Listener } from './listeners.ts';
import { askFormerlySeen } from './post-audience.ts';

/** `$1` viewer, `$2` post ids: those of them that belong to a feed of the viewer. */
const postsOfFeed = Object.fromEntries(
  feedTypes.map((feed) => [
    feed,
    statement<FlatPost>(
      `live_posts_of_${feed}`,
      `select ${postColumns} from post p ${postJoins} where p.id = any($2::bigint[]) and ${inFeed[feed]('$1')}`,
    ),
  ]),
) as Record<FeedType, typeof flatPostsByIds>;

/**
 * What one listener hears of events that concern their interest (`missed.queries.ts`), by the same rules as `hear`, but
 * loaded for the one viewer and many events at once.
 * @returns by place; nothing for what is not visible now
 */
export async function retell(
  queries: Queries,
  { viewerId, interest }: Pick<Listener, 'viewerId' | 'interest'>,
  events: readonly LogEvent[],
): Promise<Map<number, Happened>> {
  const told = new Map<number, Happened>();
  const ids = [...new Set(events.map(({ subjectId }) => subjectId))];
  switch (interest.kind) {
    case 'messages': {
      const messages = byId(await queries.all(messagesByIds, [viewerId, ids]));
      for (const { seq, subjectId } of events) {
        const message = messages.get(subjectId);
        if (message) told.set(seq, { kind: 'messageAdded', message });
      }
      return told;
    }
    case 'conversations':
      for (const { seq, kind, subjectId, conversationId, userId } of events) {
        const left = kind === 'conversation' && userId === viewerId;
        told.set(seq, { kind: 'conversationChanged', conversationId: conversationId ?? subjectId, left });
      }
      return told;
    case 'friendships': {
      const friendships = byId((await queries.all(friendshipsByIds, [viewerId, ids])).map(friendshipRow));
      for (const { seq, subjectId: friendshipId, userId, otherId } of events) {
        const friendship = friendships.get(friendshipId) ?? null;
        const withId = userId === viewerId ? otherId : userId;
        told.set(seq, { kind: 'friendshipChanged', friendshipId, friendship, otherId: withId });
      }
      return told;
    }
    case 'posts': {
      const posts = byId((await queries.all(postsOfFeed[interest.feed], [viewerId, ids])).map(postRow));
      for (const { seq, subjectId } of events) {
        const post = posts.get(subjectId);
        if (post) told.set(seq, { kind: 'postAdded', post });
      }
      return told;
    }
    case 'postChanges': {
      const statement = interest.postId === null ? postsOfFeed.friends : flatPostsByIds;
      const posts = byId((await queries.all(statement, [viewerId, ids])).map(postRow));
      const unseen = events.filter(({ subjectId }) => !posts.has(subjectId));
      const lost = new Set(unseen.length > 0 ? await couldSee(queries, viewerId, unseen) : []);
      for (const event of events) {
        const { seq, subjectId: postId } = event;
        const post = posts.get(postId) ?? null;
        if (post || lost.has(event)) told.set(seq, { kind: 'postChanged', postId, post });
      }
      return told;
    }
  }
}

/** Those of the events which tell that a post is gone that the viewer could see. */
async function couldSee(queries: Queries, viewerId: number, events: readonly LogEvent[]): Promise<LogEvent[]> {
  const gone = events.filter(({ kind, privacy }) => kind === 'post-gone' && privacy !== null);
  const seen = await askFormerlySeen(
    queries,
    viewerId,
    gone.map(({ userId, privacy }) => ({ authorId: userId, privacy: privacy ?? '' })),
  );
  return gone.filter((_event, i) => seen[i]);
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
