/** Each delivered event costs points of its reader. */
import { expect, test } from '@jest/globals';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, newPerson } from '../support/cast.ts';
import { liveCursor, messageAdded, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';

/* Events are paid for by who hears them: with as many subscriptions as a person may have, the budget ends the delivery. */
const service = await testService({ RATE_LIMITS: 'on', RATE_POINTS: '200000' });

test('subscriptions end with RATE_LIMITED once their events have used up the budget of the user', async () => {
  const [ann, bob] = await Promise.all([newPerson(service, 'Ann', 'Archer'), newPerson(service, 'Bob', 'Baker')]);
  const conversation = await start(ann, [bob]);
  const after = await liveCursor(as(bob));
  const socket = await new TestSocket(service.url).init({ authorization: bob.authorization });
  const lives = Array.from({ length: 50 }, () => socket.operate(messageAdded, { after }));
  // Twelve thousand events of 20 points each: ten thousand are paid for, however they are spread over the subscriptions.
  const sent = 240;
  for (let n = 0; n < sent; n++) await say(ann, conversation, `Message ${n}`);
  expect(await Promise.race(lives.map((live) => live.refused()))).toBe('RATE_LIMITED');
  const ends = lives.map((live) => Promise.race([live.refused(), live.first(sent)]));
  await Promise.all(ends);
  const received = lives.reduce((sum, { events }) => sum + events.length, 0);
  expect(received).toBeGreaterThanOrEqual(9000);
  expect(received).toBeLessThanOrEqual(10_000);
  // Whoever was asked less of is not concerned.
  expect((await as(ann).get('/me/')).status).toBe(200);
  socket.raw.close();
});
