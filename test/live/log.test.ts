/** The events in the log of changes reach the right readers. */
import { describe, expect, test } from '@jest/globals';
import { pruneEvents } from '../../src/domain/live/pruning.ts';
import { unitOfWork } from '@runners/postgres';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { inShort, listen, viewerOf } from './listening.ts';

const service = await testService();
const { ann, bob, cho, dan } = await cast(service);
const { live } = service.processContext;

describe('messages', () => {
  test('are delivered to all members of the conversation, in order, and to no other user', async () => {
    const conversation = await start(ann, [bob]);
    const [all, one, other] = await Promise.all([
      listen(service, bob, { kind: 'messages', conversationId: null }),
      listen(service, ann, { kind: 'messages', conversationId: conversation }),
      listen(service, cho, { kind: 'messages', conversationId: null }),
    ]);
    await say(ann, conversation, 'one');
    await say(bob, conversation, 'two');
    expect((await all.receives(2)).map(inShort)).toEqual(['message one', 'message two']);
    expect(await one.receives(2)).toEqual(all.received);
    expect(one.received[0]).toBe(all.received[0]);
    expect(other.received).toEqual([]);
  });

  test('of a user who has blocked the reader are delivered without the sender, and to others with it', async () => {
    const [eve, fay] = await Promise.all([newPerson(service, 'Eve', 'Early'), newPerson(service, 'Fay', 'Fern')]);
    const conversation = await start(eve, [ann, fay]);
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [eve.id, fay.id]);
    const [listeners, blocked] = await Promise.all([
      listen(service, ann, { kind: 'messages', conversationId: conversation }),
      listen(service, fay, { kind: 'messages', conversationId: null }),
    ]);
    await say(eve, conversation, 'hello');
    const senders = [(await listeners.receives(1))[0], (await blocked.receives(1))[0]].map(
      (event) => event?.happened.kind === 'messageAdded' && event.happened.message.userId,
    );
    expect(senders).toEqual([eve.id, null]);
  });

  test('are delivered for new conversations to subscribers of all conversations, and change the conversation', async () => {
    const after = await live.cursor();
    const listener = await listen(service, bob, { kind: 'conversations' });
    const conversation = await start(cho, [bob]);
    const first = await say(cho, conversation, 'again');
    await as(bob).post(`/conversation/${conversation}/read/`, { last_message_id: first });
    await as(bob).patch(`/conversation/${conversation}/archive/`);
    const changes = Array.from({ length: 4 }, () => `conversation ${conversation}`);
    expect((await listener.receives(4)).map(inShort)).toEqual(changes);
    const replayed = await listen(service, bob, { kind: 'conversations' }, after);
    expect((await replayed.receives(4)).map(inShort)).toEqual(changes);
  });
});

