/** Notifications over GraphQL: each kind, groups, pages, reading, preferences, and live events. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { sweepNotifications } from '../../src/domain/notifications/sweep-notifications.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { join, newEvent, promise, promote } from '../events/participation.ts';
import { comment } from '../feed/commenting.ts';
import { befriended, requestFriendship } from '../friendships/friendship-calls.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor, liveFormats } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import {
  change,
  inShort,
  likeComment,
  likePost,
  markRead,
  notificationFields,
  notified,
  pageOf,
  unwant,
} from './notified.ts';

const service = await testService();
let number = 0;
/** New accounts with these first names. */
const people = (...names: string[]): Promise<Person[]> => {
  number += 1;
  return Promise.all(names.map((name) => newPerson(service, name, `Notified ${number}`)));
};
type Four = [Person, Person, Person, Person];
const four = () => people('Ann', 'Bo', 'Cho', 'Dan') as Promise<Four>;

describe('each kind', () => {
  test('FRIEND_REQUEST and FRIEND_ACCEPTED', async () => {
    const [ann, bo] = await four();
    const { id } = await requestFriendship(bo, ann);
    const request = { kind: 'FRIEND_REQUEST', subject: id, item: id, actors: [bo.id], count: 1, isRead: false };
    expect(await notified(ann)).toEqual([request]);
    await as(ann).post('/friendship/accept/', { friendship_id: id });
    // Accepting a request marks its notification as read.
    expect(await notified(ann)).toEqual([{ ...request, isRead: true }]);
    expect(await notified(bo)).toEqual([{ ...request, kind: 'FRIEND_ACCEPTED', actors: [ann.id] }]);
    await as(bo).delete(`/friendship/${id}/`);
    expect([await notified(ann), await notified(bo)]).toEqual([[], []]);
  });

  test('POST_LIKE and COMMENT_LIKE, of each person once', async () => {
    const [ann, bo, cho, dan] = await four();
    const { post } = await record(ann);
    const mine = await comment(bo, post, 'Fine');
    await markRead(ann);
    for (const person of [bo, ann, cho, bo]) await likePost(person, post);
    await likeComment(dan, mine);
    const [liked] = await notified(ann);
    expect(liked).toMatchObject({ kind: 'POST_LIKE', subject: post, actors: [cho.id, bo.id], count: 2 });
    const [onComment] = await notified(bo);
    expect(onComment).toMatchObject({ kind: 'COMMENT_LIKE', item: mine, actors: [dan.id], count: 1 });
    // A withdrawn like disappears. When it is given again, the notification returns and is still read.
    await markRead(ann);
    await likePost(bo, post, 'unlikePost');
    expect((await notified(ann))[0]).toMatchObject({ actors: [cho.id], count: 1 });
    await likePost(bo, post);
    expect((await notified(ann))[0]).toMatchObject({ actors: [cho.id, bo.id], isRead: true });
  });

  test('COMMENT and COMMENT_AFTER_MINE', async () => {
    const [ann, bo, cho, dan] = await four();
    const { post } = await record(ann);
    await comment(bo, post, 'One');
    await comment(cho, post, 'Two');
    const last = await comment(dan, post, 'Three');
    const after = { subject: post, item: last, isRead: false };
    expect(await notified(ann)).toEqual([{ kind: 'COMMENT', ...after, actors: [dan.id, cho.id, bo.id], count: 3 }]);
    expect(await notified(bo)).toEqual([{ kind: 'COMMENT_AFTER_MINE', ...after, actors: [dan.id, cho.id], count: 2 }]);
    const answer = await comment(ann, post, 'Thanks');
    expect((await notified(dan))[0]).toMatchObject({ kind: 'COMMENT_AFTER_MINE', item: answer, actors: [ann.id] });
    await as(dan).delete(`/comment/${last}/`);
    expect((await notified(ann))[0]).toMatchObject({ actors: [cho.id, bo.id], count: 2 });
  });

  test('MESSAGE, which reading the conversation marks as read', async () => {
    const [ann, bo, cho] = await four();
    const id = await start(bo, [ann, cho]);
    const second = await say(cho, id, 'Second');
    const expected = { kind: 'MESSAGE', subject: id, item: second, actors: [cho.id, bo.id], count: 2, isRead: false };
    expect(await notified(ann)).toEqual([expected]);
    await as(ann).post(`/conversation/${id}/read/`, { last_message_id: second });
    expect(await notified(ann)).toEqual([{ ...expected, isRead: true }]);
    const third = await say(bo, id, 'Third');
    expect(await notified(ann)).toEqual([{ ...expected, item: third, actors: [bo.id, cho.id] }]);
  });

  test('MESSAGE among many people, once until it is read', async () => {
    const [ann, bo] = await four();
    const many = await people(...Array.from({ length: 20 }, (_, i) => `Many${i}`));
    const id = await start(bo, [ann, ...many], 'First');
    const [first] = await notified(ann);
    const second = await say(bo, id, 'Second');
    expect(await notified(ann)).toEqual([first]);
    await as(ann).post(`/conversation/${id}/read/`, { last_message_id: second });
    const third = await say(bo, id, 'Third');
    expect(await notified(ann)).toEqual([{ ...first, item: third }]);
    await say(bo, id, 'Fourth');
    await change(bo, 'deleteMessage', 'Message', third, 'message { id }');
    expect(await notified(ann)).toMatchObject([{ kind: 'MESSAGE', count: 1, isRead: false }]);
  });

  test('SPONSOR', async () => {
    const [ann, bo, cho] = await four();
    await promote(service, cho);
    const part = await join(ann, await newEvent(cho, { startDate: '2024-01-01', endDate: '2040-01-01' }));
    const id = await promise(bo, part, 1);
    expect(await notified(ann)).toMatchObject([{ kind: 'SPONSOR', subject: part, actors: [bo.id], count: 1 }]);
    await as(ann).graphql('mutation ($id: ID!) { removeSponsor(input: { id: $id }) { participant { id } } }', { id });
    expect(await notified(ann)).toEqual([]);
    await promise(bo, part, 2);
    expect(await notified(ann)).toMatchObject([{ kind: 'SPONSOR', subject: part, actors: [bo.id], isRead: false }]);
  });
});

