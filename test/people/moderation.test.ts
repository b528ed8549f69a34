/**
 * Reports of people, posts, comments, messages and pictures, the queue in which staff find them, what staff hide and
 * restore, and the log of it.
 */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { idIn, messagesOf, say, start, unread, idsIn, conversationOf } from '../conversations/talk.ts';
import { smallJpeg } from '../pictures/images.ts';
import { addPicture, fetched } from '../pictures/sending.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor, TestSocket } from '../support/live.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { hide, leave, mutate, newStaff, queueOf, report, restore, run, suspend } from './moderating.ts';

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
  test.each(things)('%s reaches the queue once, with what was reported', async (mutation, type, id, text) => {
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

  test.each(things.slice(1))('%s of what one may not see finds nothing', async (mutation, type, id) => {
    expect(await report(cho, mutation, type, id)).toBe('NOT_FOUND');
    expect(await report(cho, mutation, type, 999_999)).toBe('NOT_FOUND');
    expect(await report(cho, mutation, type, 999_999, { text: 'a\u0000' })).toBe('NOT_FOUND');
  });

  test.each(things)('%s of what is one\u2019s own is not valid', async (mutation, type, id) => {
    expect(await report(ann, mutation, type, id)).toBe('INVALID');
  });

  test('has a reason that is one, and a text within its bound', async () => {
    expect(await report(bob, 'reportPost', 'Post', run1.post, { text: 'a'.repeat(1001) })).toBe('INVALID');
    expect(await report(bob, 'reportPost', 'Post', run1.post, { text: 'a\u0007b' })).toBe('INVALID');
    expect(await report(bob, 'reportPost', 'Comment', comment)).toBe('INVALID');
    expect(await report(bob, 'reportPost', 'Post', run1.post, { reason: 'BOREDOM' })).toBe('BAD_USER_INPUT');
  });

  test('of many at once counts each of them once', async () => {
    const people = await Promise.all([1, 2, 3, 4].map((n) => newPerson(service, 'Many', `People${n}`)));
    const { post } = await record(cho);
    await Promise.all([...people, ...people].map((one) => report(one, 'reportPost', 'Post', post)));
    const found = (await queue()).nodes.find(({ subjectId }) => subjectId === globalId('Post', post));
    expect([found?.reportCount, found?.reports.length]).toEqual([4, 4]);
  });
});

describe('staff alone', () => {
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

  test('decide about others than themselves and other staff, and about what is there', async () => {
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
    expect(await mutate(staff, 'hideContent', { id: globalId('User', cho.id) }, 'isHidden')).toBe('INVALID');
    expect(await mutate(staff, 'hideContent', { id, note: 'a'.repeat(1001) }, 'isHidden')).toBe('INVALID');
  });
});

describe('hidden', () => {
  const status = async (who: Person, path: string) => (await as(who).get(path)).status;
  const flag = (who: Person, type: NodeType, of: number) =>
    run(who, `query ($id: ID!) { node(id: $id) { ... on ${type} { isHidden } } }`, { id: globalId(type, of) });

  test('a post is gone for all but its author, with its workout, route, picture and feed, and comes back', async () => {
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

  test('a comment is there for who wrote it, and for nobody else counted', async () => {
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

  test('a picture is there for the author of its post alone, and its URLs end', async () => {
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

  test('a message is there for who wrote it, and neither last nor unread for others', async () => {
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
  test('a case that is dismissed is open again once somebody else reports the same', async () => {
    const [one, other] = [await newPerson(service, 'Ida', 'Irons'), await newPerson(service, 'Jon', 'Jones')];
    const { post } = await record(cho);
    const found = async (status?: string) =>
      (await queue(status)).nodes.find(({ subjectId }) => subjectId === globalId('Post', post));
    await report(one, 'reportPost', 'Post', post);
    const caseId = (await found())?.id ?? '';
    for (let i = 0; i < 2; i++)
      expect(await mutate(staff, 'dismissReport', { caseId, note: 'Fine' }, 'caseId')).toEqual({ caseId });
    await report(one, 'reportPost', 'Post', post);
    expect([await found(), (await found('DISMISSED'))?.id]).toEqual([undefined, caseId]);
    await report(other, 'reportPost', 'Post', post);
    expect(await found()).toMatchObject({ id: caseId, reportCount: 2 });
    expect(await mutate(staff, 'dismissReport', { caseId: 'nothing' }, 'caseId')).toBe('INVALID');
  });

  test('the log has everything once, with who, what, when and why', async () => {
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

  test('pages follow each other', async () => {
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

  test('what was kept goes with the account of its author, and the words of a reporter with theirs', async () => {
    const kim = await newPerson(service, 'Kim', 'Keen');
    const { post } = await record(kim);
    await report(bob, 'reportPost', 'Post', post, { text: 'Bob says so' });
    await report(kim, 'reportPerson', 'User', cho.id, { text: 'Kim says so' });
    await suspend(staff, kim);
    await mutate(staff, 'unsuspendPerson', { userId: globalId('User', kim.id) }, 'isSuspended');
    await leave(kim);
    const cases = await queue('null');
    expect(JSON.stringify(cases)).not.toMatch(/Kim|Bob says so/);
    expect(
      cases.nodes.find(({ kind, subjectId }) => kind === 'PERSON' && subjectId === globalId('User', cho.id)),
    ).toMatchObject({
      reportCount: 1,
      reports: [{ reporterId: null, reporterName: '', text: '' }],
    });
    expect(
      JSON.stringify(await run(staff, '{ moderationLog(first: 100) { nodes { personName personId } } }')),
    ).not.toContain('Kim');
  });
});