describe('posts', () => {
  test('are delivered to the feeds that contain them, as far as they are visible', async () => {
    await service.sql('update users set is_featured = true where id = ?', [ann.id]);
    await service.sql(`update profile set location_lat = 52.5, location_lng = 13.4 where id in (${ann.id}, ${dan.id})`);
    const [friends, profile, featured, local] = await Promise.all([
      listen(service, bob, { kind: 'posts', feed: 'friends' }),
      listen(service, cho, { kind: 'posts', feed: 'profile', userId: ann.id }),
      listen(service, cho, { kind: 'posts', feed: 'featured' }),
      listen(service, dan, { kind: 'posts', feed: 'local' }),
    ]);
    const after = await live.cursor();
    const open = await record(ann);
    const forFriends = await record(ann, { privacy: 'friends' });
    await record(ann, { privacy: 'private' });
    await record(cho);
    const last = await record(ann);
    const all = [open, forFriends, last].map(({ post }) => `post ${post}`);
    const visible = [open, last].map(({ post }) => `post ${post}`);
    expect((await friends.receives(3)).map(inShort)).toEqual(all);
    for (const listener of [profile, featured, local])
      expect((await listener.receives(2)).map(inShort)).toEqual(visible);
    const replays = await Promise.all([
      listen(service, bob, { kind: 'posts', feed: 'friends' }, after),
      listen(service, cho, { kind: 'posts', feed: 'profile', userId: ann.id }, after),
      listen(service, cho, { kind: 'posts', feed: 'featured' }, after),
      listen(service, dan, { kind: 'posts', feed: 'local' }, after),
    ]);
    expect((await replays[0].receives(3)).map(inShort)).toEqual(all);
    for (const listener of replays.slice(1)) expect((await listener.receives(2)).map(inShort)).toEqual(visible);
  });

  test('are not delivered once they are private, and those of a new friend are delivered without reconnecting', async () => {
    const after = await live.cursor();
    const { workout, post } = await record(ann);
    await as(ann).graphql(
      'mutation ($id: ID!) { editWorkout(input: { id: $id, privacy: PRIVATE }) { workout { id } } }',
      { id: Buffer.from(`Workout:${workout}`).toString('base64url') },
    );
    await service.sql(`update post set privacy = 'private' where id = ?`, [post]);
    const [listener, early] = await Promise.all([
      listen(service, bob, { kind: 'posts', feed: 'friends' }, after),
      listen(service, dan, { kind: 'posts', feed: 'friends' }),
    ]);
    await record(ann);
    // Delivered before the two are friends: what is delivered later is visible then.
    await listener.receives(1);
    await as(ann).post(`/friendship/request/${dan.id}/`);
    await service.sql('update friendship set accepted_date = now() where user1_id = ? and user2_id = ?', [
      dan.id,
      ann.id,
    ]);
    await service.sql('insert into friend_edge values (?, ?), (?, ?) on conflict do nothing', [
      ann.id,
      dan.id,
      dan.id,
      ann.id,
    ]);
    const second = await record(ann, { privacy: 'friends' });
    expect((await early.receives(1)).map(inShort)).toContain(`post ${second.post}`);
    expect((await listener.receives(2)).map(inShort)).not.toContain(`post ${post}`);
  });

  test('publish changes to readers who may see them, and their end to readers who could see them', async () => {
    const { post } = await record(ann, { privacy: 'friends' });
    const after = await live.cursor();
    const [one, friends] = await Promise.all([
      listen(service, bob, { kind: 'postChanges', postId: post }),
      listen(service, bob, { kind: 'postChanges', postId: null }),
    ]);
    const stranger = listen(service, cho, { kind: 'postChanges', postId: post });
    await expect(stranger).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const strangers = await listen(service, cho, { kind: 'postChanges', postId: null });
    await as(bob).post('/like/toggle/', { object_type: 'post', object_id: post });
    await as(bob).post('/comment/', { post_id: post, comment: 'Well run' });
    await Promise.all([one.receives(2), friends.receives(2)]);
    await service.sql(`update post set privacy = 'private' where id = ?`, [post]);
    await service.sql(`update post set body = 'secret' where id = ?`, [post]);
    await service.sql('delete from post where id = ?', [post]);
    const expected = [`changed ${post}`, `changed ${post}`, `gone ${post}`];
    for (const listener of [one, friends]) expect((await listener.receives(3)).map(inShort)).toEqual(expected);
    expect(strangers.received).toEqual([]);
    const replayed = await listen(service, bob, { kind: 'postChanges', postId: null }, after);
    expect((await replayed.receives(1)).map(inShort)).toEqual([`gone ${post}`]);
  });
});

test('friendships: requested, accepted and ended', async () => {
  const [gus, hal] = await Promise.all([newPerson(service, 'Gus', 'Gray'), newPerson(service, 'Hal', 'Hill')]);
  const after = await live.cursor();
  const listener = await listen(service, hal, { kind: 'friendships' });
  const other = await listen(service, cho, { kind: 'friendships' });
  await service.sql('insert into friendship (user1_id, user2_id) values (?, ?)', [gus.id, hal.id]);
  await service.sql('update friendship set accepted_date = now() where user1_id = ?', [gus.id]);
  await service.sql('delete from friendship where user1_id = ?', [gus.id]);
  await listener.receives(3);
  expect(inShort(listener.received[2] as never)).toBe(`friendship ended with ${gus.id}`);
  expect(other.received).toEqual([]);
  const replayed = await listen(service, hal, { kind: 'friendships' }, after);
  expect((await replayed.receives(3)).map(inShort)).toEqual(
    Array.from({ length: 3 }, () => `friendship ended with ${gus.id}`),
  );
});

