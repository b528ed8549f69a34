/** Each subscription delivers the right events over each protocol, and can be resumed after a cursor. */
import { describe, expect, test } from '@jest/globals';
import { sparing } from '../../src/domain/rules/capacity.ts';
import { globalId } from '../../schema/global-id.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { requestFriendship, befriended } from '../friendships/friendship-calls.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { liveCursor, liveFormats } from '../support/live.ts';
import type { Live } from '../support/live.ts';
import { holdStatements } from '../support/held-statements.ts';
import { until } from '../mail/patience.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

const messageAdded = `subscription ($conversationId: ID, $after: String) {
  messageAdded(conversationId: $conversationId, after: $after) { cursor message { databaseId message user { firstName } conversation { databaseId } } }
}`;
const feedPostAdded = `subscription ($type: FeedType!, $userId: ID, $after: String) {
  feedPostAdded(type: $type, userId: $userId, after: $after) { cursor post { databaseId body author { firstName } } }
}`;
const conversationChanged = `subscription ($after: String) {
  conversationChanged(after: $after) { cursor conversationId left conversation { placement unreadMessages lastMessage { message } } }
}`;
const friendshipChanged = `subscription ($after: String) {
  friendshipChanged(after: $after) { cursor friendshipId friendship { status } otherUserId otherUser { firstName } }
}`;
const postChanged = `subscription ($id: ID, $after: String) {
  postChanged(id: $id, after: $after) { cursor postId post { body commentCount likers viewerLikes } }
}`;

