/**
 * Content of a muted user no longer reaches the viewer unless the viewer looks for it, and the mute is visible to
 * nobody else.
 */
import { afterAll, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { conversationOf, idIn, idsIn, messagesOf, say, start, unread } from '../conversations/conversation-calls.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { liveCursor, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { mutate, mute, run, unmute } from './moderating.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Archer');
const rude = await newPerson(service, 'Rudi', 'Rude');
const cho = await newPerson(service, 'Cho', 'Chang');
for (const person of [rude, cho]) await befriend(service, ann, person);
await befriend(service, rude, cho);
for (const person of [ann, rude, cho])
  await as(person).patch(`/profile/${person.id}/`, { location_lat: 47, location_lng: 8 });
await service.sql('update users set is_featured = true where id = ?', [rude.id]);
const sockets: TestSocket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.raw.close();
});
const comment = async (who: Person, post_id: number, text: string) =>
  idIn(await as(who).post('/comment/', { post_id, comment: text }));
const theirs = await record(rude, { title: 'A run of Rudi' });
const own = await record(ann, { title: 'A run of Ann' });
const talk = await start(rude, [ann, cho], 'Hello both');
const below = await comment(rude, own.post, 'Rudi below the run of Ann');

/** Everything that Rudi is shown of what has to do with Ann, with the statements' answers as they are. */
async function seenByRude(): Promise<string[]> {
  const paths = [
    '/me/',
    '/post/',
    `/user/${ann.id}/`,
    `/post/${own.post}/`,
    `/comment/?post_id=${own.post}`,
    `/conversation/${talk}/`,
    '/conversation/inbox/',
    `/friendship/user/${ann.id}/`,
    `/post/?type=profile&user_id=${ann.id}`,
  ];
  return Promise.all(paths.map(async (path) => (await as(rude).get(path)).text));
}
const feedsOf = async (who: Person) => {
  const feeds = [
    '',
    'type=local',
    'type=featured',
    `type=dashboard&user_id=${cho.id}`,
    `type=profile&user_id=${rude.id}`,
  ];
  const found = feeds.map(async (query) => (await as(who).get(`/post/?${query}`)).text.includes('A run of Rudi'));
  return Promise.all(found);
};
const comments = async (who: Person) => {
  const { data } = await as(who).graphql<{ comments: { totalCount: number; nodes: unknown[] } }>(
    'query ($id: ID!) { comments(postId: $id) { totalCount nodes { id } } }',
    { id: globalId('Post', own.post) },
  );
  const listed = (await as(who).get(`/comment/?post_id=${own.post}`)).json<{
    meta: Record<string, unknown>;
    objects: unknown[];
  }>();
  return [data?.comments.totalCount, data?.comments.nodes.length, listed.meta['total_count'], listed.objects.length];
};

test('takes away what comes unasked, and no more', async () => {
  const before = await seenByRude();
  expect([await feedsOf(ann), await comments(ann), await unread(ann)]).toEqual([
    [true, true, true, true, true],
    [1, 1, 1, 1],
    1,
  ]);
  await mute(ann, rude);
  await mute(ann, rude);
  expect(await feedsOf(ann)).toEqual([false, false, false, false, true]);
  expect([await comments(ann), await comments(cho), await comments(rude)]).toEqual([
    [0, 0, 0, 0],
    [1, 1, 1, 1],
    [1, 1, 1, 1],
  ]);
  for (const path of [`/user/${rude.id}/`, `/post/${theirs.post}/`, `/comment/${below}/`])
    expect([path, (await as(ann).get(path)).status]).toEqual([path, 200]);
  expect([await unread(ann), await unread(cho)]).toEqual([0, 1]);
  expect((await messagesOf(ann, talk)).map((one) => one.message)).toEqual(['Hello both']);
  expect(await run(ann, '{ mutedPeople { totalCount nodes { databaseId } } }')).toEqual({
    totalCount: 1,
    nodes: [{ databaseId: rude.id }],
  });
  // The muted one sees what they saw, byte for byte.
  expect(await seenByRude()).toEqual(before);
});

test('messages do not count and bring nothing back, others\u2019 do', async () => {
  await as(ann).patch(`/conversation/${talk}/hide/`);
  await say(rude, talk, 'Are you there?');
  expect([await idsIn(ann, 'inbox'), await unread(ann), await unread(cho)]).toEqual([[], 0, 2]);
  await say(cho, talk, 'I am');
  expect([await idsIn(ann, 'inbox'), await unread(ann)]).toEqual([[talk], 1]);
  const alone = await start(rude, [ann], 'Only you');
  expect((await conversationOf(ann, alone)).has_unread_messages).toBe(false);
  expect(await unread(ann)).toBe(1);
});

test('subscriptions do not tell of it, live or afterwards', async () => {
  const after = await liveCursor(as(ann));
  const listen = async (query: string) => {
    const socket = await new TestSocket(service.url).init({ authorization: ann.authorization });
    sockets.push(socket);
    return socket.operate(query, { after });
  };
  const queries = {
    messageAdded: 'message { message }',
    conversationChanged: 'conversationId',
    'feedPostAdded FRIENDS': 'post { author { firstName } }',
    'feedPostAdded LOCAL': 'post { author { firstName } }',
    'feedPostAdded FEATURED': 'post { author { firstName } }',
    postChanged: 'post { author { firstName } }',
  };
  const document = (name: string, selection: string) => {
    const [field, type] = name.split(' ');
    return `subscription ($after: String) { ${field}(after: $after${type ? `, type: ${type}` : ''}) { cursor ${selection} } }`;
  };
  const all = () => Promise.all(Object.entries(queries).map(([name, selection]) => listen(document(name, selection))));
  const early = await all();
  await record(rude, { title: 'Another run of Rudi' });
  await say(rude, talk, 'Rudi again');
  await as(rude).post('/like/toggle/', { object_type: 'post', object_id: theirs.post });
  await service.sql('update users set is_featured = true where id = ?', [cho.id]);
  const last = await record(cho, { title: 'A run of Cho' });
  await say(cho, talk, 'Cho at last');
  await as(cho).post('/like/toggle/', { object_type: 'post', object_id: last.post });
  for (const live of [...early, ...(await all())]) {
    await live.first(1);
    expect(JSON.stringify(live.events)).not.toContain('Rudi');
  }
  const [message] = await Promise.all(early.slice(0, 1).map((live) => live.first(1)));
  expect(message).toMatchObject([{ message: { message: 'Cho at last' } }]);
});

test('ends, and what was not counted counts', async () => {
  const counted = await unread(cho);
  await unmute(ann, rude);
  await unmute(ann, rude);
  expect(await feedsOf(ann)).toEqual([true, true, true, true, true]);
  expect((await comments(ann))[0]).toBe(1);
  // Hello both, Are you there?, I am, Only you, Rudi again, Cho at last.
  expect([counted, await unread(ann)]).toEqual([3, 6]);
  expect(await run(ann, '{ mutedPeople { totalCount } }')).toEqual({ totalCount: 0 });
});

test('is not of oneself, and not of who is not there', async () => {
  const input = (id: number) => ({ userId: globalId('User', id) });
  expect(await mutate(ann, 'mutePerson', input(ann.id), 'user { id }')).toBe('INVALID');
  for (const field of ['mutePerson', 'unmutePerson'])
    expect(await mutate(ann, field, input(999_999), 'user { id }')).toBe('NOT_FOUND');
  await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [cho.id, rude.id]);
  expect(await mutate(rude, 'mutePerson', input(cho.id), 'user { id }')).toBe('NOT_FOUND');
});
