/** Which actions Ann is notified of, by her relation to the person, and which notifications disappear afterwards. */
import { describe, expect, test } from '@jest/globals';
import { conversationOf, say, start } from '../conversations/conversation-calls.ts';
import { comment } from '../feed/commenting.ts';
import { setBlock } from '../friendships/friendship-calls.ts';
import { hide, leave, mute, newStaff, restore, suspend, unmute, unsuspend } from '../people/moderating.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { liveCursor, stream } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { viewersOfAnn } from '../support/viewers.ts';
import type { Viewer } from '../support/viewers.ts';
import { record } from '../support/workouts.ts';
import { change, likeComment, likePost, markRead, notified, pageOf } from './notified.ts';

const service = await testService();
const { ann, viewers } = await viewersOfAnn(service);
const staff = await newStaff(service);

/** The viewers of whose actions Ann is not notified. */
const withoutNotice: Viewer[] = ['owner', 'blocked', 'blocker', 'one she has muted'];

describe.each(Object.entries(viewers) as [Viewer, Person][])('the actions of the %s', (name, viewer) => {
  test('appear among the notifications of Ann, and in her subscription, as expected', async () => {
    const { post } = await record(ann);
    const mine = await comment(ann, post, 'Mine');
    await markRead(ann);
    const after = await liveCursor(as(ann));
    await likePost(viewer, post);
    await likeComment(viewer, mine);
    await as(viewer).post('/comment/', { post_id: post, comment: 'Theirs' });
    await as(viewer).post('/conversation/', { message: 'Hello', recipients: [ann.id] });
    const kinds = withoutNotice.includes(name) ? [] : ['MESSAGE', 'COMMENT', 'COMMENT_LIKE', 'POST_LIKE'];
    const fresh = (await notified(ann)).filter(({ isRead, actors }) => !isRead && actors.includes(viewer.id));
    expect(fresh.map(({ kind }) => kind).filter((kind) => !kind.startsWith('FRIEND'))).toEqual(kinds);
    const live = await stream(
      ann.url,
      { Authorization: ann.authorization },
      {
        query: 'subscription ($after: String) { notificationAdded(after: $after) { cursor notification { kind } } }',
        variables: { after },
      },
    );
    // The last event is caused by a friend, of whom she is always notified.
    await likePost(viewers.friend, (await record(ann)).post);
    const events = await live.first(kinds.length + 1);
    const delivered = events.map(({ notification }) => (notification as { kind: string }).kind);
    expect(delivered).toEqual([...kinds.toReversed().sort(byHappening), 'POST_LIKE']);
    live.stop();
  });
});

/** In the order in which the test does them. */
const happens = ['POST_LIKE', 'COMMENT_LIKE', 'COMMENT', 'MESSAGE'];
function byHappening(one: string, other: string): number {
  return happens.indexOf(one) - happens.indexOf(other);
}