describe.each(Object.entries(liveFormats))('over %s', (_format, subscribe) => {
  /** Subscribes to what happens from now on. */
  const receive = async (person: Person, query: string, variables = {}): Promise<Live> =>
    subscribe(person, query, { after: await liveCursor(as(person)), ...variables });

  test('messageAdded delivers messages of all conversations, or of one', async () => {
    const [one, other] = [await start(ann, [bob]), await start(ann, [bob, cho])];
    const all = await receive(bob, messageAdded);
    const some = await receive(bob, messageAdded, { conversationId: globalId('Conversation', other) });
    const first = await say(ann, one, 'First');
    const second = await say(cho, other, 'Second');
    expect(await all.first(2)).toMatchObject([
      {
        message: { databaseId: first, message: 'First', user: { firstName: 'Ann' }, conversation: { databaseId: one } },
      },
      { message: { databaseId: second, message: 'Second', user: { firstName: 'Cho' } } },
    ]);
    expect(await some.first(1)).toMatchObject([{ message: { databaseId: second } }]);
    all.stop();
    some.stop();
  });

  test('feedPostAdded delivers posts of friends, a profile, featured users and the local feed', async () => {
    await service.sql('update users set is_featured = true where id = ?', [ann.id]);
    for (const person of [ann, bob])
      await as(person).patch(`/profile/${person.id}/`, { location_lat: 47, location_lng: 8 });
    const feeds: Record<string, Live> = {};
    for (const type of ['FRIENDS', 'LOCAL', 'FEATURED', 'PROFILE'])
      feeds[type] = await receive(bob, feedPostAdded, {
        type,
        ...(type === 'PROFILE' ? { userId: globalId('User', ann.id) } : {}),
      });
    const closed = await record(ann, { post_body: 'For friends', privacy: 'friends' });
    const open = await record(ann, { post_body: 'For all', privacy: 'public' });
    const ids = {
      FRIENDS: [closed.post, open.post],
      PROFILE: [closed.post, open.post],
      LOCAL: [open.post],
      FEATURED: [open.post],
    };
    for (const [type, expected] of Object.entries(ids)) {
      const events = await feeds[type]?.first(expected.length);
      expect([type, events?.map(({ post }) => (post as { databaseId: number }).databaseId)]).toEqual([type, expected]);
      feeds[type]?.stop();
    }
  });

  test('conversationChanged delivers changes that an inbox shows', async () => {
    const id = await start(ann, [bob]);
    const live = await receive(bob, conversationChanged);
    await say(ann, id, 'News');
    await live.results.until(() =>
      live.events.some(({ conversation }) => (conversation as { unreadMessages: number } | null)?.unreadMessages === 2),
    );
    expect(live.events.at(-1)).toMatchObject({
      conversationId: globalId('Conversation', id),
      left: false,
      conversation: { lastMessage: { message: 'News' } },
    });
    await as(bob).graphql('mutation ($id: ID!) { archiveConversation(input: { id: $id }) { conversation { id } } }', {
      id: globalId('Conversation', id),
    });
    await live.results.until(() =>
      live.events.some(({ conversation }) => (conversation as { placement: string } | null)?.placement === 'ARCHIVED'),
    );
    live.stop();
  });

  test('friendshipChanged delivers requests, acceptances and ends to both users', async () => {
    const [eve, fay] = [await newPerson(service, 'Eve', _format), await newPerson(service, 'Fay', _format)];
    const [one, other] = [await receive(eve, friendshipChanged), await receive(fay, friendshipChanged)];
    // An event shows the friendship as it is when it is delivered: one after the other.
    const bothReceive = (count: number) => Promise.all([one.first(count), other.first(count)]);
    const { id } = await requestFriendship(eve, fay);
    await bothReceive(1);
    await requestFriendship(fay, eve);
    await bothReceive(2);
    await as(fay).delete(`/friendship/${id}/`);
    for (const [live, friend] of [
      [one, fay],
      [other, eve],
    ] as const) {
      const events = await live.first(3);
      expect(events.map(({ friendship }) => (friendship as { status: string } | null)?.status)).toEqual([
        'PENDING',
        'ACCEPTED',
        undefined,
      ]);
      expect(events[0]).toMatchObject({
        friendshipId: globalId('Friendship', id),
        otherUserId: globalId('User', friend.id),
        otherUser: { firstName: friend.firstName },
      });
      live.stop();
    }
  });

  test('postChanged delivers likes, comments and deletions', async () => {
    const { post } = await record(ann, { post_body: 'To like' });
    const id = globalId('Post', post);
    const live = await receive(bob, postChanged, { id });
    await as(bob).graphql('mutation ($id: ID!) { likePost(input: { id: $id }) { post { id } } }', { id });
    await live.results.until(() =>
      live.events.some(({ post }) => (post as { viewerLikes: boolean } | null)?.viewerLikes),
    );
    await as(ann).graphql(
      'mutation ($id: ID!) { addComment(input: { postId: $id, comment: "Thanks" }) { comment { id } } }',
      { id },
    );
    await live.results.until(() =>
      live.events.some(({ post }) => (post as { commentCount: number } | null)?.commentCount === 1),
    );
    await as(ann).delete(`/post/${post}/`);
    await live.results.until(() => live.events.some(({ post, postId }) => post === null && postId === id));
    live.stop();
  });

  test('after a cursor, missed events and then new ones are delivered in order, each once', async () => {
    const id = await start(ann, [bob]);
    const after = await liveCursor(as(bob));
    for (let i = 0; i < 5; i++) await say(ann, id, `Missed ${i}`);
    const live = await subscribe(bob, messageAdded, { after });
    await live.first(3);
    for (let i = 0; i < 5; i++) await say(ann, id, `Live ${i}`);
    const events = await live.first(10);
    const texts = [...Array(5).keys()].map((i) => `Missed ${i}`).concat([...Array(5).keys()].map((i) => `Live ${i}`));
    const textsOf = (of: typeof events) => of.map(({ message }) => (message as { message: string }).message);
    expect(textsOf(events)).toEqual(texts);
    live.stop();
    // From the middle: nothing twice, nothing left out.
    const again = await subscribe(bob, messageAdded, { after: events[6]?.cursor });
    expect(textsOf(await again.first(3))).toEqual(texts.slice(7));
    again.stop();
  });

  test('a refused subscription states the reason', async () => {
    const id = await start(ann, [bob]);
    const codes: [string, Record<string, unknown>, string][] = [
      [messageAdded, { conversationId: globalId('Conversation', id) }, 'NOT_FOUND'],
      [messageAdded, { conversationId: globalId('User', 1) }, 'INVALID'],
      [messageAdded, { after: 'nonsense' }, 'INVALID'],
      [postChanged, { id: globalId('Post', 999_999) }, 'NOT_FOUND'],
      [feedPostAdded, { type: 'PROFILE', userId: globalId('User', 999_999) }, 'NOT_FOUND'],
      ['subscription { nothing { id } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription {', {}, 'GRAPHQL_PARSE_FAILED'],
    ];
    for (const [query, variables, code] of codes) {
      const live = await subscribe(cho, query, variables);
      expect([query, await live.refused()]).toEqual([query, code]);
      await live.ended;
      live.stop();
    }
  });

  test('an expired cursor is refused with the advice to fetch again', async () => {
    const id = await start(ann, [bob]);
    const after = await liveCursor(as(bob));
    await say(ann, id, 'Soon forgotten');
    // A later reader has everything; then the log is cut off.
    const live = await subscribe(bob, messageAdded, { after });
    const [{ cursor } = { cursor: '' }] = await live.first(1);
    live.stop();
    await service.sql('update live_log set pruned_seq = last_seq');
    const late = await subscribe(bob, messageAdded, { after });
    expect(await late.refused()).toBe('CURSOR_EXPIRED');
    late.stop();
    const fine = await subscribe(bob, messageAdded, { after: cursor });
    await say(ann, id, 'Kept');
    expect(await fine.first(1)).toMatchObject([{ message: { message: 'Kept' } }]);
    fine.stop();
  });
});

