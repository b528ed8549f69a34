/** After an account is deleted, no REST row, no GraphQL field and no replay shows anything of its owner. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { makeSchema } from '../../schema/index.ts';
import { say } from '../conversations/talk.ts';
import { fetched } from '../pictures/sending.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { getRows } from '../support/get-rows.ts';
import type { Things } from '../support/get-rows.ts';
import { liveCursor, liveFormats } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { everyNode, everyRoot } from '../support/whole-schema.ts';
import { record } from '../support/workouts.ts';
import { shareLife, home } from './shared-life.ts';

/*
 * Asks everything that can be asked, as people who had to do with somebody, before and after that somebody deletes the
 * account: before, the answers are full of them; after, they are nowhere but where docs/decisions.md keeps them
 * (messages stay with the kept name; interface, Conversations and messages).
 */
const service = await testService();
const gone = await newPerson(service, 'Quzzla', 'Wyndred');
const [friend, requested, blocker] = [
  await newPerson(service, 'Bob', 'Baker'),
  await newPerson(service, 'Cho', 'Chang'),
  await newPerson(service, 'Dan', 'Dyer'),
];
const before = await liveCursor(as(friend));
const life = await shareLife(service, gone, friend, requested, blocker);
const witnesses: Person[] = [friend, requested, blocker];

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
const documents = () => [
  ...everyNode([...life.theirGlobalIds, ...life.othersGlobalIds]),
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
/** The same of GraphQL. */
const ofOneselfInGraphql = [
  'nodes(ids: $ids) { ... on Preferences',
  'nodes(ids: $ids) { ... on ApiKey',
  'apiKeys',
  'liveCursor',
];

/** Everything in GraphQL as a witness sees it, by the name of the root field; `nodes` for each type. */
const readAll = async (witness: Person): Promise<[field: string, answer: string][]> =>
  Promise.all(
    documents().map(async ([document, variables]): Promise<[string, string]> => {
      const field = /\{ (nodes.*?\.\.\. on \w+|\w+)/.exec(document)?.[1] ?? '';
      const { data, errors } = await as(witness).graphql(document, variables);
      for (const { extensions } of errors) expect([field, extensions.code]).toEqual([field, 'NOT_FOUND']);
      return [field, JSON.stringify({ data, errors })];
    }),
  );

describe('before somebody deletes the account', () => {
  test('every row shows them, but for those that tell nothing of others', async () => {
    const showing = new Set<string>();
    for (const { row, path } of everyPath)
      for (const witness of witnesses) if (signs.test((await as(witness).get(path)).text)) showing.add(row);
    expect(Object.keys(getRows).filter((row) => !showing.has(row))).toEqual(ofOneself);
  });

  test('every field of GraphQL shows them, but for those that tell nothing of others', async () => {
    const showing = new Map<string, boolean>();
    for (const witness of witnesses)
      for (const [field, answer] of await readAll(witness))
        showing.set(field, showing.get(field) === true || signs.test(answer));
    expect([...showing].filter(([, shown]) => !shown).map(([field]) => field)).toEqual(ofOneselfInGraphql);
  });
});

describe('after it', () => {
  test('the account goes', async () => {
    const page = (await as(friend).get(`/event-participant/${life.participant}/`)).json<{ participant_url: string }>();
    const run = (await as(friend).get(`/workout/${life.own.workout}/`)).json<Record<string, string>>();
    const urls = [page.participant_url, run['static_map_url'] ?? '', life.picture.original, life.picture.feed];
    for (const url of urls) expect([url, (await fetched(url)).status]).toEqual([url, 200]);
    const { errors } = await as(gone).graphql(
      'mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }',
      { password: gone.password },
    );
    expect(errors).toEqual([]);
    // Links that were handed out before need no key, and lead nowhere now.
    for (const url of urls) expect([url, (await fetched(url)).status]).toEqual([url, 404]);
  });

  test.each(everyPath)('$row shows them to nobody: $path', async ({ row, path, stays }) => {
    for (const witness of witnesses) {
      const answer = await as(witness).get(path);
      expect(stays ? (witness === friend ? [200] : [200, 404]) : [404]).toContain(answer.status);
      expect(withoutKept(answer.text)).not.toMatch(signs);
      if (row === 'GET /workout/')
        expect((await as(witness).get(path, { Accept: contentTypes.gpx })).text).not.toMatch(signs);
    }
  });

  test('no field of GraphQL shows them to anybody', async () => {
    for (const witness of witnesses)
      for (const [field, answer] of await readAll(witness))
        expect([field, signs.exec(withoutKept(answer))?.[0]]).toEqual([field, undefined]);
  });

  test('who catches up with what has happened hears nothing of them', async () => {
    // Something of each kind that comes last.
    const last = 'the very last';
    const { post } = await record(friend, { post_body: last });
    await as(requested).post('/like/toggle/', { object_type: 'post', object_id: post });
    await say(requested, life.inbox, last);
    await as(await newPerson(service, 'Zoe', last)).post('/friendship/request/', { user_id: friend.id });
    const subscriptions = {
      feedPostAdded: 'post { body author { firstName lastName } workout { title } }',
      postChanged: 'post { body comments(first: 5) { nodes { comment user { firstName lastName } } } }',
      messageAdded: 'message { message userDeletedName user { firstName lastName } }',
      conversationChanged:
        'conversation { recipients { firstName lastName } pastUsersInvolved lastMessage { message } }',
      friendshipChanged: 'friendship { id } otherUser { firstName lastName }',
    };
    const all = makeSchema().getSubscriptionType()?.getFields() ?? {};
    expect(Object.keys(subscriptions).sort()).toEqual(Object.keys(all).sort());
    for (const [field, selection] of Object.entries(subscriptions)) {
      const query = `subscription ($after: String) { ${field}(after: $after) { cursor ${selection} } }`;
      const live = await liveFormats['graphql-sse'](friend, query, { after: before });
      await live.results.until((all) => JSON.stringify(all).includes(last), `the last ${field}`);
      live.stop();
      expect([field, signs.exec(withoutKept(JSON.stringify(live.events)))?.[0]]).toEqual([field, undefined]);
    }
  });
});