describe('notifications disappear with what they are about, and return with it', () => {
  /** Al has a notification of most kinds from Bo, one of them about a post of Cy, who is a friend of both. */
  async function prepare() {
    const [al, bo, cy] = (await Promise.all(
      ['Al', 'Bo', 'Cy'].map((name) => newPerson(service, name, `Group ${Math.random()}`)),
    )) as [Person, Person, Person];
    await befriend(service, cy, al);
    await befriend(service, cy, bo);
    const own = (await record(al)).post;
    const of = (await record(cy, { privacy: 'friends' })).post;
    const mine = await comment(al, of, 'Mine');
    await likePost(bo, own);
    await likeComment(bo, mine);
    const onOwn = await comment(bo, own, 'On yours');
    const onOther = await comment(bo, of, 'After yours');
    const talk = await start(bo, [al]);
    const message = await say(bo, talk, 'Hello');
    return { al, bo, cy, own, of, mine, onOwn, onOther, talk, message };
  }
  const all = ['MESSAGE', 'COMMENT_AFTER_MINE', 'COMMENT', 'COMMENT_LIKE', 'POST_LIKE'];
  const kindsOf = async (person: Person, by: Person) => {
    const { nodes, unread } = await pageOf(person);
    const kinds = nodes.filter(({ actors }) => actors.includes(by.id)).map(({ kind }) => kind);
    expect(unread).toBe(nodes.length);
    return kinds;
  };
  type Prepared = Awaited<ReturnType<typeof prepare>>;
  const privacyOf = (person: Person, post: number, privacy: string) =>
    change(person, 'editPost', 'Post', post, 'post { id }', { privacy });

  type Act = (prepared: Prepared) => Promise<unknown>;
  const cases: [what: string, left: string[], act: Act, undo?: Act | null][] = [
    ['blocks', [], ({ al, bo }) => setBlock(al, bo), ({ al, bo }) => setBlock(al, bo, 'unblockUser')],
    ['blocks by the other one', [], ({ al, bo }) => setBlock(bo, al), ({ al, bo }) => setBlock(bo, al, 'unblockUser')],
    ['mutes', [], ({ al, bo }) => mute(al, bo), ({ al, bo }) => unmute(al, bo)],
    ['suspensions', [], ({ bo }) => suspend(staff, bo), ({ bo }) => unsuspend(staff, bo)],
    ['deleted accounts', [], ({ bo }) => leave(bo), null],
    [
      'the privacy of a post',
      ['MESSAGE', 'COMMENT', 'POST_LIKE'],
      ({ cy, of }) => privacyOf(cy, of, 'PRIVATE'),
      ({ cy, of }) => privacyOf(cy, of, 'FRIENDS'),
    ],
    ['one’s own privacy, which changes nothing', all, ({ al, own }) => privacyOf(al, own, 'PRIVATE')],
    [
      'hidden posts',
      ['MESSAGE', 'COMMENT', 'POST_LIKE'],
      ({ of }) => hide(staff, 'Post', of),
      ({ of }) => restore(staff, 'Post', of),
    ],
    [
      'hidden comments',
      all.filter((kind) => kind !== 'COMMENT'),
      ({ onOwn }) => hide(staff, 'Comment', onOwn),
      ({ onOwn }) => restore(staff, 'Comment', onOwn),
    ],
    [
      'hidden messages',
      all.slice(1),
      ({ message }) => hide(staff, 'Message', message),
      ({ message }) => restore(staff, 'Message', message),
    ],
    [
      'deleted posts',
      ['MESSAGE', 'COMMENT_AFTER_MINE', 'COMMENT_LIKE'],
      ({ al, own }) => as(al).delete(`/post/${own}/`),
    ],
    [
      'deleted comments',
      all.slice(0, 1).concat(all.slice(2)),
      ({ bo, onOther }) => as(bo).delete(`/comment/${onOther}/`),
    ],
    [
      'likes that are taken back',
      all.slice(0, -1),
      ({ bo, own }) => likePost(bo, own, 'unlikePost'),
      ({ bo, own }) => likePost(bo, own),
    ],
    [
      'conversations that one has left',
      all.slice(1),
      ({ al, talk }) => change(al, 'leaveConversation', 'Conversation', talk, 'conversationId'),
    ],
    [
      'messages that are deleted, and no earlier one',
      all.slice(1),
      async ({ bo, message, talk, al }) => {
        const [first] = (await as(al).get(`/message/?conversation=${talk}`)).json<{ objects: { id: number }[] }>()
          .objects;
        for (const id of [message, first?.id ?? 0]) await change(bo, 'deleteMessage', 'Message', id, 'message { id }');
        expect((await conversationOf(al, talk)).has_unread_messages).toBe(false);
      },
    ],
  ];
  const each = cases.map(([what, left, act, undo = null]) => [what, left, act, undo] as const);
  test.each(each)('%s', async (_what, left, act, undo) => {
    const made = await prepare();
    const { al, bo } = made;
    expect(await kindsOf(al, bo)).toEqual(all);
    await act(made);
    expect(await kindsOf(al, bo)).toEqual(left);
    await undo?.(made);
    if (undo) expect(await kindsOf(al, bo)).toEqual(all);
  });
});