describe('the list', () => {
  test('names three people and counts all, and is one notification that keeps its id', async () => {
    const [ann, ...others] = await people('Ann', 'Bo', 'Cho', 'Dan', 'Eli', 'Fay');
    const { post } = await record(ann as Person);
    const ids = new Set<string | undefined>();
    for (const person of others) {
      await likePost(person, post);
      ids.add((await pageOf(ann as Person)).ids[0]);
    }
    expect(ids.size).toBe(1);
    const actors = others
      .map(({ id }) => id)
      .reverse()
      .slice(0, 3);
    expect(await notified(ann as Person)).toMatchObject([{ actors, count: 5 }]);
    const { data } = await as(ann as Person).graphql(
      'query ($id: ID!) { node(id: $id) { ... on Notification { kind actorCount post { databaseId } } } }',
      { id: [...ids][0] },
    );
    expect(data).toEqual({ node: { kind: 'POST_LIKE', actorCount: 5, post: { databaseId: post } } });
    // Other users have no notification with this id.
    const { data: ofOther } = await as(others[0] as Person).graphql('query ($id: ID!) { node(id: $id) { id } }', {
      id: [...ids][0],
    });
    expect(ofOther).toEqual({ node: null });
  });

  test('has pages in both directions, newest first, and those that are unread alone', async () => {
    const [ann, bo] = await four();
    const posts: number[] = [];
    for (let i = 0; i < 5; i++) posts.unshift((await record(ann)).post);
    for (const post of posts.toReversed()) await likePost(bo, post);
    const subjects = async (args: string) => (await pageOf(ann, args)).nodes.map(({ subject }) => subject);
    const all = await pageOf(ann);
    expect(all.nodes.map(({ subject }) => subject)).toEqual(posts);
    expect([all.totalCount, all.unread]).toEqual([5, 5]);
    const [, second, third] = all.cursors;
    expect(await subjects(`first: 2, after: "${second}"`)).toEqual(posts.slice(2, 4));
    expect(await subjects('last: 2')).toEqual(posts.slice(3));
    expect(await subjects(`last: 1, before: "${third}"`)).toEqual([posts[1]]);
    expect((await pageOf(ann, 'first: 2')).pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(await markRead(ann, { ids: all.ids.slice(0, 1) })).toBe(4);
    expect(await markRead(ann, { upTo: third })).toBe(1);
    expect(await subjects('first: 5, unreadOnly: true')).toEqual([posts[1]]);
    expect((await pageOf(ann, 'first: 0, unreadOnly: true')).totalCount).toBe(1);
    expect(await markRead(ann)).toBe(0);
    expect((await pageOf(ann)).nodes.every(({ isRead }) => isRead)).toBe(true);
  });

  test('refuses what is not valid, and ignores what is gone', async () => {
    const [ann] = await four();
    const mark = (input: Mapping) =>
      as(ann).graphql(
        'mutation ($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) { notifications { id } } }',
        { input },
      );
    const codeOf = async (input: Mapping) => (await mark(input)).errors[0]?.extensions.code;
    expect(await codeOf({ ids: [globalId('Post', 1)] })).toBe('NOT_FOUND');
    expect(await codeOf({ upTo: 'nonsense' })).toBe('INVALID');
    expect(await codeOf({ ids: Array.from({ length: 101 }, () => globalId('Notification', 2)) })).toBe('INVALID');
    expect((await mark({ ids: [globalId('Notification', 2), globalId('Notification', 31)] })).data).toEqual({
      markNotificationsRead: { notifications: [] },
    });
  });
});

test('kinds in unwantedNotifications are not stored', async () => {
  const [ann, bo] = await four();
  const { post } = await record(ann);
  await unwant(ann, ['POST_LIKE', 'MESSAGE', 'POST_LIKE']);
  await likePost(bo, post);
  await start(bo, [ann]);
  await comment(bo, post, 'Fine');
  expect(await notified(ann)).toMatchObject([{ kind: 'COMMENT' }]);
  const { data } = await as(ann).graphql('{ me { preferences { unwantedNotifications } } }');
  expect(data).toEqual({ me: { preferences: { unwantedNotifications: ['POST_LIKE', 'MESSAGE'] } } });
  await unwant(ann, []);
  await start(bo, [ann]);
  expect(await notified(ann)).toMatchObject([{ kind: 'MESSAGE' }, { kind: 'COMMENT' }]);
});

test.each(Object.entries(liveFormats))(
  'notificationAdded over %s, live and after a cursor',
  async (_format, listen) => {
    const [ann, bo, cho] = await four();
    const query = `subscription ($after: String) { notificationAdded(after: $after) { cursor notification { ${notificationFields} } } }`;
    const { post } = await record(ann);
    const after = await liveCursor(as(ann));
    const live = await listen(ann, query, { after });
    const others = await listen(bo, query, { after });
    await likePost(bo, post);
    await live.first(1);
    await likePost(cho, post);
    await likePost(ann, post);
    await befriended(cho, ann);
    const events = await live.first(3);
    const short = (of: typeof events) => of.map(({ notification }) => inShort(notification as never));
    expect(short(events)).toMatchObject([
      { kind: 'POST_LIKE', subject: post, actors: [bo.id], count: 1 },
      { kind: 'POST_LIKE', subject: post, actors: [cho.id, bo.id], count: 2 },
      { kind: 'FRIEND_REQUEST', actors: [cho.id] },
    ]);
    // Missed events are delivered in their current state.
    await likePost(bo, post, 'unlikePost');
    const late = await listen(ann, query, { after });
    expect(short(await late.first(2))).toMatchObject([
      { kind: 'POST_LIKE', actors: [cho.id], count: 1 },
      { kind: 'FRIEND_REQUEST' },
    ]);
    expect(others.events).toEqual([]);
    for (const each of [live, late, others]) each.stop();
  },
);

test('old notifications, and those beyond the newest 1,000 of a user, are deleted', async () => {
  const [ann, bo] = await four();
  await service.sql(
    `insert into notification (user_id, kind, subject_id, item_id, actor_id, created_date)
     select ?, 'comment', n, n, ?, now() - case when n <= 5 then interval '91 days' else interval '1 day' end from generate_series(1, 1010) n`,
    [ann.id, bo.id],
  );
  const stored = async () =>
    (
      await service.sql(
        'select count(*)::int as count, min(subject_id)::int as first from notification where user_id = ?',
        [ann.id],
      )
    )[0];
  await sweepNotifications(service.processContext);
  expect(await stored()).toEqual({ count: 1000, first: 11 });
});
