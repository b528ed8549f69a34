/** Subscriptions deliver to each viewer only events that the viewer may see. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { isRequiredArgument } from 'graphql';
import { globalId } from '../../schema/global-id.ts';
import { executableSchema } from '../../schema/index.ts';
import { privacies } from '../../src/domain/rules/visibility.ts';
import type { Privacy } from '../../src/domain/rules/visibility.ts';
import { start, say } from '../conversations/conversation-calls.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { liveCursor, stream, TestSocket } from '../support/live.ts';
import type { Live } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { inFriendsFeed, inLists, inOpenFeeds, maySee, viewersOfAnn } from '../support/viewers.ts';
import type { Viewer } from '../support/viewers.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, viewers } = await viewersOfAnn(service);

const annId = globalId('User', ann.id);
const posts = (args: string) =>
  `subscription ($after: String) { feedPostAdded(after: $after, ${args}) { cursor post { databaseId } } }`;
/** Which of Ann's posts each viewer hears of, by what they listen to. */
const feeds: Record<string, [query: string, expectedPosts: Readonly<Record<Viewer, readonly Privacy[]>>]> = {
  'feedPostAdded FRIENDS': [posts('type: FRIENDS'), inFriendsFeed],
  'feedPostAdded PROFILE': [posts(`type: PROFILE, userId: "${annId}"`), inLists],
  'feedPostAdded LOCAL': [posts('type: LOCAL'), inOpenFeeds],
  'feedPostAdded FEATURED': [posts('type: FEATURED'), inOpenFeeds],
};

const sockets: TestSocket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.raw.close();
});
async function listen(person: Person, query: string, variables = {}): Promise<Live> {
  const socket = await new TestSocket(service.url).init({ authorization: person.authorization });
  sockets.push(socket);
  return socket.operate(query, variables);
}
/** Ids of the posts that a subscription told of. */
const delivered = (live: Live) =>
  live.events.flatMap(({ post }) => (post as { databaseId: number } | null)?.databaseId ?? []);

/**
 * Everybody has heard of all that came before: each has heard of a conversation that began last. The log has one order.
 */
async function settled(people: Person[]): Promise<void> {
  const after = await liveCursor(as(ann));
  const other = await newPerson(service, 'Zoe', `Last ${Math.random()}`);
  const received = await Promise.all(
    people.map((person) =>
      listen(person, 'subscription ($after: String) { conversationChanged(after: $after) { cursor } }', { after }),
    ),
  );
  for (const person of people) await start(other, [person]);
  await Promise.all(received.map((live) => live.first(1)));
}

describe('the posts of a feed', () => {
  test.each(Object.entries(feeds))('%s', async (_name, [query, expectedPosts]) => {
    const after = await liveCursor(as(ann));
    const live = Object.fromEntries(
      await Promise.all(
        Object.entries(viewers).map(async ([name, person]) => [name, await listen(person, query, { after })]),
      ),
    ) as Record<Viewer, Live>;
    const made = {} as Record<Privacy, number>;
    for (const privacy of privacies) made[privacy] = (await record(ann, { privacy })).post;
    await settled(Object.values(viewers));
    // Later: what was missed is judged as strictly as what is heard.
    for (const [name, person] of Object.entries(viewers)) {
      const expected = expectedPosts[name as Viewer].map((privacy) => made[privacy]);
      const late = await listen(person, query, { after });
      await Promise.all([live[name as Viewer].first(expected.length), late.first(expected.length)]);
      expect([name, delivered(live[name as Viewer])]).toEqual([name, expected]);
      expect([name, delivered(late)]).toEqual([name, expected]);
    }
  });
});

describe('the changes of a post', () => {
  const query =
    'subscription ($after: String, $id: ID) { postChanged(id: $id, after: $after) { cursor postId post { databaseId likeCount likedBy { nodes { databaseId } } } } }';

  test.each(privacies)('of a %s one are delivered to readers who see it', async (privacy) => {
    const { post } = await record(ann, { privacy });
    const id = globalId('Post', post);
    const after = await liveCursor(as(ann));
    const all = Object.fromEntries(
      await Promise.all(
        Object.entries(viewers).map(async ([name, person]) => [
          name,
          [await listen(person, query, { after, id }), await listen(person, query, { after })],
        ]),
      ),
    ) as Record<Viewer, [Live, Live]>;
    await as(ann).graphql('mutation ($id: ID!) { likePost(input: { id: $id }) { post { id } } }', { id });
    await settled(Object.values(viewers));
    for (const [name, [one, feed]] of Object.entries(all)) {
      const sees = maySee[name as Viewer].includes(privacy);
      if (sees) {
        const [event] = await one.first(1);
        expect([name, delivered(one)]).toEqual([name, [post]]);
        const nodes = name === 'blocker' ? [] : [{ databaseId: ann.id }];
        expect([name, event]).toMatchObject([name, { post: { likeCount: 1, likedBy: { nodes } } }]);
      } else expect([name, await one.refused()]).toEqual([name, 'NOT_FOUND']);
      const inFeed = inFriendsFeed[name as Viewer].includes(privacy);
      if (inFeed) await feed.first(1);
      expect([name, delivered(feed)]).toEqual([name, inFeed ? [post] : []]);
    }
  });
});