describe('the order', () => {
  test('is the same for all readers, with each event once, after any number of reconnections', async () => {
    const conversations = await Promise.all([start(ann, [bob]), start(bob, [ann]), start(ann, [bob, cho])]);
    const begin = await live.cursor();
    const steady = await listen(service, ann, { kind: 'messages', conversationId: null }, begin);
    let writing = true;
    const restless = async (): Promise<string[]> => {
      const events: string[] = [];
      let after = begin;
      for (let last = false; !last;) {
        last = !writing;
        const feed = await live.subscribe({ ...bobAsViewer }, { kind: 'messages', conversationId: null }, after);
        const until = last ? 150 - events.length : Math.ceil(Math.random() * 10);
        for (let i = 0; i < until && events.length < 150; i++) {
          const { value } = (await feed.next()) as { value: { cursor: string } };
          after = value.cursor;
          events.push(inShort(value as never));
          if (events.length === 150) last = true;
        }
        await feed.return();
      }
      return events;
    };
    const bobAsViewer = viewerOf(bob);
    const readers = [restless(), restless(), restless()];
    await Promise.all(
      conversations.flatMap((conversation, i) =>
        [ann, bob].map(async (person) => {
          for (let n = 0; n < 25; n++) await say(person, conversation, `${i} ${person.firstName} ${n}`);
        }),
      ),
    );
    writing = false;
    const order = (await steady.receives(150)).map(inShort);
    expect(new Set(order).size).toBe(150);
    for (const events of await Promise.all(readers)) expect(events).toEqual(order);
  }, 120_000);

  test('includes transactions that commit late', async () => {
    if (service.database.kind === 'embedded') return;
    const listener = await listen(service, ann, { kind: 'posts', feed: 'friends' });
    const insert = `insert into post (author_id, body, privacy) values (${ann.id}, ?, 'public')`;
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const late = unitOfWork(service.database, async (em) => {
      await em.execute(insert, ['late']);
      begun.resolve();
      await gate.promise;
    });
    await begun.promise;
    await service.sql(insert, ['early']);
    await listener.receives(1);
    gate.resolve();
    await late;
    const bodies = (await listener.receives(2)).map(
      ({ happened }) => happened.kind === 'postAdded' && happened.post.body,
    );
    expect(bodies).toEqual(['early', 'late']);
  });
});

describe('cursors', () => {
  test('that are invalid, in the future or from another database are refused', async () => {
    const cursor = await live.cursor();
    const changed = (change: (text: string) => string) =>
      Buffer.from(change(Buffer.from(cursor, 'base64url').toString())).toString('base64url');
    const from = (after: string) => listen(service, ann, { kind: 'friendships' }, after);
    await expect(from('nonsense')).rejects.toMatchObject({ code: 'INVALID' });
    await expect(from('')).rejects.toMatchObject({ code: 'INVALID' });
    await expect(from(changed((text) => `${text}000`))).rejects.toMatchObject({ code: 'INVALID' });
    await expect(
      from(changed((text) => text.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')))),
    ).rejects.toMatchObject({
      code: 'CURSOR_EXPIRED',
    });
  });

  test('before the kept events are refused, and others can be resumed', async () => {
    const conversation = await start(ann, [bob]);
    const old = await live.cursor();
    await say(ann, conversation, 'old');
    const edge = await live.cursor();
    await service.sql(`update live_event set created_date = now() - interval '8 days'`);
    await say(ann, conversation, 'new');
    await live.cursor();
    await pruneEvents(service.database, 7);
    const interest = { kind: 'messages', conversationId: null } as const;
    await expect(listen(service, bob, interest, old)).rejects.toMatchObject({
      code: 'CURSOR_EXPIRED',
      message: expect.stringContaining('fetch again'),
    });
    const listener = await listen(service, bob, interest, edge);
    expect((await listener.receives(1)).map(inShort)).toEqual(['message new']);
    const left = await service.sql('select kind from live_event order by seq');
    expect(left.map(({ kind }) => kind)).toEqual(['notification', 'message']);
  });
});

test('a client that does not read is disconnected, and resumes after the last cursor', async () => {
  const after = await live.cursor();
  const feed = await live.subscribe(viewerOf(ann), { kind: 'posts', feed: 'friends' }, null);
  const reading = await listen(service, ann, { kind: 'posts', feed: 'friends' });
  await service.sql(
    `insert into post (author_id, body, privacy) select ${ann.id}, n::text, 'private' from generate_series(1, 1100) n`,
  );
  // Who reads hears them after the other one has been offered them.
  expect((await reading.receives(1100)).length).toBe(1100);
  await expect(feed.next()).rejects.toMatchObject({ code: 'TOO_SLOW' });
  expect((await feed.next()).done).toBe(true);
  const listener = await listen(service, ann, { kind: 'posts', feed: 'friends' }, after);
  const bodies = (await listener.receives(1100)).map(
    ({ happened }) => happened.kind === 'postAdded' && happened.post.body,
  );
  expect(bodies).toEqual(Array.from({ length: 1100 }, (_, n) => String(n + 1)));
}, 120_000);
