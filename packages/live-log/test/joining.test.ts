/** A listener who joins reads from the log what this process has read before, and is offered only what comes after. */
import { expect, test } from '@jest/globals';
import { MemoryLog } from './memory-log.ts';
import { listen, makeRooms, take, textsOf } from './rooms.ts';

test('what the process has delivered since the position of a listener is read from the log', async () => {
  const log = new MemoryLog();
  const live = makeRooms(log);
  const here = await listen(live, log, 1);
  const end = await live.position();
  log.append(1, 'delivered');
  live.wake();
  await take(here, 1);
  const late = await listen(live, log, 1, null, end);
  log.append(1, 'new');
  live.wake();
  for (const text of ['delivered', 'new']) expect(textsOf(await take(late, 1))).toEqual([text]);
  await live.stop();
});

test('what a listener knows already is not offered when the process reads it later', async () => {
  const log = new MemoryLog();
  const live = makeRooms(log);
  const here = await listen(live, log, 1);
  log.append(1, 'known');
  // Another process gives it its position.
  await log.number();
  const late = await listen(live, log, 1);
  log.append(1, 'new');
  live.wake();
  expect(textsOf(await take(here, 2))).toEqual(['known', 'new']);
  expect(textsOf(await take(late, 1))).toEqual(['new']);
  await live.stop();
});