describe('messages, conversations and friendships', () => {
  const query = {
    messageAdded: 'subscription ($after: String) { messageAdded(after: $after) { cursor message { databaseId } } }',
    conversationChanged:
      'subscription ($after: String) { conversationChanged(after: $after) { cursor conversationId } }',
    friendshipChanged: 'subscription ($after: String) { friendshipChanged(after: $after) { cursor friendshipId } }',
  };
  const idsOf = (live: Live, field: string) =>
    live.events.map((event) => event[field] ?? (event['message'] as { databaseId: number }).databaseId);

  test('are delivered to their participants, and to no other user', async () => {
    const after = await liveCursor(as(ann));
    const lives = await Promise.all(
      Object.entries(query).flatMap(([field, text]) =>
        Object.entries(viewers).map(async ([name, person]) => ({
          field,
          name,
          live: await listen(person, text, { after }),
        })),
      ),
    );
    const id = await start(ann, [bob]);
    const message = await say(bob, id, 'Between us');
    const gil = await newPerson(service, 'Gil', 'Gray');
    await as(gil).post('/friendship/request/', { user_id: ann.id });
    await settled(Object.values(viewers));
    for (const { field, name, live } of lives) {
      const ids = idsOf(live, `${field.replace(/Added|Changed/, '')}Id`);
      if (field === 'messageAdded')
        expect([name, ids.includes(message)]).toEqual([name, ['owner', 'friend'].includes(name)]);
      if (field === 'conversationChanged')
        expect([name, ids.includes(globalId('Conversation', id))]).toEqual([name, ['owner', 'friend'].includes(name)]);
      if (field === 'friendshipChanged') expect([name, ids.length > 0]).toEqual([name, name === 'owner']);
    }
  });

  test('a blocking user is invisible to the blocked one', async () => {
    const [hal, ida, jon] = await Promise.all(['Hal', 'Ida', 'Jon'].map((name) => newPerson(service, name, 'Grouped')));
    if (!hal || !ida || !jon) throw new Error('three people');
    const id = await start(hal, [ida, jon]);
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [hal.id, ida.id]);
    const text =
      'subscription ($after: String) { messageAdded(after: $after) { cursor message { message user { firstName } userDeletedName } } }';
    const after = await liveCursor(as(hal));
    const lives = [await listen(ida, text, { after }), await listen(jon, text, { after })];
    await say(hal, id, 'Hello all');
    const seen = await Promise.all(lives.map((live) => live.first(1)));
    expect(seen.map(([event]) => event?.['message'])).toEqual([
      { message: 'Hello all', user: null, userDeletedName: 'Hal Grouped' },
      { message: 'Hello all', user: { firstName: 'Hal' }, userDeletedName: '' },
    ]);
  });
});

describe('changes between an event and its delivery', () => {
  test('apply: privacy, friendship, blocks', async () => {
    const kim = await newPerson(service, 'Kim', 'Keen');
    await befriend(service, kim, ann);
    const after = await liveCursor(as(kim));
    const [narrowed, kept] = [await record(ann, { privacy: 'public' }), await record(ann, { privacy: 'friends' })];
    await as(ann).graphql(
      'mutation ($id: ID!) { editWorkout(input: { id: $id, privacy: PRIVATE }) { workout { id } } }',
      {
        id: globalId('Workout', narrowed.workout),
      },
    );
    const query = posts('type: FRIENDS');
    const friend = await listen(kim, query, { after });
    await friend.first(1);
    await settled([kim]);
    expect(delivered(friend)).toEqual([kept.post]);
    await service.sql('delete from friend_edge where user_id = ? or friend_id = ?', [kim.id, kim.id]);
    await service.sql('delete from friendship where user1_id = ? or user2_id = ?', [kim.id, kim.id]);
    const later = await record(ann, { privacy: 'friends' });
    const stranger = await listen(kim, query, { after });
    await settled([kim]);
    expect([delivered(stranger), delivered(friend)]).toEqual([[], [kept.post]]);
    expect(later.post).toBeGreaterThan(kept.post);
  });
});

const subscriptions = executableSchema().getSubscriptionType()?.getFields() ?? {};
const subscriptionNames = Object.keys(subscriptions).sort();

test('the matrix contains every subscription', () => {
  expect(subscriptionNames).toEqual([
    'changes',
    'conversationChanged',
    'dataImportChanged',
    'feedPostAdded',
    'friendshipChanged',
    'messageAdded',
    'notificationAdded',
    'postChanged',
  ]);
});

test.each(subscriptionNames)('%s is refused without a key', async (name) => {
  const required =
    subscriptions[name]?.args.filter(isRequiredArgument).map((argument) => `${argument.name}: "1"`) ?? [];
  const query = `subscription { ${name}${required.length > 0 ? `(${required.join(', ')})` : ''} { cursor } }`;
  const socket = await new TestSocket(service.url).init();
  const overSocket = socket.operate(query);
  const overStream = await stream(service.url, {}, { query });
  for (const live of [overSocket, overStream]) {
    expect(await live.refused()).toBe('UNAUTHENTICATED');
    await live.ended;
    expect(live.events).toEqual([]);
  }
  socket.raw.close();
});
