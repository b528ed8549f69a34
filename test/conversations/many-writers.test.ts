import { expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { conversationOf, messagesOf, say, start, unread } from './talk.ts';

const service = await testService();

test('200 messages at once: none lost, none doubled, one order for everyone, exact counts', async () => {
  const { ann, bob, cho, dan } = await cast(service);
  const id = await start(ann, [bob, cho, dan], 'go');
  const writers = Array.from({ length: 200 }, (_, i) => ({ from: i % 2 ? ann : bob, text: `message ${i}` }));
  // Dan hides it and Cho reads it all the time while they write.
  const reading = async () => {
    for (let i = 0; i < 20; i++) {
      const { last_message } = await conversationOf(cho, id);
      const { status } = await as(cho).post(`/conversation/${id}/read/`, { last_message_id: last_message.id });
      expect([200, 409]).toContain(status);
    }
  };
  const hiding = async () => {
    for (let i = 0; i < 20; i++) expect((await as(dan).patch(`/conversation/${id}/hide/`)).status).toBe(204);
  };
  const [sent] = await Promise.all([
    Promise.all(writers.map(({ from, text }) => say(from, id, text))),
    reading(),
    hiding(),
  ]);
  expect(new Set(sent).size).toBe(200);

  const seen = await messagesOf(ann, id);
  expect(seen).toHaveLength(201);
  expect(seen.map(({ message }) => message).sort()).toEqual(['go', ...writers.map(({ text }) => text)].sort());
  for (const person of [bob, cho, dan]) expect(await messagesOf(person, id)).toEqual(seen);
  const ids = seen.map((message) => message.id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  const dates = seen.map((message) => String(message['created_date']));
  expect(dates).toEqual([...dates].sort());

  // 100 of Bob's are unread for Ann; 100 of Ann's and the first for Bob; Dan has read none.
  expect(await unread(ann)).toBe(100);
  expect(await unread(bob)).toBe(101);
  await say(ann, id, 'last');
  expect(await unread(dan)).toBe(202);
  const seats = await service.sql(
    `select s.user_id, s.unread, s.last_message_id = c.last_message_id as same,
       (select count(*)::int from message m where m.conversation_id = c.id and m.user_id <> s.user_id and m.id > s.read_up_to) as counted
     from seat s join conversation c on c.id = s.conversation_id where c.id = ?`,
    [id],
  );
  expect(seats).toHaveLength(4);
  for (const seat of seats) expect(seat).toMatchObject({ same: true, unread: seat['counted'] });
});

test('many conversations at once between the same people', async () => {
  const [ann, bob] = [await newPerson(service, 'Anna', 'Many'), await newPerson(service, 'Bobby', 'Many')];
  const ids = await Promise.all(Array.from({ length: 20 }, () => start(ann, [bob])));
  await Promise.all(ids.flatMap((id) => [say(ann, id, 'a'), say(bob, id, 'b'), say(ann, id, 'c')]));
  for (const id of ids)
    expect((await messagesOf(bob, id)).map(({ message }) => message).sort()).toEqual(['Hello', 'a', 'b', 'c']);
  expect(await unread(bob)).toBe(60);
});
