import { expect, test } from '@jest/globals';
import { say, start } from '../conversations/talk.ts';
import { as, cast } from '../support/cast.ts';
import { liveCursor, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const messageAdded =
  'subscription ($after: String) { messageAdded(after: $after) { cursor message { databaseId message } } }';
const signIn = () => new TestSocket(service.url).init({ authorization: bob.authorization });

test('who does not read is cut off with the advice to resume; others hear everything meanwhile', async () => {
  const id = await start(ann, [bob]);
  const after = await liveCursor(as(bob));
  const [slow, fast] = [await signIn(), await signIn()];
  // Each message goes to the slow socket many times: more than sockets of the system hold.
  const lives = Array.from({ length: 100 }, () => slow.operate(messageAdded, { after }));
  const live = fast.operate(messageAdded, { after });
  await say(ann, id, 'First');
  await Promise.all(lives.map((one) => one.first(1)));
  slow.raw.pause();
  const ids: number[] = [];
  for (let i = 0; i < 30; i++) ids.push(await say(ann, id, 'x'.repeat(9999)));
  const heard = (await live.first(31)).map(({ message }) => (message as { databaseId: number }).databaseId);
  expect(heard.slice(1)).toEqual(ids);
  // What was on its way when it was cut off comes first.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  slow.raw.resume();
  expect(await slow.closed).toEqual({ code: 4413, reason: 'Too slow: resume with your last cursor' });
  const last = lives[0]?.events ?? [];
  const resumed = (await signIn()).operate(messageAdded, { after: last.at(-1)?.cursor });
  const rest = await resumed.first(31 - last.length);
  const all = [...last, ...rest].map(({ message }) => (message as { databaseId: number }).databaseId);
  expect(all).toEqual(heard);
});
