/**
 * Nested fields return to each viewer only what the viewer may see. The tests read everything that the schema can
 * reach, as each user of a cast, and search the answers for words that only some users may see.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { notificationId } from '../../src/domain/notifications/kinds.ts';
import type { NotificationGroup } from '../../src/domain/notifications/kinds.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { join, newEvent, promote, sponsor } from '../events/participation.ts';
import { as, newPerson, wholeCast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { everyNode, everyRoot } from '../support/whole-schema.ts';
import { workoutBody } from '../support/workouts.ts';

const service = await testService();
const people = await wholeCast(service);
const { ann, bob, cho, dan, eve, abe } = people;
const staff = await newPerson(service, 'Sam', 'Staff');
type Name = keyof typeof people;
const everybody = Object.keys(people) as Name[];
const user = (person: Person) => globalId('User', person.id);

/** What only friends of Ann may know of her (decisions N19). */
const facts = { birth_date: '1984-02-29', weight: 61.37, location_lat: 47.123_456_7, location_lng: 8.123_456_7 };

/** All but Eve, whom Ann has blocked. */
const notBlocked = everybody.filter((name) => name !== 'eve');

/** Ann and her friends. */
const friends: Name[] = ['ann', 'bob', 'moe'];

/** Words, and who may come across them (decisions R12, R14, R20, N19). */
const words: Record<string, Name[]> = {
  'a public run of Ann': notBlocked,
  'a friends run of Ann': friends,
  'a private run of Ann': ['ann'],
  'Ann below her public run': notBlocked,
  'Ann below her friends run': friends,
  'Ann below her private run': ['ann'],
  'the route of a public run': notBlocked,
  'the route of a friends run': friends,
  'the route of a private run': ['ann'],
  'a run of Bob': everybody,
  'Ann below the run of Bob': notBlocked,
  // Lists leave it out for Ann; by its id it is there for whoever was not blocked.
  'Eve below the run of Bob': everybody,
  'what Ann and Bob talk about': ['ann', 'bob'],
  'Hello Ann': ['ann', 'una'],
  'why Ann takes part': notBlocked,
  'a sponsor of Ann': notBlocked,
  ...Object.fromEntries(Object.values(facts).map((fact) => [String(fact), friends])),
  '"latitude":47.1,"longitude":8.1': notBlocked,
  'the home of Ann': notBlocked,
  'Asia/Kathmandu': ['ann'],
  [`"${user(ann)}"`]: notBlocked,
  ...Object.fromEntries(
    everybody.flatMap((name) => [
      [people[name].email, [name]],
      [people[name].username, [name]],
    ]),
  ),
};

/** Ids of everything that was made. */
const ids: string[] = [];
const of: Partial<Record<NodeType, string>> = {};

