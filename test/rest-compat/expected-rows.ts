import { postCursor } from '../../schema/feed/post-cursor.ts';
import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import * as records from './expected-records.ts';

/** A request of a row: who asks, the id in the path, and the parameters as they are sent, in order. */
export interface Asked {
  viewer: number;
  id: number;
  params: Readonly<Record<string, string>>;
}

/** How a row is requested, what GraphQL is asked instead, and what the row must answer to that; null: 404. */
export interface ExpectedRow {
  path: (asked: Asked) => string;
  /** The parameters that it has. */
  takes: string[];
  /** What the id in the path is of. */
  of?: NodeType;
  query: (asked: Asked) => string;
  /** GraphQL answers the owner alone, REST everybody who may see the owner (decisions N19). */
  ofOwner?: true;
  // oxlint-disable-next-line no-explicit-any
  reply: (data: any, asked: Asked) => unknown;
}

type Shape = { select: string; wire: (node: never) => unknown };
const most = 1000;
const id = (type: NodeType, databaseId: unknown) => JSON.stringify(globalId(type, Number(databaseId)));
const given = (params: Asked['params'], name: string) => (params[name] === '' ? undefined : params[name]);
const numberOf = (params: Asked['params'], name: string) => {
  const text = given(params, name);
  return text === undefined ? null : Number(text);
};

/** Path and query of another page: the parameters in order, changed where they are, appended where they are not. */
function link(path: string, params: Asked['params'], changes: Record<string, string | number | undefined>): string {
  const all = Object.entries({ ...params, ...changes }).filter(([, value]) => value !== undefined);
  return `/api/v1${path}?${all.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

function pageOf({ params }: Asked, byDefault = 20, cap = most) {
  const limit = numberOf(params, 'limit') ?? byDefault;
  return {
    limit: limit === 0 ? cap : Math.min(limit, cap),
    offset: Math.min(numberOf(params, 'offset') ?? 0, 2 ** 31 - 1),
  };
}

/** A list by `limit` and `offset`. */
function list(
  path: (asked: Asked) => string,
  takes: string[],
  ask: {
    field: string;
    args?: (asked: Asked) => string;
    of: Shape;
    cap?: number;
    also?: (asked: Asked) => string;
  },
): ExpectedRow {
  const { field, args = () => '', of, cap = most, also = () => '' } = ask;
  return {
    path,
    takes: [...takes, 'limit', 'offset'],
    query: (asked) => {
      const { limit, offset } = pageOf(asked, 20, cap);
      return `{ ${also(asked)} ${field}(${args(asked)} first: ${limit}, offset: ${offset}) { totalCount nodes { ${of.select} } } }`;
    },
    reply: (data, asked) => {
      if (data.must === null) return null;
      const { limit, offset } = pageOf(asked, 20, cap);
      const { totalCount, nodes } = data[field];
      const at = (start: number) => link(path(asked), asked.params, { limit, offset: start });
      const meta = {
        limit,
        offset,
        total_count: totalCount,
        next: offset + limit < totalCount ? at(offset + limit) : null,
        previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
      };
      return { meta, objects: nodes.map(of.wire) };
    },
  };
}

/** A list that is whole unless a page of it is asked for: comments, messages, pictures. */
function whole(
  path: string,
  parameter: string,
  ask: (id: string, page: string) => string,
  of: Shape,
  paged: boolean,
): ExpectedRow {
  const isWhole = ({ params }: Asked) => given(params, 'limit') === undefined && !numberOf(params, 'offset');
  return {
    path: () => path,
    takes: [parameter, 'limit', 'offset'],
    query: (asked) => {
      const { limit, offset } = pageOf(asked, most);
      const page = isWhole(asked) ? `last: ${most}` : `first: ${limit}, offset: ${offset}`;
      return ask(asked.params[parameter] ?? '', page);
    },
    reply: (data, asked) => {
      const items = data.post?.pictures ?? data.comments ?? data.conversation?.messages;
      if (!items) return null;
      const { limit, offset } = pageOf(asked, most);
      const all = paged ? items.nodes : items.slice(offset, offset + limit);
      const total = paged ? items.totalCount : items.length;
      const at = (size: number, start: number) => link(path, asked.params, { limit: size, offset: start });
      const before = Math.min(limit, offset);
      const meta = {
        limit,
        offset,
        total_count: total,
        next: offset + limit < total ? at(limit, offset + limit) : null,
        previous: offset > 0 ? at(before, offset - before) : null,
      };
      return { meta, objects: all.map(of.wire) };
    },
  };
}

/** One thing by the id in its path. */
function one(path: string, of: NodeType, shape: Shape): ExpectedRow {
  return {
    path: (asked) => path.replace('#', String(asked.id)),
    takes: [],
    of,
    query: (asked) => `{ node(id: ${id(of, asked.id)}) { ... on ${of} { ${shape.select} } } }`,
    reply: ({ node }) => node && shape.wire(node as never),
  };
}

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
        pending_friend_requests: user.pendingFriendRequests,
        unread_messages: user.unreadMessages,
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
    return `{ feed(type: ${type} ${userId === null ? '' : `userId: ${id('User', userId)}`}
      fallback: ${params['fallback'] === '1'} ${later === null ? 'first' : 'last'}: ${limit}
      ${cursor('after', earlier)} ${cursor('before', later)}) {
        feedType isFallback pageInfo { hasNextPage hasPreviousPage } nodes { ${records.post.select} } } }`;
  },
  reply: ({ feed: { feedType, isFallback, pageInfo, nodes } }, asked) => {
    const { params } = asked;
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
    args: ({ params }) => `q: ${JSON.stringify(params['q'])}`,
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
    reply: ({ workouts }) => workouts.nodes.map(records.workout.wire),
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
