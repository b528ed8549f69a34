import { postCursor } from '../../schema/feed/post-cursor.ts';
import { given, id, link, list, most, numberOf, one, pageOf, whole } from './expected-lists.ts';
import type { Asked, ExpectedRow } from './expected-lists.ts';
import * as records from './expected-records.ts';

/** A user alone, with stats if they are asked for. */
function single(path: (asked: Asked) => string, who: (asked: Asked) => number): ExpectedRow {
  const isFull = ({ params }: Asked) => ['1', 'true', 'True'].includes(params['full'] ?? '');
  return {
    path,
    takes: ['full'],
    of: 'User',
    query: (asked) =>
      `{ user(id: ${id('User', who(asked))}) { ${records.user.select} pendingFriendRequests unreadMessages stats { ${records.stats.select} } } }`,
    reply: ({ user }, asked) =>
      user && {
        ...records.user.wire(user),
        pending_friend_requests: user.pendingFriendRequests ?? 0,
        unread_messages: user.unreadMessages ?? 0,
        ...(isFull(asked) ? { stats: records.stats.wire(user.stats) } : {}),
      },
  };
}

const feedOf = ({ params }: Asked) => {
  const type = given(params, 'type') ?? 'friends';
  const isOfOne = ['profile', 'dashboard'].includes(type);
  const userId = isOfOne ? numberOf(params, 'user_id') : null;
  return { type: type === 'dashboard' ? 'FRIENDS' : type.toUpperCase(), userId };
};

