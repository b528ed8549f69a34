import { fewAtOnce } from '@runners/live-log';
import { idsAt, sql } from '../../../platform/database/sql.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import type { Sees } from '../../../platform/database/statement.ts';
import { inFeed } from '../../feed/feed-rules.ts';
import { postColumns, postJoins, postRow } from '../../feed/post.queries.ts';
import type { FlatPost, PostRow } from '../../feed/post.queries.ts';
import { feedTypes } from '../../feed/read-feed.ts';
import type { FeedType } from '../../feed/read-feed.ts';
import { hasNotMuted, isPublic, onTerms, visibleTo } from '../../rules/visibility.ts';
import type { LogEvent } from '../event-log.ts';
import { byId, subjectsOf } from './interest.ts';
import type { Listener } from './interest.ts';

/** A post, and which of the given viewers may see it in which feed. */
interface PostAudience {
  post: PostRow;
  /** The ids of all viewers who have it in their friends feed. */
  friends: number[];
  profile: number[];
  featured: number[];
  local: number[];
  readers: number[];
}

/** The viewers who wait for a post, by feed. `readers` wait for this post only. */
export interface Waiting {
  friends: boolean;
  profile: number[];
  featured: number[];
  local: number[];
  readers: number[];
}

/** All users who may have posts of an author in their friends feed. */
export const friendsOf = (author: string) =>
  `(select fe.user_id as id from friend_edge fe where fe.friend_id = ${author} union all select ${author})`;
/** Those of the ids `v.id` for whom a condition holds. */
export const among = (ids: string, condition: string) => `array(select v.id from ${ids} v(id) where ${condition})`;

const audienceOfPost = statement.read<FlatPost & Omit<PostAudience, 'post'>>(
  'live_post_audience',
  sql`select ${postColumns},
     case when $2::boolean then ${among(friendsOf('p.author_id'), inFeed.friends('v.id'))} else '{}' end as friends,
     ${among('unnest($3::bigint[])', inFeed.profile('v.id'))} as profile,
     ${among('unnest($4::bigint[])', inFeed.featured('v.id'))} as featured,
     ${among('unnest($5::bigint[])', inFeed.local('v.id'))} as local,
     ${among('unnest($6::bigint[])', visibleTo('v.id', 'p'))} as readers
   from post p ${postJoins} where p.id = any(${idsAt(1)})`,
  visibleTo,
  isPublic,
  onTerms,
  hasNotMuted,
);

/**
 * Loads the posts of events and, in the same statement, determines who may see each of them now. One statement is used
 * for all posts that the same viewers wait for, so that no viewer is checked without need.
 * @returns the audiences by event, without those of deleted posts
 */
export async function postAudiences<Event extends LogEvent>(
  queries: Queries,
  events: ReadonlyMap<Event, Waiting>,
): Promise<Map<Event, PostAudience>> {
  const alike = Map.groupBy(events, ([, waiting]) => JSON.stringify(waiting));
  const loaded = await fewAtOnce([...alike.values()], async (group) => {
    const waiting = group[0]?.[1];
    if (!waiting) return [];
    const { friends, profile, featured, local, readers } = waiting;
    const ids = subjectsOf(group.map(([event]) => event));
    const rows = await queries.all(audienceOfPost, [ids, friends, profile, featured, local, readers]);
    const found = byId(
      rows.map(({ friends, profile, featured, local, readers, ...flat }) => ({
        id: flat.id,
        post: postRow(flat),
        friends,
        profile,
        featured,
        local,
        readers,
      })),
    );
    return group.flatMap(([event]) => {
      const audience = found.get(event.subjectId);
      return audience ? [[event, audience] as const] : [];
    });
  });
  return new Map(loaded.flat());
}

const rulesOfFeed: Record<FeedType, Sees[]> = {
  friends: [visibleTo, hasNotMuted],
  profile: [visibleTo, onTerms],
  featured: [isPublic, onTerms, hasNotMuted],
  local: [isPublic, onTerms, hasNotMuted],
};
/** `$1` viewer, `$2` post ids: those of them that belong to a feed of the viewer. */
const statementOf = (feed: FeedType) =>
  statement.read<FlatPost>(
    `live_posts_of_${feed}`,
    sql`select ${postColumns} from post p ${postJoins} where p.id = any(${idsAt(2)}) and ${inFeed[feed]('$1')}`,
    ...rulesOfFeed[feed],
  );
const postsOfFeed = new Map(feedTypes.map((feed) => [feed, statementOf(feed)]));

/** Of many posts, those that belong to the feed of the viewer now. */
export async function postsInFeed(
  queries: Queries,
  feed: FeedType,
  viewerId: number,
  ids: readonly number[],
): Promise<PostRow[]> {
  return (await queries.all(postsOfFeed.get(feed) ?? statementOf(feed), [viewerId, ids])).map(postRow);
}

/** Listeners by viewer, so that each viewer is checked once. */
export function byViewer(listeners: Iterable<Listener>): Map<number, Listener[]> {
  return Map.groupBy(listeners, ({ who }) => who.viewerId);
}

/** The listeners of these viewers. */
export function listenersOf(listeners: ReadonlyMap<number, Listener[]>, viewers: readonly number[]): Listener[] {
  return viewers.flatMap((id) => listeners.get(id) ?? []);
}
