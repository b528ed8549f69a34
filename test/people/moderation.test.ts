/**
 * Users can report people, posts, comments, messages and pictures. The staff find the reports in a queue, and can hide
 * and restore content, and all of their actions are logged.
 */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { idIn, messagesOf, say, start, unread, idsIn, conversationOf } from '../conversations/conversation-calls.ts';
import { smallJpeg } from '../pictures/images.ts';
import { addPicture, fetched } from '../pictures/sending.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor, TestSocket } from '../support/live.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { hide, mutate, newStaff, queueOf, report, restore, run } from './moderating.ts';

const service = await testService();
const staff = await newStaff(service);
const ann = await newPerson(service, 'Ann', 'Archer');
const bob = await newPerson(service, 'Bob', 'Baker');
const cho = await newPerson(service, 'Cho', 'Chang');
await befriend(service, ann, bob);
const run1 = await record(ann, {
  title: 'A run',
  post_body: 'Bad words',
  privacy: 'friends',
  points: pointsFrom(47, 8),
});
const route = await makeRoute(ann, run1.workout, { name: 'A route' });
const picture = await addPicture(ann, run1.post, await smallJpeg());
const comment = idIn(await as(ann).post('/comment/', { post_id: run1.post, comment: 'A bad comment' }));
const talk = await start(ann, [bob], 'A bad message');
const [first] = await messagesOf(bob, talk);
const message = first?.id ?? 0;

const things: [mutation: string, type: NodeType, id: number, text: string][] = [
  ['reportPerson', 'User', ann.id, ''],
  ['reportPost', 'Post', run1.post, 'A run\nBad words'],
  ['reportComment', 'Comment', comment, 'A bad comment'],
  ['reportMessage', 'Message', message, 'A bad message'],
  ['reportPicture', 'Picture', picture.id, 'A run\nBad words'],
];
const queue = (status?: string) => queueOf(staff, status);
const caseOf = async (kind: string, status?: string) => (await queue(status)).nodes.find((one) => one.kind === kind);

describe('a report', () => {
  test.each(things)('%s adds the reported object to the queue once', async (mutation, type, id, text) => {
    expect(await report(bob, mutation, type, id, { text: ' He is rude ' })).toEqual({ reported: true });
    expect(await report(bob, mutation, type, id, { text: 'He is rude', reason: 'SPAM' })).toEqual({ reported: true });
    const found = (await queue()).nodes.filter(({ subjectId }) => subjectId === globalId(type, id));
    expect(found).toEqual([
      expect.objectContaining({
        personId: globalId('User', ann.id),
        personName: 'Ann Archer',
        status: 'OPEN',
        reportCount: 1,
        isHidden: false,
        reports: [
          {
            reporterId: globalId('User', bob.id),
            reporterName: 'Bob Baker',
            reason: 'SPAM',
            text: 'He is rude',
            contentText: text,
            contentAuthor: 'Ann Archer',
          },
        ],
      }),
    ]);
  });

  test.each(things.slice(1))(
    '%s is answered with NOT_FOUND for objects that the reporter may not see',
    async (mutation, type, id) => {
      expect(await report(cho, mutation, type, id)).toBe('NOT_FOUND');
      expect(await report(cho, mutation, type, 999_999)).toBe('NOT_FOUND');
      // What is wrong with the text is told first, whether or not there is such an object.
      expect(await report(cho, mutation, type, 999_999, { text: 'a\u0000' })).toBe('INVALID');
    },
  );

  test.each(things)('%s is refused for objects of the reporter', async (mutation, type, id) => {
    expect(await report(ann, mutation, type, id)).toBe('INVALID');
  });

  test('requires a valid reason, and a text of limited length', async () => {
    expect(await report(bob, 'reportPost', 'Post', run1.post, { text: 'a'.repeat(1001) })).toBe('INVALID');
    expect(await report(bob, 'reportPost', 'Post', run1.post, { text: 'a\u0007b' })).toBe('INVALID');
    expect(await report(bob, 'reportPost', 'Comment', comment)).toBe('NOT_FOUND');
    expect(await report(bob, 'reportPost', 'Post', run1.post, { reason: 'BOREDOM' })).toBe('INVALID');
  });

  test('by many users at the same time counts once for each of them', async () => {
    const people = await Promise.all([1, 2, 3, 4].map((n) => newPerson(service, 'Many', `People${n}`)));
    const { post } = await record(cho);
    await Promise.all([...people, ...people].map((one) => report(one, 'reportPost', 'Post', post)));
    const found = (await queue()).nodes.find(({ subjectId }) => subjectId === globalId('Post', post));
    expect([found?.reportCount, found?.reports.length]).toEqual([4, 4]);
  });
});

