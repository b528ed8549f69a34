/**
 * While an account is suspended, no REST row, GraphQL field, URL or subscription returns data of its owner, and its
 * keys and password are refused. When the suspension ends, everything is as it was before.
 */
import { afterAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { everythingOf } from '../accounts/everything.ts';
import { shareLife } from '../accounts/shared-life.ts';
import { say } from '../conversations/conversation-calls.ts';
import { fetched } from '../pictures/sending.ts';
import type { Person } from '../support/cast.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { liveCursor, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { newStaff, run, suspend, unsuspend } from './moderating.ts';

const service = await testService();
const gone = await newPerson(service, 'Quzzla', 'Wyndred');
const [friend, asked, blocker] = [
  await newPerson(service, 'Bob', 'Baker'),
  await newPerson(service, 'Cho', 'Chang'),
  await newPerson(service, 'Dan', 'Dyer'),
];
const witnesses = [friend, asked, blocker];
const staff = await newStaff(service);
const life = await shareLife(service, gone, friend, asked, blocker);
const { signs, everyPath, readAll } = everythingOf(gone, friend, life);

/** The last use of a key is another one at the next full hour. */
const withoutUse = (answer: string) => answer.replaceAll(/"lastUsedDate":"[^"]*"/g, '');

/** All answers that other users receive, by request. */
async function everything(people: readonly Person[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const person of people) {
    for (const { path } of everyPath) {
      const { status, text } = await as(person).get(path);
      answers.set(`${person.firstName} ${path}`, `${status} ${text}`);
    }
    for (const [i, [field, answer]] of (await readAll(person)).entries())
      if (!['changes', 'liveCursor'].includes(field))
        answers.set(`${person.firstName} ${field} ${i}`, withoutUse(answer));
  }
  return answers;
}
// `test/accounts/gone.test.ts` checks that these answers contain data of the account before it is deleted.
const before = await everything([friend]);
/** Removes the name under which the user sponsors Bob. It stays in Bob's own post about it, which others do not see. */
const withoutPromise = (answer: string) => answer.replaceAll('Quzzla the sponsor', '');
const page = (await as(friend).get(`/event-participant/${life.participant}/`)).json<{ participant_url: string }>();
const runOf = (await as(friend).get(`/workout/${life.own.workout}/`)).json<Record<string, string>>();
const me = (await as(friend).get(`/user/${gone.id}/`)).json<Record<string, string>>();
const urls = [
  page.participant_url,
  runOf['static_map_url'] ?? '',
  life.picture.original,
  life.picture.feed,
  me['profile_image_225_url'] ?? '',
];
const socket = await new TestSocket(service.url).init({ authorization: gone.authorization });
const watching = await new TestSocket(service.url).init({ authorization: friend.authorization });
afterAll(() => watching.raw.close());
const changes = 'cursor postId post { commentCount likers }';
const id = globalId('Post', life.own.post);
const after = await liveCursor(as(friend));
const lives = {
  own: watching.operate(
    `subscription ($id: ID, $after: String) { postChanged(id: $id, after: $after) { ${changes} } }`,
    { id, after },
  ),
  friendship: watching.operate(
    'subscription ($after: String) { friendshipChanged(after: $after) { cursor friendshipId friendship { id } otherUser { firstName } } }',
    { after },
  ),
};

describe('while the account is suspended', () => {
  test('no answer contains data of its owner', async () => {
    for (const url of urls) expect([url, (await fetched(url)).status]).toEqual([url, 200]);
    await suspend(staff, gone);
    for (const url of urls) expect([url, (await fetched(url)).status]).toEqual([url, 404]);
    for (const [asked, answer] of await everything(witnesses))
      expect([asked, signs.exec(withoutPromise(answer))?.[0]]).toEqual([asked, undefined]);
    for (const { path, stays } of everyPath)
      if (!stays)
        for (const witness of witnesses) expect([path, (await as(witness).get(path)).status]).toEqual([path, 404]);
  });

  test('its content is not counted', async () => {
    const post = (await as(friend).get(`/post/${life.friends.post}/`)).json<Record<string, unknown>>();
    expect(post).toMatchObject({ comment_count: 0, likers: [] });
    const counts = '{ me { unreadMessages pendingFriendRequests friends(first: 0) { totalCount } } }';
    expect(await run(friend, counts)).toEqual({
      unreadMessages: 0,
      pendingFriendRequests: 0,
      friends: { totalCount: 1 },
    });
    const { meta } = (await as(asked).get('/conversation/inbox/')).json<{ meta: Record<string, unknown> }>();
    expect(meta['total_count']).toBe(0);
    expect(await run(friend, '{ eventParticipants(first: 0) { totalCount } }')).toEqual({ totalCount: 1 });
    const toggled = await as(asked).post('/like/toggle/', { object_type: 'post', object_id: life.friends.post });
    expect(toggled.json()).toEqual({ liked: true, like_count: 1 });
    await as(asked).post('/like/toggle/', { object_type: 'post', object_id: life.friends.post });
  });

  test('its keys and its password are refused with the reason', async () => {
    const key = await as(gone).get('/me/');
    expect([key.status, key.headers['content-type'], key.text]).toEqual([
      401,
      'text/plain; charset=utf-8',
      'This account is suspended.',
    ]);
    for (const format of ['application/xml', 'text/yaml', contentTypes.gpx])
      for (const [method, path] of [
        ['GET', '/workout/'],
        ['POST', '/comment/'],
        ['DELETE', '/post/999999/'],
        ['PATCH', `/user/${gone.id}/`],
      ] as const) {
        const answer = await as(gone).send(method, path, { headers: { Accept: format } });
        expect([path, answer.status, answer.headers['content-type'], answer.text]).toEqual([
          path,
          401,
          'text/plain; charset=utf-8',
          'This account is suspended.',
        ]);
      }
    const graphql = await as(gone).graphql('{ me { id } }');
    expect([graphql.status, graphql.errors[0]?.extensions.code]).toEqual([401, 'SUSPENDED']);
    const credentials = { email: gone.email, password: gone.password };
    const login = await nobody(service).post('/account/login/', credentials);
    expect([login.status, login.text]).toEqual([key.status, key.text]);
    expect((await nobody(service).post('/account/login/', { ...credentials, password: 'wrong' })).text).not.toContain(
      'suspended',
    );
    const again = { first_name: 'Q', last_name: 'W', email: gone.email.toUpperCase(), password: 'another password' };
    expect((await nobody(service).post('/account/register/', again)).status).toBe(400);
    expect((await nobody(service).post('/account/forgot_password/', { email: gone.email })).status).toBe(200);
    expect(await service.sql('select 1 from password_reset where user_id = ?', [gone.id])).toEqual([]);
    expect((await socket.closed).code).toBe(4403);
    const another = await new TestSocket(service.url).init({ authorization: gone.authorization });
    expect((await another.closed).code).toBe(4403);
  });

  test('messages and friend requests to it are refused, as for a missing account', async () => {
    const [there, absent] = [gone.id, 999_999];
    for (const user_id of [there, absent])
      expect((await as(asked).post('/friendship/request/', { user_id })).status).toBe(404);
    const started = await Promise.all(
      [there, absent].map((one) => as(asked).post('/conversation/', { message: 'Hi', recipients: [one] })),
    );
    expect(started.map(({ status, text }) => [status, text.replace(/\d+/, '')])).toEqual([
      [400, 'recipients: nobody has the id '],
      [400, 'recipients: nobody has the id '],
    ]);
    for (const field of ['blockUser', 'mutePerson'])
      expect(
        await run(asked, `mutation ($id: ID!) { ${field}(input: { userId: $id }) { user { id } } }`, {
          id: globalId('User', there),
        }),
      ).toBe('NOT_FOUND');
    expect((await as(friend).post('/message/', { conversation_id: life.archived, message: 'Hello?' })).status).toBe(
      400,
    );
  });

  test('subscribers receive events that its content is no longer visible', async () => {
    const [gonePost] = await lives.own.first(1);
    expect(gonePost).toMatchObject({ postId: id, post: null });
    const [ended] = await lives.friendship.first(1);
    expect(ended).toMatchObject({ friendship: null, otherUser: null });
  });
});

describe('after the suspension', () => {
  test('everything is as it was before', async () => {
    await unsuspend(staff, gone);
    const now = await everything([friend]);
    for (const [asked, answer] of before) expect([asked, now.get(asked)]).toEqual([asked, answer]);
    for (const url of urls) expect([url, (await fetched(url)).status]).toEqual([url, 200]);
    expect((await as(gone).get('/me/')).status).toBe(200);
    expect((await nobody(service).post('/account/login/', { email: gone.email, password: gone.password })).status).toBe(
      200,
    );
    expect(
      await service.sql('select id from post where withheld union all select id from comment where withheld'),
    ).toEqual([]);
    expect((await lives.friendship.first(2))[1]).toMatchObject({ otherUser: { firstName: gone.firstName } });
  });

  test('the user finds what others have written in the meantime', async () => {
    const unread = async () => Number((await as(gone).get('/me/')).json()['unread_messages']);
    const had = await unread();
    await suspend(staff, gone);
    await say(friend, life.inbox, 'Meanwhile');
    await record(friend, { title: 'Meanwhile' });
    await unsuspend(staff, gone);
    expect(await unread()).toBe(had + 1);
    expect((await as(gone).get('/post/')).text).toContain('Meanwhile');
  });

  test('a suspension expires at its end', async () => {
    const until = new Date((await service.databaseNow()).getTime() + 1500);
    await suspend(staff, gone, until);
    const refused = await as(gone).graphql('{ me { id } }');
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'SUSPENDED' });
    expect((await as(friend).get(`/user/${gone.id}/`)).status).toBe(404);
    while ((await service.databaseNow()) <= until) await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await as(gone).get('/me/')).status).toBe(200);
    expect((await as(friend).get(`/user/${gone.id}/`)).status).toBe(200);
  });
});
