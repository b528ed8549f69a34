/** Cursors and open subscriptions when the database fails over, or is restored to an earlier point (decisions D425). */
import { afterAll, expect, test } from '@jest/globals';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor, messageAdded, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const conversation = await start(ann, [bob]);
const socket = await new TestSocket(service.url).init({ authorization: bob.authorization });
afterAll(() => socket.raw.close());

const texts = (events: readonly Mapping[]) => events.map(({ message }) => (message as Mapping)['message']);
const subscribe = (after: string | null) => socket.operate(messageAdded, { after });
/** Writes of another server, which is what a failover looks like from here. */
const onAnotherServer = () => service.sql(`update live_log set origin = 'another/00000001'`);
/** The database is as it was at this position, as after a restore. */
async function goBackTo(position: unknown): Promise<void> {
  await service.sql('delete from message where conversation_id = ? and message like ?', [conversation, 'lost%']);
  await service.sql('delete from live_event where seq is null or seq > ?', [position]);
  await service.sql('update live_log set last_seq = ?', [position]);
  await onAnotherServer();
}
const positionNow = async () => {
  await liveCursor(as(bob));
  return (await service.sql('select last_seq from live_log'))[0]?.['last_seq'];
};

test('a failover that loses nothing leaves subscriptions open, and former cursors valid', async () => {
  const before = await liveCursor(as(bob));
  const open = subscribe(before);
  await say(ann, conversation, 'one');
  expect(texts(await open.first(1))).toEqual(['one']);
  await onAnotherServer();
  await say(ann, conversation, 'two');
  expect(texts(await open.first(2))).toEqual(['one', 'two']);
  expect(await liveCursor(as(bob))).not.toBe(before);
  expect(texts(await subscribe(before).first(2))).toEqual(['one', 'two']);
});

test('a restore ends subscriptions to which lost events were delivered, and cursors of lost events have expired', async () => {
  const kept = await liveCursor(as(bob));
  const position = await positionNow();
  const open = subscribe(kept);
  await say(ann, conversation, 'lost one');
  await say(ann, conversation, 'lost two');
  const lost = (await open.first(2)).map(({ cursor }) => cursor);
  await goBackTo(position);
  expect(await open.refused()).toBe('CURSOR_EXPIRED');
  await say(ann, conversation, 'new one');
  await say(ann, conversation, 'new two');
  await say(ann, conversation, 'new three');
  for (const cursor of lost) expect(await subscribe(cursor).refused()).toBe('CURSOR_EXPIRED');
  expect(texts(await subscribe(kept).first(3))).toEqual(['new one', 'new two', 'new three']);
});
