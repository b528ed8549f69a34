import { topic } from '@runners/live-log';
import type { Queries } from '@runners/postgres';
import { statement } from '../../../platform/database/statement.ts';
import { cellsAround } from '../../rules/grid.ts';
import type { PostRow } from '../../feed/post.queries.ts';
import { userVisibleTo } from '../../rules/visibility.ts';
import { channel, channelsOf, channelsOfFriends } from '../channels.ts';
import type { LogEvent } from '../event-log.ts';
import { byId, isThere, mustBeThere, subjectsOf } from './interest.ts';
import type { Audience, Delivery, EventSources, InterestRules, Listener } from './interest.ts';
import { friendsAndMe, missed, ofEach } from './missed.ts';
import { byViewer, listenersOf, postAudiences, postsInFeed } from './post-audience.ts';

/**
 * New posts of a feed: the friends feed of the viewer, posts around the place of the viewer, of featured users, or of
 * one user.
 */
export type PostsInterest =
  | { kind: 'posts'; feed: 'friends' | 'local' | 'featured' }
  | { kind: 'posts'; feed: 'profile'; userId: number };

export interface PostAdded {
  kind: 'postAdded';
  post: PostRow;
}

/** Topics by viewer, by author, for all featured users, and by place. */
export const inFriendsFeed = topic('friends');
const ofAuthor = topic('profile');
const ofFeatured = topic('featured');
const inCell = topic('cell');

const userFor = isThere('user_for', `users u where u.id = $2 and ${userVisibleTo('$1', 'u.id')}`, userVisibleTo);
const placeOf = statement.read<{ latitude: number; longitude: number }>(
  'live_place_of',
  `select location_lat as latitude, location_lng as longitude from profile
   where id = $1 and location_lat is not null and location_lng is not null`,
  { owner: 'id = $1' },
);

const missedOf = {
  friends: missed('posts_friends', ofEach(friendsAndMe, 'user_id', "'post'")),
  profile: missed('posts_profile', "live_event e where e.kind = 'post' and e.user_id = $4"),
  featured: missed(
    'posts_featured',
    ofEach('(select id from users where is_featured and $4::bigint is not null)', 'user_id', "'post'"),
  ),
  local: missed('posts_local', ofEach('unnest($4::int[])', 'cell', "'post'")),
};

export const posts: InterestRules<PostsInterest, PostAdded, 'post'> = {
  // Posts of featured authors are also published on their channel: `src/domain/live/announced-channels.ts` finds out
  // whose they are.
  announced: {
    post: ({ userId, cell }) => channelsOf(['author', userId], ['cell', cell]),
  },

  async check(queries, viewerId, interest) {
    if (interest.feed === 'profile') await mustBeThere(queries, userFor, viewerId, interest.userId);
  },

  async sourcesOf(queries, viewerId, interest): Promise<EventSources> {
    switch (interest.feed) {
      case 'friends':
        return {
          topics: [inFriendsFeed.of(viewerId)],
          channels: () => channelsOfFriends(queries, viewerId),
          missed: [missedOf.friends, viewerId],
        };
      case 'profile':
        return {
          topics: [ofAuthor.of(interest.userId)],
          channels: () => [channel('author', interest.userId)],
          missed: [missedOf.profile, interest.userId],
        };
      case 'featured':
        return {
          topics: [ofFeatured.of()],
          channels: () => [channel('featured')],
          missed: [missedOf.featured, viewerId],
        };
      case 'local': {
        // The local feed is around the current place of the viewer. Without a place, there are no events (interface,
        // Posts).
        const place = await queries.one(placeOf, [viewerId]);
        const cells = place ? cellsAround(place.latitude, place.longitude) : [];
        return {
          topics: cells.map((cell) => inCell.of(cell)),
          channels: () => cells.map((cell) => channel('cell', cell)),
          missed: [missedOf.local, cells],
        };
      }
    }
  },

  async deliver(queries, audience, events) {
    const { only } = audience;
    const added = only ? await addedFor(queries, only, events) : await addedForAll(queries, audience, events);
    return added.flatMap(({ event, post, listeners }) => {
      const happened = { kind: 'postAdded', post } as const;
      return listeners.map((listener): Delivery<PostAdded> => [listener, event, happened]);
    });
  },
};

/** A new post and the viewers in whose feed it is. */
interface Added {
  event: LogEvent;
  post: PostRow;
  listeners: readonly Listener[];
}

async function addedFor(queries: Queries, listener: Listener, events: readonly LogEvent[]): Promise<Added[]> {
  const { viewerId, interest } = listener.who;
  if (interest.kind !== 'posts') return [];
  const found = byId(await postsInFeed(queries, interest.feed, viewerId, subjectsOf(events)));
  return events.flatMap((event) => {
    const post = found.get(event.subjectId);
    return post ? [{ event, post, listeners: [listener] }] : [];
  });
}

async function addedForAll(queries: Queries, audience: Audience, events: readonly LogEvent[]): Promise<Added[]> {
  const friends = audience.any(inFriendsFeed);
  const featured = byViewer(audience.of(ofFeatured));
  const concerned = events.flatMap((event) => {
    const profile = byViewer(audience.of(ofAuthor, event.userId ?? 0));
    const local = byViewer(event.cell === null ? [] : audience.of(inCell, event.cell));
    return friends || profile.size + featured.size + local.size > 0 ? [{ event, profile, local }] : [];
  });
  const waiting = new Map(
    concerned.map(({ event, profile, local }) => [
      event,
      { friends, profile: [...profile.keys()], featured: [...featured.keys()], local: [...local.keys()], readers: [] },
    ]),
  );
  const audiences = await postAudiences(queries, waiting);
  return concerned.flatMap(({ event, profile, local }) => {
    const seen = audiences.get(event);
    if (!seen) return [];
    const listeners = [
      ...seen.friends.flatMap((id) => [...audience.of(inFriendsFeed, id)]),
      ...listenersOf(profile, seen.profile),
      ...listenersOf(featured, seen.featured),
      ...listenersOf(local, seen.local),
    ];
    return [{ event, post: seen.post, listeners }];
  });
}
