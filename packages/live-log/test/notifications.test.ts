/** Processes wake each other on the channels of their listeners, without polling the log. */
import { mock } from 'node:test';
import { afterEach, expect, test } from '@jest/globals';
import type { OpenNotifications } from '../notifications/notifications.ts';
import { MemoryLog } from './memory-log.ts';
import { listen, makeRooms, take, textsOf } from './rooms.ts';

/** Notifications within this process, and what is followed by which of those who have opened them. */
function exchange() {
  const followed: Map<string, number>[] = [];
  const receivers: ((seq: number) => void)[] = [];
  const announced: string[] = [];
  const count = (mine: Map<string, number>, channels: readonly string[], change: number) => {
    for (const one of channels) mine.set(one, (mine.get(one) ?? 0) + change);
  };
  const open: OpenNotifications = (received) => {
    const mine = new Map<string, number>();
    followed.push(mine);
    receivers.push(received);
    return {
      announce(channels) {
        for (const [channel, seq] of channels) {
          announced.push(channel);
          for (const [n, theirs] of followed.entries()) if ((theirs.get(channel) ?? 0) > 0) receivers[n]?.(seq);
        }
      },
      follow: (channels) => count(mine, channels, 1),
      leave: (channels) => count(mine, channels, -1),
      close: () => mine.clear(),
    };
  };
  return { open, announced, followed };
}

afterEach(() => mock.timers.reset());

test('a process that gives an event its position wakes those whose listeners wait for it', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const log = new MemoryLog();
  const { open, announced, followed } = exchange();
  const [here, there] = [makeRooms(log, open), makeRooms(log, open)];
  const feed = await listen(there, log, 1);
  await new Promise(setImmediate);
  expect(followed.map((mine) => [...mine])).toEqual([[], [['room:1', 1]]]);
  log.append(1, 'hello');
  log.append(2, 'nobody listens');
  here.wake();
  expect(textsOf(await take(feed, 1))).toEqual(['hello']);
  expect(announced).toEqual(['room:1', 'room:2']);
  await feed.return();
  expect([...followed[1]!]).toEqual([['room:1', 0]]);
  for (const live of [here, there]) await live.stop();
});

test('a listener who leaves while it reads from the log does not follow a channel afterwards', async () => {
  const log = new MemoryLog();
  const { open, followed } = exchange();
  const live = makeRooms(log, open);
  const feed = await listen(live, log, 1);
  for (const text of ['first', 'second']) log.append(1, text);
  live.wake();
  const [first] = await take(feed, 2);
  await feed.return();
  const again = await listen(live, log, 1, first!.cursor);
  const next = again.next();
  await again.return();
  expect(await next).toEqual({ done: true, value: undefined });
  await new Promise(setImmediate);
  expect(followed.map((mine) => [...mine])).toEqual([[['room:1', 0]]]);
  await live.stop();
});