describe('permissions of the staff', () => {
  const id = globalId('Post', run1.post);
  test.each([
    ['{ moderationQueue { totalCount } }', {}],
    ['{ moderationLog { totalCount } }', {}],
    ['mutation ($id: ID!) { hideContent(input: { id: $id }) { isHidden } }', { id }],
    ['mutation ($id: ID!) { restoreContent(input: { id: $id }) { isHidden } }', { id }],
    ['mutation ($id: ID!) { suspendPerson(input: { userId: $id }) { isSuspended } }', { id: globalId('User', ann.id) }],
    [
      'mutation ($id: ID!) { unsuspendPerson(input: { userId: $id }) { isSuspended } }',
      { id: globalId('User', ann.id) },
    ],
    ['mutation ($id: ID!) { dismissReport(input: { caseId: $id }) { caseId } }', { id: 'x' }],
  ])('may %s', async (document, variables) => {
    expect(await run(bob, document, variables)).toBe('NOT_STAFF');
  });

  test('do not include decisions about themselves, other staff, or missing objects', async () => {
    const other = await newStaff(service, 'Sue');
    const own = await record(staff);
    const suspension = (userId: string, more: Mapping = {}) =>
      mutate(staff, 'suspendPerson', { userId, ...more }, 'isSuspended');
    expect(await suspension(globalId('User', staff.id))).toBe('INVALID');
    expect(await suspension(globalId('User', other.id))).toBe('INVALID');
    expect(await suspension(globalId('User', 999_999))).toBe('NOT_FOUND');
    expect(await suspension(globalId('User', cho.id), { until: '2020-01-01T00:00:00Z' })).toBe('INVALID');
    expect(await mutate(staff, 'hideContent', { id: globalId('Post', own.post) }, 'isHidden')).toBe('INVALID');
    expect(await mutate(staff, 'hideContent', { id: globalId('Post', 999_999) }, 'isHidden')).toBe('NOT_FOUND');
    expect(await mutate(staff, 'hideContent', { id: globalId('User', cho.id) }, 'isHidden')).toBe('NOT_FOUND');
    expect(await mutate(staff, 'hideContent', { id, note: 'a'.repeat(1001) }, 'isHidden')).toBe('INVALID');
  });
});

