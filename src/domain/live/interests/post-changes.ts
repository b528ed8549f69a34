import { fewAtOnce, topic } from '@runners/live-log';
import type { Queries } from '@runners/postgres';
import { flatPostsByIds, postRow } from '../../feed/post.queries.ts';
import type { PostRow } from '../../feed/post.queries.ts';
import { visibleTo } from '../../rules/visibility.ts';
import { channel, channelsOf, channelsOfFriends } from '../channels.ts';
import type { LogEvent } from '../event-log.ts';
import { formerAudience, formerlySeen } from './former-audience.ts';
import type { FormerPost } from './former-audience.ts';
import { byId, isThere, mustBeThere, subjectsOf } from './interest.ts';
import type { Audience, Delivery, InterestRules, Listener } from './interest.ts';
import { friendsAndMe, missed, ofEach } from './missed.ts';
import { byViewer, listenersOf, postAudiences, postsInFeed } from './post-audience.ts';

/** Likes, comments, edits and the deletion of one post, or of the posts of the viewer's friends feed. */
export interface PostChangesInterest {
  kind: 'postChanges';
  postId: number | null;
}

/** `post` is null when it is deleted, or when the viewer may no longer see it. */
export interface PostChanged {
  kind: 'postChanged';
  postId: number;
  post: PostRow | null;
}

type Kind = 'post-changed' | 'post-gone';

/** Topics by the viewer and by the post. */
export const inFriendsFeed = topic('changes');
const ofPost = topic('post');

const postFor = isThere('post_for', `post p where p.id = $2 and ${visibleTo('$1', 'p')}`, visibleTo);

const kinds = "'post-changed', 'post-gone'";
const ofOne = missed('changes_of_one', `live_event e where e.kind in (${kinds}) and e.subject_id = $4`);
const ofFriends = missed('changes_of_friends', ofEach(friendsAndMe, 'user_id', kinds));

export const postChanges: InterestRules<PostChangesInterest, PostChanged, Kind> = {
  announced: {
    'post-changed': ({ subjectId, userId }) => channelsOf(['post', subjectId], ['author', userId]),
    'post-gone': ({ subjectId, userId }) => channelsOf(['post', subjectId], ['author', userId]),
  },

  async check(queries, viewerId, { postId }) {
    if (postId !== null) await mustBeThere(queries, postFor, viewerId, postId);
  },

  sourcesOf: (queries, viewerId, { postId }) =>
    postId === null
      ? {
          topics: [inFriendsFeed.of(viewerId)],
          channels: () => channelsOfFriends(queries, viewerId),
          missed: [ofFriends, viewerId],
        }
      : { topics: [ofPost.of(postId)], channels: () => [channel('post', postId)], missed: [ofOne, postId] },

  async deliver(queries, audience, events) {
    const { only } = audience;
    const seen = only ? await seenBy(queries, only, events) : await seenByAll(queries, audience, events);
    return seen.flatMap(({ event, post, listeners }) => {
      const happened = { kind: 'postChanged', postId: event.subjectId, post } as const;
      return listeners.map((listener): Delivery<PostChanged> => [listener, event, happened]);
    });
  },
};

/** A post as it is now, or null, and the viewers to whom it is delivered. */
interface Seen {
  event: LogEvent<Kind>;
  post: PostRow | null;
  listeners: readonly Listener[];
}

/** The former state of a post that some viewers can no longer see since this event; null for any other event. */
function formerOf({ kind, userId, privacy }: LogEvent<Kind>): FormerPost | null {
  return kind === 'post-gone' && privacy !== null ? { authorId: userId, privacy } : null;
}

async function seenBy(queries: Queries, listener: Listener, events: readonly LogEvent<Kind>[]): Promise<Seen[]> {
  const { viewerId, interest } = listener.who;
  if (interest.kind !== 'postChanges') return [];
  const ids = subjectsOf(events);
  const posts = byId(
    interest.postId === null
      ? await postsInFeed(queries, 'friends', viewerId, ids)
      : (await queries.all(flatPostsByIds, [viewerId, ids])).map(postRow),
  );
  const gone = events.flatMap((event) => {
    const former = posts.has(event.subjectId) ? null : formerOf(event);
    return former ? [{ event, former }] : [];
  });
  const wasSeen = await formerlySeen(
    queries,
    viewerId,
    gone.map(({ former }) => former),
  );
  const lost = new Set(gone.flatMap(({ event }, i) => (wasSeen[i] ? [event] : [])));
  return events.flatMap((event) => {
    const post = posts.get(event.subjectId) ?? null;
    return post || lost.has(event) ? [{ event, post, listeners: [listener] }] : [];
  });
}

async function seenByAll(queries: Queries, audience: Audience, events: readonly LogEvent<Kind>[]): Promise<Seen[]> {
  const friends = audience.any(inFriendsFeed);
  const concerned = events.flatMap((event) => {
    const readers = byViewer(audience.of(ofPost, event.subjectId));
    const waiting = { friends, profile: [], featured: [], local: [], readers: [...readers.keys()] };
    return friends || readers.size > 0 ? [{ event, readers, waiting }] : [];
  });
  const audiences = await postAudiences(queries, new Map(concerned.map(({ event, waiting }) => [event, waiting])));
  const seen = await fewAtOnce(concerned, async ({ event, readers, waiting }): Promise<Seen[]> => {
    const listeners = (of: { friends: number[]; readers: number[] }) => [
      ...of.friends.flatMap((id) => [...audience.of(inFriendsFeed, id)]),
      ...listenersOf(readers, of.readers),
    ];
    const now = audiences.get(event);
    const still = now ? listeners(now) : [];
    const visible = now ? [{ event, post: now.post, listeners: still }] : [];
    const former = formerOf(event);
    if (!former) return visible;
    const before = listeners(await formerAudience(queries, former, waiting));
    const kept = new Set(still);
    return [...visible, { event, post: null, listeners: before.filter((listener) => !kept.has(listener)) }];
  });
  return seen.flat();
}
