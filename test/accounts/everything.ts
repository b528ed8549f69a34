import { expect } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { notificationId } from '../../src/domain/notifications/kinds.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { getRows } from '../support/get-rows.ts';
import type { Things } from '../support/get-rows.ts';
import { everyNode, everyRoot } from '../support/whole-schema.ts';
import { home } from './shared-life.ts';
import type { SharedLife } from './shared-life.ts';

/** Everything that can be asked about what somebody shares with a friend, and what in the answers tells of that somebody. */
export function everythingOf(gone: Person, friend: Person, life: SharedLife) {
  /** Whatever tells of the person: names, address, user name, URIs and global ids of them and of what they made. */
  const signs = new RegExp(
    [
      gone.firstName,
      gone.lastName,
      gone.username,
      gone.email,
      `/api/v1/(?:user|profile|stats|preferences)/${gone.id}/`,
      `/api/v1/post/${life.own.post}/`,
      `/api/v1/workout/${life.own.workout}/`,
      `/api/v1/route/${life.route}/`,
      `/api/v1/picture/${life.picture.id}/`,
      `/api/v1/comment/${life.commentBelowFriends}/`,
      `/api/v1/event-participant/${life.participant}/`,
      ...life.theirGlobalIds.map((id) => `"${id}"`),
      // Who likes something is told by numbers.
      `"likers":\\[(?:[^\\]]*,)?${gone.id}[,\\]]`,
    ].join('|'),
  );
  /** What a deleted account leaves. */
  const kept = ['user_deleted_name', 'past_users_involved', 'userDeletedName', 'pastUsersInvolved'];
  const withoutKept = (json: string) =>
    JSON.stringify(JSON.parse(json || 'null', (key, value: unknown) => (kept.includes(key) ? undefined : value)));

  /** What goes with the person, and what stays where they are no longer shown. */
  const theirs: Things = {
    user: [gone.id],
    name: ['Quzzla', 'wyn'],
    friend: friend.id,
    friendship: [life.friendship, life.waiting],
    workout: [life.own.workout],
    post: [life.own.post],
    picture: [life.picture.id],
    comment: [life.commentBelowFriends, life.friendsComment],
    conversation: [],
    message: [],
    route: [life.route],
    event: [],
    participant: [life.participant],
  };
  const others: Things = {
    user: [friend.id],
    name: [],
    friend: null,
    friendship: [],
    workout: [],
    post: [life.friends.post],
    picture: [],
    comment: [],
    conversation: [life.inbox, life.archived],
    message: [life.message],
    route: [],
    event: [life.event],
    participant: [life.friendTakesPart],
  };
  const everyPath = Object.entries(getRows).flatMap(([row, { one, list }]) => {
    const stay = new Set([...(one?.(others) ?? []), ...(list?.(theirs) ?? []), ...(list?.(others) ?? [])]);
    return [
      ...(one?.(theirs) ?? []).map((path) => ({ row, path, stays: false })),
      ...[...stay].map((path) => ({ row, path, stays: true })),
    ];
  });

  /** Rows that say nothing of the person in the first place. */
  const ofOneself = ['GET /event-instance/{event_id}', 'GET /me/'];

  const id = globalId('User', gone.id);
  const friendId = globalId('User', friend.id);
  const notified = globalId('Notification', notificationId({ kind: 'message', subjectId: life.inbox }));
  const documents = () => [
    ...everyNode([...life.theirGlobalIds, ...life.othersGlobalIds, notified]),
    ...everyRoot({
      user: [`id: "${id}"`, `id: "${friendId}"`],
      workout: [`id: "${globalId('Workout', life.own.workout)}"`],
      post: [life.own, life.friends].map(({ post }) => `id: "${globalId('Post', post)}"`),
      comments: [life.own, life.friends].map(({ post }) => `postId: "${globalId('Post', post)}"`),
      conversation: [life.inbox, life.archived].map((one) => `id: "${globalId('Conversation', one)}"`),
      event: [`id: "${globalId('Event', life.event)}"`],
      eventParticipant: [life.participant, life.friendTakesPart].map(
        (one) => `id: "${globalId('EventParticipant', one)}"`,
      ),
      route: [`id: "${globalId('Route', life.route)}"`],
      friendship: [life.friendship, life.waiting].map((one) => `id: "${globalId('Friendship', one)}"`),
      friendshipWith: [`userId: "${id}", ofId: "${friendId}"`, `userId: "${id}"`],
      users: [`friendsWith: "${id}"`, `friendsWith: "${friendId}"`],
      friendships: ['', `userId: "${id}"`, `userId: "${friendId}"`],
      searchUsers: ['q: "Quzzla"', 'q: "wyn"'],
      searchFriends: ['q: "Quzzla"', `q: "Quzzla", userId: "${friendId}"`],
      explainVisibility: [`id: "${id}"`],
      searchMessages: ['query: "Hello"', 'query: "Quzzla"'],
      searchRoutes: [`latitude: ${home.lat}, longitude: ${home.lng}`],
      routes: ['', `userId: "${id}"`],
      workouts: ['', `userId: "${id}"`],
      conversations: ['', 'placement: ARCHIVED'],
      eventParticipants: ['', `userId: "${id}"`],
      feed: [
        ...['FRIENDS', 'LOCAL', 'FEATURED'].map((type) => `type: ${type}`),
        ...[id, friendId].map((userId) => `type: PROFILE, userId: "${userId}"`),
      ],
    }),
  ];
  /** What is refused to everybody but staff. */
  const forStaff = ['moderationQueue', 'moderationLog', 'explainVisibility'];
  /** The same of GraphQL. */
  const ofOneselfInGraphql = [
    'nodes(ids: $ids) { ... on Preferences',
    'nodes(ids: $ids) { ... on ApiKey',
    'apiKeys',
    'dataImport',
    'sentInvitations',
    'socialAccounts',
    // Without a cursor, there are none.
    'changes',
    'liveCursor',
    'unreadNotificationCount',
    ...forStaff,
  ];

  /** Everything in GraphQL as a witness sees it, by the name of the root field; `nodes` for each type. */
  const readAll = async (witness: Person): Promise<[field: string, answer: string][]> =>
    Promise.all(
      documents().map(async ([document, variables]): Promise<[string, string]> => {
        const field = /\{ (nodes.*?\.\.\. on \w+|\w+)/.exec(document)?.[1] ?? '';
        const { data, errors } = await as(witness).graphql(document, variables);
        for (const { extensions } of errors)
          expect([field, extensions.code]).toEqual([field, forStaff.includes(field) ? 'NOT_STAFF' : 'NOT_FOUND']);
        return [field, JSON.stringify({ data, errors })];
      }),
    );

  return { signs, withoutKept, everyPath, ofOneself, ofOneselfInGraphql, readAll };
}