test('friends made over REST are friends in events', async () => {
  const gus = await newPerson(service, 'Gus', 'Green');
  const live = await liveFormats['graphql-ws'](gus, friendshipChanged, { after: await liveCursor(as(gus)) });
  await befriended(gus, cho);
  const events = await live.first(2);
  // An event shows the friendship as it is when it is delivered: the first may come after both.
  expect(events.map(({ friendship }) => (friendship as { status: string } | null)?.status)).toEqual([
    expect.stringMatching('PENDING|ACCEPTED'),
    'ACCEPTED',
  ]);
  live.stop();
});

test('the same document of one reader is executed once for each event, however many subscriptions it has', async () => {
  const { post } = await record(ann);
  const query = `subscription ($id: ID, $after: String) {
    postChanged(id: $id, after: $after) { postId post { viewerLikes author { stats { totalDistanceInMeters } } } } }`;
  const statementsFor = async (count: number): Promise<string[]> => {
    const after = await liveCursor(as(bob));
    const lives = await Promise.all(
      Array.from({ length: count }, () => liveFormats['graphql-ws'](bob, query, { id: globalId('Post', post), after })),
    );
    // What they may have missed is read before what happens now.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const names = await countStatements(service, async () => {
      await as(ann).post('/comment/', { post_id: post, comment: 'Well done' });
      await Promise.all(lives.map((live) => live.first(1)));
    });
    for (const live of lives) live.stop();
    return names;
  };
  const once = await statementsFor(1);
  expect(once.filter((name) => name.startsWith('stats'))).toHaveLength(1);
  expect(await statementsFor(6)).toEqual(once);
});

test('expensive selections wait for their turn, as many of each reader at the same time as leave a processor free', async () => {
  const { post } = await record(ann);
  const after = await liveCursor(as(bob));
  const documentOf = (n: number) => `subscription ($id: ID, $after: String) { postChanged(id: $id, after: $after) {
    postId post { author { friends(first: 1000) { nodes { a${n}: id b: id c: id d: id e: id } } } } } }`;
  const lives = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      liveFormats['graphql-ws'](bob, documentOf(n), { id: globalId('Post', post), after }),
    ),
  );
  const held = holdStatements(service, /friends/);
  await as(ann).post('/comment/', { post_id: post, comment: 'Well done' });
  await until(() => held.waiting() === sparing, 'the first selections to be executed');
  // What else the reader and others ask is answered meanwhile.
  for (const person of [bob, cho]) expect((await as(person).get('/me/')).status).toBe(200);
  expect(held.waiting()).toBe(sparing);
  held.release();
  for (const live of lives) {
    await live.first(1);
    live.stop();
  }
});
