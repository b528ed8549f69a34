/** The query and subscription `changes`: their pages, cursors and resets, and what is told of whom. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

const fields = `cursor hasMore reset changes { __typename
  ... on PostChanged { postId post { body author { firstName } comments { nodes { comment } } } }
  ... on MessageAdded { message { message conversation { unreadMessages } } }
  ... on ConversationChanged { conversationId left messagesChanged }
  ... on FriendshipChanged { friendshipId isInFeed otherUserId friendship { status } }
  ... on NotificationAdded { notification { kind isRead } }
  ... on UserChanged { userId user { firstName } } }`;
const query = `query ($after: String) { changes(after: $after) { ${fields} } }`;

type Change = Record<string, unknown> & { __typename: string };
interface Page {
  cursor: string;
  hasMore: boolean;
  reset: boolean;
  changes: Change[];
}

async function changes(person: Person, after: string | null): Promise<Page> {
  const { data, errors } = await as(person).graphql<{ changes: Page }>(query, { after });
  expect(errors).toEqual([]);
  return (data as { changes: Page }).changes;
}
const now = async (person: Person) => (await changes(person, null)).cursor;
const mutate = (person: Person, text: string) => as(person).graphql(`mutation { ${text} { __typename } }`);
const posts = (count: number, author: Person, privacy = 'friends') =>
  service.sql(
    `insert into post (author_id, body, privacy) select ?, 'post ' || i, ? from generate_series(1, ${count}) i`,
    [author.id, privacy],
  );

describe('cursors', () => {
  test('without one, everything is to be read, and nothing after the returned one is missed', async () => {
    const first = await changes(bob, null);
    expect(first).toEqual({ cursor: expect.any(String), hasMore: false, reset: true, changes: [] });
    expect(await changes(bob, first.cursor)).toEqual({ ...first, reset: false });
    const { post } = await record(ann);
    expect((await changes(bob, first.cursor)).changes).toMatchObject([
      { __typename: 'PostChanged', postId: globalId('Post', post) },
    ]);
  });

  test('of another log and of deleted events lead to a reset', async () => {
    const other = Buffer.from('00000000:1').toString('base64url');
    expect(await changes(bob, other)).toMatchObject({ reset: true, changes: [] });
    const person = await newPerson(service, 'Old', 'Cursor');
    const after = await now(person);
    await record(person);
    const { cursor } = await changes(person, after);
    await service.sql('update live_log set pruned_seq = last_seq');
    const anew = await changes(person, after);
    expect(anew).toMatchObject({ reset: true, changes: [] });
    expect(anew.cursor).toBe(cursor);
    expect(await changes(person, anew.cursor)).toMatchObject({ reset: false });
  });

  test('that are none are refused', async () => {
    const { errors } = await as(bob).graphql(query, { after: 'never' });
    expect(errors[0]?.extensions.code).toBe('INVALID');
  });
});

describe('pages', () => {
  test('have at most 100 objects, each once, and take the same number of statements', async () => {
    const taken: number[] = [];
    for (const count of [1, 130]) {
      let after: string | null = await now(bob);
      await posts(count, ann);
      await service.sql(`update post set body = body || '!' where author_id = ? and body like 'post %'`, [ann.id]);
      const seen: unknown[] = [];
      for (let hasMore = true; hasMore;) {
        let page = {} as Page;
        const statements = await countStatements(service, async () => {
          page = await changes(bob, after);
        });
        if (seen.length === 0) taken.push(statements.length);
        expect(page.changes.length).toBeLessThanOrEqual(100);
        seen.push(...page.changes.map(({ postId }) => postId));
        ({ cursor: after, hasMore } = page);
      }
      expect(new Set(seen).size).toBe(count);
      await service.sql(`delete from post where author_id = ? and body like 'post %'`, [ann.id]);
      const gone = await changes(bob, after);
      expect(gone.changes[0]).toMatchObject({ __typename: 'PostChanged', post: null });
    }
    expect(taken[1]).toBeLessThanOrEqual(taken[0] ?? 0);
  });

  test('of more than 100 posts that a block or mute concerns are a reset', async () => {
    const zoe = await newPerson(service, 'Zoe', 'Commenting');
    await posts(101, ann);
    await service.sql(
      `insert into comment (post_id, user_id, comment) select id, ?, 'Fine' from post where author_id = ? and body like 'post %'`,
      [zoe.id, ann.id],
    );
    const after = await now(bob);
    await mutate(bob, `mutePerson(input: { userId: "${globalId('User', zoe.id)}" })`);
    expect(await changes(bob, after)).toMatchObject({ reset: true, changes: [] });
    await service.sql(`delete from comment where user_id = ?`, [zoe.id]);
    await service.sql(`delete from post where author_id = ? and body like 'post %'`, [ann.id]);
  });
});

describe('what is told', () => {
  test('nothing of strangers, and no tombstone of what one could not see', async () => {
    const [bobs, chos] = [await now(bob), await now(cho)];
    const { post } = await record(cho, { privacy: 'public' });
    await mutate(cho, `deletePost(input: { id: "${globalId('Post', post)}" })`);
    const secret = await record(ann, { privacy: 'private' });
    await mutate(ann, `deletePost(input: { id: "${globalId('Post', secret.post)}" })`);
    await start(ann, [cho], 'Between us');
    expect((await changes(bob, bobs)).changes).toEqual([]);
    expect((await changes(cho, chos)).changes.map(({ __typename }) => __typename).sort()).toEqual([
      'MessageAdded',
      'NotificationAdded',
      'PostChanged',
    ]);
  });

  test('a mute to who has muted only: the posts and comments leave', async () => {
    const eve = await newPerson(service, 'Eve', 'Muted');
    const friendship = await befriend(service, eve, bob);
    const { post } = await record(ann);
    await mutate(eve, `addComment(input: { postId: "${globalId('Post', post)}", comment: "Hm" })`);
    const [bobs, eves] = [await now(bob), await now(eve)];
    await mutate(bob, `mutePerson(input: { userId: "${globalId('User', eve.id)}" })`);
    expect((await changes(eve, eves)).changes).toEqual([]);
    const { changes: found } = await changes(bob, bobs);
    const left = { postId: globalId('Post', post), post: expect.objectContaining({ comments: { nodes: [] } }) };
    const ofFriendship = { friendshipId: globalId('Friendship', friendship), isInFeed: false };
    const own = { __typename: 'UserChanged', userId: globalId('User', bob.id) };
    for (const change of [left, ofFriendship, own]) expect(found).toContainEqual(expect.objectContaining(change));
    expect(found).toHaveLength(3);
  });

  test('a name to friends, a preference to oneself, and what was read', async () => {
    const [anns, bobs] = [await now(ann), await now(bob)];
    await mutate(ann, 'updateUser(input: { firstName: "Anna" })');
    await mutate(ann, 'updatePreferences(input: { distance: KILOMETERS })');
    const named = { __typename: 'UserChanged', userId: globalId('User', ann.id), user: { firstName: 'Anna' } };
    expect([(await changes(ann, anns)).changes, (await changes(bob, bobs)).changes]).toEqual([[named], [named]]);
    const after = (await changes(bob, bobs)).cursor;
    await mutate(ann, 'updatePreferences(input: { distance: MILES })');
    expect((await changes(bob, after)).changes).toEqual([]);

    const { post } = await record(bob);
    await mutate(ann, `likePost(input: { id: "${globalId('Post', post)}" })`);
    const liked = await now(bob);
    await mutate(bob, 'markNotificationsRead(input: {})');
    expect((await changes(bob, liked)).changes).toContainEqual({
      __typename: 'NotificationAdded',
      notification: { kind: 'POST_LIKE', isRead: true },
    });
  });

  test('a deleted account ends its friendships and leaves its conversations', async () => {
    const fay = await newPerson(service, 'Fay', 'Leaving');
    const friendship = await befriend(service, fay, bob);
    const talk = await start(fay, [bob], 'Farewell');
    const after = await now(bob);
    await as(fay).graphql(`mutation { deleteAccount(input: { password: "${fay.password}" }) { __typename } }`);
    const { changes: found } = await changes(bob, after);
    expect(found).toContainEqual({
      __typename: 'FriendshipChanged',
      friendshipId: globalId('Friendship', friendship),
      isInFeed: false,
      otherUserId: null,
      friendship: null,
    });
    expect(found).toContainEqual({
      __typename: 'ConversationChanged',
      conversationId: globalId('Conversation', talk),
      left: false,
      messagesChanged: true,
    });
  });
});

test('a subscription goes on after the cursor of a query, with what was missed first', async () => {
  const talk = await start(ann, [bob], 'Hello');
  const after = await now(bob);
  await say(ann, talk, 'missed');
  const { post } = await record(ann);
  const socket = await new TestSocket(service.url).init({ authorization: bob.authorization });
  const live = socket.operate(`subscription ($after: String) { changes(after: $after) { ${fields} } }`, { after });
  const [missed] = (await live.first(1)) as unknown as Page[];
  expect(missed?.changes).toEqual((await changes(bob, after)).changes);
  expect(missed?.changes).toContainEqual(expect.objectContaining({ postId: globalId('Post', post) }));
  await mutate(ann, `editPost(input: { id: "${globalId('Post', post)}", body: "Edited" })`);
  const [, next] = (await live.first(2)) as unknown as Page[];
  expect(next).toMatchObject({ reset: false, hasMore: false, changes: [{ post: { body: 'Edited' } }] });
  expect(await changes(bob, next?.cursor ?? '')).toMatchObject({ changes: [], cursor: next?.cursor });
  socket.raw.close();
});
