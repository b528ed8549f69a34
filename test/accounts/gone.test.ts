/** After an account is deleted, no REST row, no GraphQL field and no replay returns data of its owner. */
import { describe, expect, test } from '@jest/globals';
import { executableSchema } from '../../schema/index.ts';
import { say } from '../conversations/conversation-calls.ts';
import { fetched } from '../pictures/sending.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { getRows } from '../support/get-rows.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { liveCursor, liveFormats } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { everythingOf } from './everything.ts';
import { shareLife } from './shared-life.ts';
import { bring, zipOf } from './import-my-data.ts';

/*
 * Asks everything that can be asked, as people who had to do with somebody, before and after that somebody deletes the
 * account: before, the answers are full of them; after, they are nowhere but where docs/decisions.md keeps them
 * (messages stay with the kept name; interface, Conversations and messages).
 */
const service = await testService();
const gone = await newPerson(service, 'Quzzla', 'Wyndred');
const [friend, requested, blocker] = [
  await newPerson(service, 'Bob', 'Baker'),
  await newPerson(service, 'Cho', 'Chang'),
  await newPerson(service, 'Dan', 'Dyer'),
];
const before = await liveCursor(as(friend));
const life = await shareLife(service, gone, friend, requested, blocker);
const witnesses: Person[] = [friend, requested, blocker];

const { signs, withoutKept, everyPath, ofOneself, ofOneselfInGraphql, readAll } = everythingOf(gone, friend, life);

describe('before a user deletes the account', () => {
  test('every row shows the user, except those that show nothing of others', async () => {
    const showing = new Set<string>();
    for (const { row, path } of everyPath)
      for (const witness of witnesses) if (signs.test((await as(witness).get(path)).text)) showing.add(row);
    expect(Object.keys(getRows).filter((row) => !showing.has(row))).toEqual(ofOneself);
  });

  test('every field of GraphQL shows the user, except those that show nothing of others', async () => {
    const showing = new Map<string, boolean>();
    for (const witness of witnesses)
      for (const [field, answer] of await readAll(witness))
        showing.set(field, showing.get(field) === true || signs.test(answer));
    expect([...showing].filter(([, shown]) => !shown).map(([field]) => field)).toEqual(ofOneselfInGraphql);
  });
});

describe('after the deletion', () => {
  test('the account is deleted', async () => {
    const page = (await as(friend).get(`/event-participant/${life.participant}/`)).json<{ participant_url: string }>();
    const run = (await as(friend).get(`/workout/${life.own.workout}/`)).json<Record<string, string>>();
    const urls = [page.participant_url, run['static_map_url'] ?? '', life.picture.original, life.picture.feed];
    for (const url of urls) expect([url, (await fetched(url)).status]).toEqual([url, 200]);
    const { errors } = await as(gone).graphql(
      'mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }',
      { password: gone.password },
    );
    expect(errors).toEqual([]);
    // Links that were handed out before need no key, and lead nowhere now.
    for (const url of urls) expect([url, (await fetched(url)).status]).toEqual([url, 404]);
  });

  test.each(everyPath)('$row does not show the user to any reader: $path', async ({ row, path, stays }) => {
    for (const witness of witnesses) {
      const answer = await as(witness).get(path);
      expect(stays ? (witness === friend ? [200] : [200, 404]) : [404]).toContain(answer.status);
      expect(withoutKept(answer.text)).not.toMatch(signs);
      if (row === 'GET /workout/')
        expect((await as(witness).get(path, { Accept: contentTypes.gpx })).text).not.toMatch(signs);
    }
  });

  test('no field of GraphQL shows the user to any reader', async () => {
    for (const witness of witnesses)
      for (const [field, answer] of await readAll(witness))
        expect([field, signs.exec(withoutKept(answer))?.[0]]).toEqual([field, undefined]);
  });

  test('a replay of missed events contains nothing of the user', async () => {
    // Something of each kind that comes last.
    const last = 'the very last';
    const { post } = await record(friend, { post_body: last });
    await as(requested).post('/like/toggle/', { object_type: 'post', object_id: post });
    await say(requested, life.inbox, last);
    await as(await newPerson(service, 'Zoe', last)).post('/friendship/request/', { user_id: friend.id });
    await bring(
      friend,
      await zipOf(
        new Map([
          ['a.gpx', makeGpx()],
          [`${last}.txt`, 'x'],
        ]),
      ),
    );
    const subscriptions = {
      dataImportChanged:
        'import { refused { file } results { nodes { workout { title user { firstName lastName } } } } }',
      changes: `changes { ... on PostChanged { post { body comments { nodes { comment user { firstName lastName } } } } }
        ... on MessageAdded { message { message userDeletedName user { firstName lastName } } }
        ... on ConversationChanged { conversation { recipients { firstName lastName } lastMessage { message } } }
        ... on FriendshipChanged { friendship { id } otherUser { firstName lastName } }
        ... on NotificationAdded { notification { kind actors { firstName lastName } } }
        ... on UserChanged { user { firstName lastName } } }`,
      feedPostAdded: 'post { body author { firstName lastName } workout { title } }',
      postChanged: 'post { body comments(first: 5) { nodes { comment user { firstName lastName } } } }',
      messageAdded: 'message { message userDeletedName user { firstName lastName } }',
      conversationChanged:
        'conversation { recipients { firstName lastName } pastUsersInvolved lastMessage { message } }',
      friendshipChanged: 'friendship { id } otherUser { firstName lastName }',
      notificationAdded: 'notification { kind actors { firstName lastName } message { message } }',
    };
    const all = executableSchema().getSubscriptionType()?.getFields() ?? {};
    expect(Object.keys(subscriptions).sort()).toEqual(Object.keys(all).sort());
    for (const [field, selection] of Object.entries(subscriptions)) {
      const query = `subscription ($after: String) { ${field}(after: $after) { cursor ${selection} } }`;
      const live = await liveFormats['graphql-sse'](friend, query, { after: before });
      await live.results.until((all) => JSON.stringify(all).includes(last), `the last ${field}`);
      live.stop();
      expect([field, signs.exec(withoutKept(JSON.stringify(live.events)))?.[0]]).toEqual([field, undefined]);
    }
  });
});