beforeAll(async () => {
  const mutate = async (person: Person, name: string, input: Mapping, read: string): Promise<string> => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    const { data, errors } = await as(person).graphql<Record<string, Record<string, { id: string }>>>(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${read} { id } } }`,
      { input },
    );
    expect(errors).toEqual([]);
    const id = data?.[name]?.[read]?.id ?? '';
    ids.push(id);
    return id;
  };
  /** A run with its post, a comment of its runner and a route. */
  const run = async (person: Person, title: string, privacy: string, comment: string, route: string) => {
    const points = [0, 1, 2].map((i) => ({ lat: 47 + i / 1000, lng: 8, time: `2024-03-01T07:0${i}:00Z` }));
    const body = workoutBody({ title, privacy, post_body: title, points });
    const made = (await as(person).post('/workout/', body)).json<{ id: number; post: string }>();
    const workoutId = globalId('Workout', made.id);
    const postId = globalId('Post', Number(/(\d+)\/$/.exec(made.post)?.[1]));
    ids.push(workoutId, postId);
    await mutate(person, 'addComment', { postId, comment }, 'comment');
    await mutate(person, 'createRoute', { workoutId, name: route }, 'route');
    return { workoutId, postId };
  };
  for (const person of Object.values(people))
    await as(person).patch(`/profile/${person.id}/`, { location_lat: 47, location_lng: 8 });
  await as(ann).patch(`/profile/${ann.id}/`, { ...facts, location_name: 'the home of Ann' });
  await as(ann).patch(`/preferences/${ann.id}/`, { timezone: 'Asia/Kathmandu' });
  for (const privacy of ['public', 'friends', 'private']) {
    const { workoutId, postId } = await run(
      ann,
      `a ${privacy} run of Ann`,
      privacy,
      `Ann below her ${privacy} run`,
      `the route of a ${privacy} run`,
    );
    if (privacy === 'private') Object.assign(of, { Workout: workoutId, Post: postId });
  }
  const { postId } = await run(bob, 'a run of Bob', 'public', 'Bob below the run of Bob', 'the route of Bob');
  await mutate(ann, 'addComment', { postId, comment: 'Ann below the run of Bob' }, 'comment');
  await mutate(eve, 'addComment', { postId, comment: 'Eve below the run of Bob' }, 'comment');
  await mutate(ann, 'likePost', { id: postId }, 'post');
  of.Conversation = await mutate(
    ann,
    'startConversation',
    { message: 'what Ann and Bob talk about', recipientIds: [user(bob)] },
    'conversation',
  );
  await mutate(
    bob,
    'startConversation',
    { message: 'what all talk about', recipientIds: [ann, cho, dan, eve].map(user) },
    'conversation',
  );
  await promote(service, staff);
  await service.sql('update users set is_featured = true where id = ?', [ann.id]);
  const event = await newEvent(staff, { endDate: '2099-01-01T00:00:00' });
  of.Event = globalId('Event', event);
  for (const person of [ann, bob, eve]) {
    const participant = await join(person, event, person === ann ? { description: 'why Ann takes part' } : {});
    await sponsor(staff, person, participant, 1, person === ann ? 'a sponsor of Ann' : 'a sponsor');
    of.EventParticipant ??= globalId('EventParticipant', participant);
  }
  const all = await service.sql(
    `select 'Friendship' as type, id from friendship union all select 'Message', id from message
     union all select 'EventParticipant', id from event_participant union all select 'ApiKey', id from api_key
     union all select 'Comment', id from comment`,
  );
  for (const { type, id } of all as { type: NodeType; id: number }[]) ids.push(globalId(type, Number(id)));
  const notified = await service.sql('select distinct kind, subject_id as "subjectId" from notification');
  for (const { kind, subjectId } of notified as unknown as NotificationGroup[])
    ids.push(globalId('Notification', notificationId({ kind, subjectId: Number(subjectId) })));
  const [requested] = await service.sql('select id from friendship where user1_id = ?', [dan.id]);
  words[`"${globalId('Friendship', Number(requested?.['id']))}"`] = ['ann', 'dan'];
  const [waiting] = await service.sql('select id from friendship where user2_id = ?', [abe.id]);
  words[`"${globalId('Friendship', Number(waiting?.['id']))}"`] = ['ann', 'abe'];
  const [comment] = await service.sql("select id from comment where comment = 'Ann below her private run'");
  of.Comment = globalId('Comment', Number(comment?.['id']));
  const [route] = await service.sql("select id from route where name = 'the route of a private run'");
  of.Route = globalId('Route', Number(route?.['id']));
  of.Friendship = globalId('Friendship', Number(requested?.['id']));
  for (const { id } of (await service.sql('select id from users')) as { id: number }[])
    for (const type of ['User', 'Profile', 'Preferences', 'Stats'] as const) ids.push(globalId(type, Number(id)));
});

/** Everything that can be read of what was made. */
const documents = () => [...everyRoot(argumentsOf()), ...everyNode(ids)];

const argumentsOf = (): Record<string, string[]> => ({
  user: [`id: "${user(ann)}"`, `id: "${user(bob)}"`],
  workout: [`id: "${of.Workout}"`],
  post: [`id: "${of.Post}"`],
  comments: [`postId: "${of.Post}"`],
  conversation: [`id: "${of.Conversation}"`],
  event: [`id: "${of.Event}"`],
  eventParticipant: [`id: "${of.EventParticipant}"`],
  route: [`id: "${of.Route}"`],
  friendship: [`id: "${of.Friendship}"`],
  friendshipWith: [`userId: "${user(ann)}", ofId: "${user(bob)}"`],
  users: [ann, bob].map((person) => `friendsWith: "${user(person)}"`),
  friendships: ['', ...[ann, bob, dan].map((person) => `userId: "${user(person)}"`)],
  searchUsers: ['q: "Ann"', 'q: "Archer"', 'q: "Eve"'],
  searchFriends: ['q: "Ann"', `q: "Ann", userId: "${user(bob)}"`],
  explainVisibility: [`id: "${user(ann)}"`],
  searchMessages: ['query: "talk"', `query: "talk", conversationId: "${of.Conversation}"`],
  searchRoutes: ['latitude: 47, longitude: 8'],
  routes: ['', ...[ann, bob].map((person) => `userId: "${user(person)}"`)],
  workouts: ['', ...[ann, bob].map((person) => `userId: "${user(person)}"`)],
  conversations: ['', 'placement: ARCHIVED'],
  eventParticipants: ['', `userId: "${user(ann)}"`],
  feed: ['FRIENDS', 'LOCAL', 'FEATURED']
    .map((type) => `type: ${type}`)
    .concat([ann, bob].map((person) => `type: PROFILE, userId: "${user(person)}"`)),
});

describe('objects that can be reached', () => {
  test.each(everybody)('include what %s may see, and nothing else', async (name) => {
    const found = new Map<string, string>();
    for (const [document, variables] of documents()) {
      const { data, errors } = await as(people[name]).graphql(document, variables);
      const refused = /^\W*(query\W+)?(moderation|explainVisibility)/.test(document) ? ['NOT_STAFF'] : [];
      const codes = errors.map(({ extensions }) => extensions.code);
      expect([document.slice(0, 80), codes]).toEqual([document.slice(0, 80), refused]);
      const text = JSON.stringify(data);
      for (const word of Object.keys(words))
        if (text.includes(word) && !found.has(word)) found.set(word, document.slice(0, 80));
    }
    for (const [word, seenBy] of Object.entries(words))
      expect([word, found.get(word) ?? null]).toEqual([word, seenBy.includes(name) ? expect.any(String) : null]);
  });

  test('are counted for each viewer as far as they are visible', async () => {
    const document = `query ($bob: ID!, $ann: ID!) {
      feed(type: PROFILE, userId: $bob) { nodes { workout { title } comments { totalCount nodes { id } } likedBy { totalCount nodes { id } } } }
      ann: user(id: $ann) { workouts { totalCount nodes { id } } participations { totalCount nodes { id } } }
      event: events { nodes { participants { totalCount nodes { id } } } } friends: user(id: $bob) { friends { totalCount nodes { id } } }
      workouts(userId: $ann) { totalCount nodes { id } } searchUsers(q: "Ann") { totalCount nodes { id } }
      friendships(userId: $bob) { totalCount nodes { id } } }`;
    let counted = 0;
    const check = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return;
      const { totalCount, nodes } = value as { totalCount?: number; nodes?: unknown[] };
      if (totalCount !== undefined) {
        expect(totalCount).toBe(nodes?.length);
        counted += totalCount;
      }
      for (const part of Object.values(value)) check(part);
    };
    for (const person of Object.values(people)) {
      const { data, errors } = await as(person).graphql(document, { bob: user(bob), ann: user(ann) });
      expect(errors).toEqual([]);
      check(data);
    }
    expect(counted).toBeGreaterThan(0);
  });

  test('show private figures to their owner only', async () => {
    await as(bob).post('/message/', {
      conversation_id: Number(
        Buffer.from(of.Conversation ?? '', 'base64url')
          .toString()
          .split(':')[1],
      ),
      message: 'New',
    });
    for (const name of ['ann', 'bob', 'cho'] as const) {
      const { data } = await as(people[name]).graphql<{ user: Mapping }>(
        'query ($id: ID!) { user(id: $id) { email username unreadMessages pendingFriendRequests } }',
        { id: user(ann) },
      );
      expect(data?.user).toEqual(
        name === 'ann'
          ? { email: ann.email, username: ann.username, unreadMessages: 3, pendingFriendRequests: 1 }
          : { email: null, username: null, unreadMessages: null, pendingFriendRequests: null },
      );
    }
  });
});
