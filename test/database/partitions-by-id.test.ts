/** Messages and tracks in partitions of ids, which npx runners partition makes of full tables (decisions D423). */
import { expect, test } from '@jest/globals';
import { makePartitions } from '../../src/domain/live/event-log.ts';
import { messagesOf, say, start, unread } from '../conversations/conversation-calls.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import { liveCursor, TestSocket } from '../support/live.ts';
import { contentTypes } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { pointsFrom } from '../support/routes.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const tables = ['message', 'workout_track', 'workout_sensors'];

const conversation = await start(ann, [bob], 'first');
const early = await record(ann, { points: pointsFrom(47, 8) });
for (const table of tables) await service.sql(`select partition_by_id(?)`, [table]);
/** The next rows are in the next partitions. */
for (const table of ['message', 'workout']) await service.sql(`select setval(?, 1000000)`, [`${table}_id_seq`]);

test('messages of several partitions are one conversation', async () => {
  const cursor = await liveCursor(as(bob));
  const before = await unread(bob);
  const second = await say(ann, conversation, 'second');
  expect(second).toBeGreaterThan(1_000_000);
  expect((await messagesOf(bob, conversation)).map(({ message }) => message)).toEqual(['first', 'second']);
  expect(await unread(bob)).toBeGreaterThanOrEqual(before);
  const socket = await new TestSocket(service.url).init({ authorization: bob.authorization });
  const query = 'subscription ($after: String) { messageAdded(after: $after) { message { message } } }';
  expect(await socket.operate(query, { after: cursor }).first(1)).toEqual([{ message: { message: 'second' } }]);
  socket.raw.close();
  await socket.closed;
  const where = await service.sql(
    'select tableoid::regclass::text as name from message where conversation_id = ? order by id',
    [conversation],
  );
  expect(where.map(({ name }) => name)).toEqual(['message_before', 'message_1000000']);
});

test('tracks of several partitions are read, and go with their workouts', async () => {
  const late = await record(ann, { points: pointsFrom(48, 9), run_date: '2024-07-01T07:00:00Z' });
  expect(late.workout).toBeGreaterThan(1_000_000);
  const gpx = await as(ann).get('/workout/?limit=2', { Accept: contentTypes.gpx });
  expect(gpx.text.split('</trk>').map((track) => track.includes('<trkpt'))).toEqual([true, true, false]);
  const counted = () => service.sql('select count(*)::int as n from workout_track');
  const [{ n }] = (await counted()) as [{ n: number }];
  for (const { workout } of [early, late]) expect((await as(ann).delete(`/workout/${workout}/`)).status).toBe(204);
  expect(await counted()).toEqual([{ n: n - 2 }]);
});

test('a deleted account leaves its name in messages of all partitions', async () => {
  const leaving = await newPerson(service, 'Lea', 'Leaving');
  const other = await start(bob, [leaving], 'Hello');
  await say(leaving, other, 'Bye');
  const { data } = await as(leaving).graphql(
    'mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }',
    { password: leaving.password },
  );
  expect(data).toEqual({ deleteAccount: { done: true } });
  expect(await service.sql('select user_deleted_name as name from message where user_id is null')).toEqual([
    { name: 'Lea Leaving' },
  ]);
});

test('the next partition is made when the last one is in use', async () => {
  const names = async () =>
    (await service.sql(`select name from partitions_of('message') order by upper::bigint`)).map(({ name }) => name);
  expect(await names()).toEqual(['message_before', 'message_1000000', 'message_default']);
  await service.database.one(makePartitions, []);
  expect(await names()).toEqual(['message_before', 'message_1000000', 'message_21000000', 'message_default']);
  await service.database.one(makePartitions, []);
  expect((await names()).length).toBe(4);
});