describe('hidden content', () => {
  const status = async (who: Person, path: string) => (await as(who).get(path)).status;
  const flag = (who: Person, type: NodeType, of: number) =>
    run(who, `query ($id: ID!) { node(id: $id) { ... on ${type} { isHidden } } }`, { id: globalId(type, of) });

  test('a post is visible only to its author, together with its workout, route and pictures, until it is restored', async () => {
    const socket = await new TestSocket(service.url).init({ authorization: bob.authorization });
    const after = await liveCursor(as(bob));
    const live = socket.operate(
      'subscription ($after: String) { postChanged(after: $after) { cursor postId post { body } } }',
      { after },
    );
    const paths = [
      `/post/${run1.post}/`,
      `/workout/${run1.workout}/`,
      `/route/${route}/`,
      `/picture/${picture.id}/`,
      `/comment/?post_id=${run1.post}`,
    ];
    const all = async (who: Person) => Promise.all(paths.map((path) => status(who, path)));
    const feed = async () => (await as(bob).get('/post/')).text.includes('Bad words');
    expect([await all(bob), await feed()]).toEqual([paths.map(() => 200), true]);
    await hide(staff, 'Post', run1.post);
    await hide(staff, 'Post', run1.post);
    expect([await all(bob), await feed()]).toEqual([paths.map(() => 404), false]);
    expect(await all(ann)).toEqual(paths.map(() => 200));
    expect([await flag(ann, 'Post', run1.post), await flag(bob, 'Post', run1.post)]).toEqual([
      { isHidden: true },
      null,
    ]);
    expect((await fetched(picture.feed)).status).toBe(200);
    expect(await caseOf('POST', 'RESOLVED')).toMatchObject({ isHidden: true });
    const workoutId = globalId('Workout', run1.workout);
    const edit = `mutation ($id: ID!) { editWorkout(input: { id: $id, privacy: PUBLIC }) { workout { privacy } } }`;
    expect(await run(ann, edit, { id: workoutId })).toEqual({ workout: { privacy: 'PRIVATE' } });
    const editRoute = `mutation ($id: ID!) { editRoute(input: { id: $id, privacy: FRIENDS }) { route { privacy } } }`;
    expect(await run(ann, editRoute, { id: globalId('Route', route) })).toEqual({ route: { privacy: 'PRIVATE' } });
    expect(await all(bob)).toEqual(paths.map(() => 404));
    await restore(staff, 'Post', run1.post);
    expect([await all(bob), await feed()]).toEqual([paths.map(() => 200), true]);
    expect([await status(cho, paths[0] as string), await status(cho, paths[2] as string)]).toEqual([200, 404]);
    const events = await live.first(2);
    expect(events.map(({ post }) => post)).toEqual([null, { body: 'Bad words' }]);
    socket.raw.close();
  });

  test('a comment is visible only to its author, and is not counted for others', async () => {
    const texts = async (who: Person) =>
      (await as(who).get(`/comment/?post_id=${run1.post}`)).text.includes('A bad comment');
    const count = async () => (await as(bob).get(`/post/${run1.post}/`)).json()['comment_count'];
    const below = idIn(await as(bob).post('/comment/', { post_id: run1.post, comment: 'Well' }));
    expect([await texts(bob), await count()]).toEqual([true, 2]);
    await hide(staff, 'Comment', comment);
    expect([await texts(bob), await count(), await texts(ann)]).toEqual([false, 1, true]);
    expect([await status(bob, `/comment/${comment}/`), await flag(ann, 'Comment', comment)]).toEqual([
      404,
      { isHidden: true },
    ]);
    await hide(staff, 'Comment', below);
    expect(await status(ann, `/comment/${below}/`)).toBe(404);
    expect((await as(ann).delete(`/comment/${below}/`)).status).toBe(404);
    expect((await as(bob).delete(`/comment/${below}/`)).status).toBe(204);
    expect(await count()).toBe(0);
    await restore(staff, 'Comment', comment);
    expect([await texts(bob), await count()]).toEqual([true, 1]);
  });

  test('a picture is visible only to the author of its post, and its URLs stop working', async () => {
    const url = (await as(bob).get(`/picture/${picture.id}/`)).json<Record<string, string>>()['feed'] ?? '';
    const served = async () => [(await fetched(url)).status, await status(bob, `/picture/${picture.id}/`)];
    expect(await served()).toEqual([200, 200]);
    const seenByStaff = (await caseOf('PICTURE'))?.pictureUrl ?? '';
    await hide(staff, 'Picture', picture.id);
    expect(await served()).toEqual([404, 404]);
    expect([await status(ann, `/picture/${picture.id}/`), (await fetched(seenByStaff)).status]).toEqual([200, 200]);
    await restore(staff, 'Picture', picture.id);
    expect(await served()).toEqual([200, 200]);
  });

  test('a message is visible only to its author, and is neither the last nor an unread message for others', async () => {
    const later = await say(ann, talk, 'A worse message');
    const texts = async (who: Person) => (await messagesOf(who, talk)).map((one) => one.message);
    expect([await unread(bob), (await conversationOf(bob, talk)).last_message.id]).toEqual([2, later]);
    await hide(staff, 'Message', later);
    expect([await texts(bob), await texts(ann)]).toEqual([['A bad message'], ['A bad message', 'A worse message']]);
    expect([await unread(bob), (await conversationOf(bob, talk)).last_message.id]).toEqual([1, message]);
    await hide(staff, 'Message', message);
    expect([await idsIn(bob, 'inbox'), await unread(bob), await idsIn(ann, 'inbox')]).toEqual([[], 0, [talk]]);
    await restore(staff, 'Message', message);
    await restore(staff, 'Message', later);
    expect([await unread(bob), (await conversationOf(bob, talk)).last_message.id]).toEqual([2, later]);
  });
});

describe('the queue and the log', () => {
  test('the log contains each action once, with the staff user, object, date and reason', async () => {
    const entries = `{ moderationLog(userId: "${globalId('User', ann.id)}", first: 100) { totalCount nodes { action kind staffName personName note createdDate } } }`;
    const { nodes } = (await run(staff, entries)) as { nodes: Mapping[] };
    expect(nodes.map(({ action, kind }) => `${action} ${kind}`).reverse()).toEqual([
      'HIDE POST',
      'RESTORE POST',
      'HIDE COMMENT',
      'RESTORE COMMENT',
      'HIDE PICTURE',
      'RESTORE PICTURE',
      'HIDE MESSAGE',
      'HIDE MESSAGE',
      'RESTORE MESSAGE',
      'RESTORE MESSAGE',
    ]);
    expect(nodes.at(-1)).toMatchObject({ staffName: 'Sam Steward', personName: 'Ann Archer', note: 'Not here' });
  });

  test('are paged by cursor', async () => {
    const page = async (args: string) =>
      (await run(
        staff,
        `{ moderationQueue(status: null, ${args}) { nodes { id } pageInfo { endCursor hasNextPage } totalCount } }`,
      )) as {
        nodes: { id: string }[];
        pageInfo: { endCursor: string; hasNextPage: boolean };
        totalCount: number;
      };
    const all = await page('first: 100');
    const one = await page('first: 2');
    const two = await page(`first: 100, after: "${one.pageInfo.endCursor}"`);
    expect([...one.nodes, ...two.nodes]).toEqual(all.nodes);
    expect([one.pageInfo.hasNextPage, one.totalCount]).toEqual([true, all.nodes.length]);
  });
});