const posts: ExpectedRow = {
  path: () => '/post/',
  takes: ['type', 'fallback', 'user_id', 'limit', 'earlier_than', 'later_than'],
  query: (asked) => {
    const { params } = asked;
    const { type, userId } = feedOf(asked);
    const { limit } = pageOf(asked, 20, 100);
    const [earlier, later] = [numberOf(params, 'earlier_than'), numberOf(params, 'later_than')];
    const cursor = (name: string, of: number | null) => (of === null ? '' : `${name}: "${postCursor(of)}"`);
    const page = `fallback: ${params['fallback'] === '1'} ${later === null ? 'first' : 'last'}: ${limit}
      ${cursor('after', earlier)} ${cursor('before', later)}) {
        feedType isFallback pageInfo { hasNextPage hasPreviousPage } nodes { ${records.post.select} } }`;
    return `{ feed(type: ${type} ${userId === null ? '' : `userId: ${id('User', userId)}`} ${page}
      ${params['fallback'] === '1' ? `fallen: feed(type: FRIENDS ${page}` : ''} }`;
  },
  reply: ({ feed, fallen }, asked) => {
    const { params } = asked;
    // Over REST the feed of an unknown user is empty, and so falls back.
    const nothing = { hasPreviousPage: false, hasNextPage: false };
    const none = { feedType: feedOf(asked).type, isFallback: false, pageInfo: nothing, nodes: [] };
    const { feedType, isFallback, pageInfo, nodes } = feed ?? (fallen ? { ...fallen, isFallback: true } : none);
    const feed_type = feedType.toLowerCase();
    const ofFriendsOf = feed_type === 'friends' && feedOf(asked).userId !== null && !isFallback;
    const stay = {
      fallback: undefined,
      ...(isFallback ? { user_id: undefined } : {}),
      type: ofFriendsOf ? 'dashboard' : feed_type,
    };
    const [first, last] = [nodes[0]?.databaseId, nodes.at(-1)?.databaseId];
    // A page without posts links to its own cursor, and includes its post.
    const newest = first ?? (numberOf(params, 'earlier_than') ? Number(params['earlier_than']) - 1 : undefined);
    const later = numberOf(params, 'later_than');
    const oldest = last ?? (later === null ? undefined : later + 1);
    const newer = pageInfo.hasPreviousPage && newest !== undefined;
    const older = pageInfo.hasNextPage && oldest !== undefined;
    return {
      meta: {
        feed_type,
        newer: newer ? link('/post/', params, { ...stay, earlier_than: undefined, later_than: newest }) : null,
        older: older ? link('/post/', params, { ...stay, later_than: undefined, earlier_than: oldest }) : null,
      },
      objects: nodes.map(records.post.wire),
    };
  },
};

const participants = (path: string): ExpectedRow =>
  list(() => '/event-participant/', path.includes('?') ? ['user_id', 'status'] : ['status'], {
    field: 'eventParticipants',
    args: ({ params }) =>
      `${given(params, 'user_id') ? `userId: ${id('User', params['user_id'])}` : ''} hot: ${params['status'] === 'hot'}`,
    of: records.participant,
  });

const user = (params: Asked['params'], name: string, viewer: number) => id('User', numberOf(params, name) ?? viewer);
const status = (params: Asked['params']) => given(params, 'status')?.toUpperCase();
const talks = (placement: string) => ({
  field: 'conversations',
  args: () => `placement: ${placement}, withRequests: true`,
  of: records.conversation,
  cap: 100,
});

/** Every row that answers a GET, by its label: what it must answer, in terms of a query of this file. */
export const expectedRows: Readonly<Record<string, ExpectedRow>> = {
  'GET /user/[user_id]/': single(
    (asked) => `/user/${asked.id}/`,
    (asked) => asked.id,
  ),
  'GET /me/': single(
    () => '/me/',
    (asked) => asked.viewer,
  ),
  'GET /preferences/[preferences_id]/': {
    ...one('/preferences/#/', 'Preferences', records.preferences),
    ofOwner: true,
  },
  'GET /profile/[profile_id]': one('/profile/#', 'Profile', records.profile),
  'GET /stats/[stats_id]/': one('/stats/#/', 'Stats', records.stats),
  'GET /user/': list(() => '/user/', ['friends_with'], {
    field: 'users',
    args: ({ params, viewer }) => `friendsWith: ${user(params, 'friends_with', viewer)}`,
    of: records.user,
  }),
  'GET /user/search/': list(() => '/user/search/', ['q'], {
    field: 'searchUsers',
    args: ({ params }) => `q: ${JSON.stringify(params['q'])}, countAll: true`,
    of: records.foundUser,
  }),
  'GET /user/search/friends/': list(() => '/user/search/friends/', ['q', 'user_id', 'order_by'], {
    field: 'searchFriends',
    args: ({ params, viewer }) =>
      `q: ${JSON.stringify(params['q'])}, userId: ${user(params, 'user_id', viewer)}, orderBy: ${given(params, 'order_by')?.toUpperCase() ?? 'RELEVANCE'}`,
    of: records.foundUser,
  }),
  'GET /friendship/': list(() => '/friendship/', [], { field: 'friendships', of: records.friendship }),
  'GET /friendship/user/{id}/': {
    ...list((asked) => `/friendship/user/${asked.id}/`, ['status'], {
      field: 'friendships',
      also: (asked) => `must: user(id: ${id('User', asked.id)}) { id }`,
      args: (asked) =>
        `userId: ${id('User', asked.id)}, status: ${status(asked.params) ?? (asked.id === asked.viewer ? 'null' : 'ACCEPTED')},`,
      of: records.friendship,
    }),
    of: 'User',
  },
  'GET /friendship/[friendship_id]/': one('/friendship/#/', 'Friendship', records.friendship),
  'GET /friendship/exists/{id}/': {
    path: (asked) => `/friendship/exists/${asked.id}/`,
    takes: ['with_user_id', 'status'],
    of: 'User',
    query: (
      asked,
    ) => `{ friendshipWith(ofId: ${id('User', asked.id)}, userId: ${id('User', asked.params['with_user_id'])},
      status: ${status(asked.params) ?? 'ACCEPTED'}) { ${records.friendship.select} } }`,
    reply: ({ friendshipWith }) => friendshipWith && records.friendship.wire(friendshipWith),
  },
  'GET /workout/': {
    path: () => '/workout/',
    takes: ['user', 'limit', 'offset'],
    query: (asked) => {
      const { limit, offset } = pageOf(asked, most);
      return `{ workouts(userId: ${user(asked.params, 'user', asked.viewer)}, first: ${limit}, offset: ${offset}) { nodes { ${records.workout.select} } } }`;
    },
    reply: ({ workouts }) => (workouts?.nodes ?? []).map(records.workout.wire),
  },
  'GET /workout/[workout_id]/': one('/workout/#/', 'Workout', records.workout),
  'GET /post/[id]/': one('/post/#/', 'Post', records.post),
  'GET /post/': posts,
  'GET /comment/[comment_id]/': one('/comment/#/', 'Comment', records.comment),
  'GET /comment/': whole(
    '/comment/',
    'post_id',
    (post, page) =>
      `{ comments(postId: ${id('Post', post)}, ${page}) { totalCount nodes { ${records.comment.select} } } }`,
    records.comment,
    true,
  ),
  'GET /picture/?post_id=[id]': whole(
    '/picture/',
    'post_id',
    (post) => `{ post(id: ${id('Post', post)}) { pictures { ${records.picture.select} } } }`,
    records.picture,
    false,
  ),
  'GET /picture/[picture_id]/': one('/picture/#/', 'Picture', records.picture),
  'GET /conversation/inbox/': list(() => '/conversation/inbox/', [], talks('INBOX')),
  'GET /conversation/archive/': list(() => '/conversation/archive/', [], talks('ARCHIVED')),
  'GET /conversation/[id]/': one('/conversation/#/', 'Conversation', records.conversation),
  'GET /message/?conversation=[ID]': whole(
    '/message/',
    'conversation',
    (conversation, page) =>
      `{ conversation(id: ${id('Conversation', conversation)}) { messages(${page}) { totalCount nodes { ${records.message.select} } } } }`,
    records.message,
    true,
  ),
  'GET /message/[message_id]/': one('/message/#/', 'Message', records.message),
  'GET /route/[id]/': one('/route/#/', 'Route', records.route),
  'GET /event-instance/{event_id}': one('/event-instance/#', 'Event', records.event),
  'GET /event-participant/': participants(''),
  'GET /event-participant/?user_id={user_id}': participants('?'),
  'GET /event-participant/?user_id={user_id}&status=hot': participants('?'),
  'GET /event-participant/[participant_id]/': one('/event-participant/#/', 'EventParticipant', records.participant),
};
