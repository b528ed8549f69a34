/** A listener who is too slow, lost and deleted events, events that cannot be loaded, and cursors. */
import { describe, expect, test } from '@jest/globals';
import { cursorOf, readCursor } from '../log/cursor.ts';
import { MemoryLog } from './memory-log.ts';
import { listen, makeRooms, take, textsOf, unloadable } from './rooms.ts';

describe('a listener', () => {
  test('who is too slow is told so, and misses nothing after the last cursor', async () => {
    const log = new MemoryLog();
    const live = makeRooms(log);
    const feed = await listen(live, log, 1);
    log.append(1, 'first');
    live.wake();
    const [first] = await take(feed, 1);
    for (let n = 0; n < 21; n++) log.append(1, `${n}`);
    live.wake();
    await new Promise(setImmediate);
    await expect(feed.next()).rejects.toThrow('too slow');
    expect(await feed.next()).toEqual({ done: true, value: undefined });
    const again = await listen(live, log, 1, first!.cursor);
    expect(textsOf(await take(again, 21))).toEqual(Array.from({ length: 21 }, (_, n) => `${n}`));
    await live.stop();
  });

  test('does not receive what is said elsewhere, and ends with the process', async () => {
    const log = new MemoryLog();
    const live = makeRooms(log);
    const feed = await listen(live, log, 1);
    log.append(2, 'elsewhere');
    log.append(1, 'here');
    live.wake();
    expect(textsOf(await take(feed, 1))).toEqual(['here']);
    expect([live.subscriptions(), live.waiting(), await live.lag()]).toEqual([1, 0, 0]);
    const next = feed.next();
    await live.stop();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(live.subscriptions()).toBe(0);
  });

  test('learns that events were deleted before they were delivered', async () => {
    const log = new MemoryLog();
    const live = makeRooms(log);
    const feed = await listen(live, log, 1);
    for (let n = 0; n < 4; n++) log.append(1, `${n}`);
    // Another process gives them their positions and deletes them.
    await log.number();
    log.prune(4);
    live.wake();
    await expect(feed.next()).rejects.toThrow('expired');
    await live.stop();
  });

  test('learns that delivered events were lost, and resumes after what is left', async () => {
    const log = new MemoryLog();
    const complaints: string[] = [];
    const live = makeRooms(log, null, complaints);
    const feed = await listen(live, log, 1);
    for (const text of ['kept', 'lost']) log.append(1, text);
    live.wake();
    const [kept, lost] = await take(feed, 2);
    log.restore(1);
    live.wake();
    await expect(feed.next()).rejects.toThrow('expired');
    expect(complaints).toEqual(['the database was restored']);
    await expect(listen(live, log, 1, lost!.cursor)).rejects.toThrow('expired');
    const again = await listen(live, log, 1, kept!.cursor);
    log.append(1, 'new');
    live.wake();
    expect(textsOf(await take(again, 1))).toEqual(['new']);
    await live.stop();
  });
});

describe('an event that cannot be loaded', () => {
  test('delays those after it, and is left out when the log answers nevertheless', async () => {
    const log = new MemoryLog();
    const complaints: string[] = [];
    const live = makeRooms(log, null, complaints);
    const feed = await listen(live, log, 1);
    for (const text of [unloadable, 'next']) log.append(1, text);
    const [{ happened }] = await Promise.all([
      take(feed, 1).then(([event]) => event!),
      (async () => {
        for (let tries = 0; tries < 40; tries++) {
          live.wake();
          await new Promise(setImmediate);
        }
      })(),
    ]);
    expect(happened).toBe('next');
    expect(complaints).toEqual(['live events wait for the database', 'a live event cannot be loaded and is left out']);
    await live.stop();
  });

  test('is not left out while the log does not answer', async () => {
    const log = new MemoryLog();
    const complaints: string[] = [];
    const live = makeRooms(log, null, complaints);
    const feed = await listen(live, log, 1);
    log.append(1, 'later');
    log.failure = new Error('the log is away');
    for (let tries = 0; tries < 40; tries++) {
      live.wake();
      await new Promise(setImmediate);
    }
    log.failure = null;
    live.wake();
    expect(textsOf(await take(feed, 1))).toEqual(['later']);
    expect(complaints).toEqual(['live events wait for the database']);
    await live.stop();
  });
});

describe('a cursor', () => {
  const position = { lastSeq: 9, prunedSeq: 2, epoch: 'aaaaaaaa-1', former: ['bbbbbbbb-1:5'] };
  const faults = {
    expired: () => new Error('expired'),
    malformed: () => new Error('malformed'),
    ahead: () => new Error('ahead'),
  };
  test.each([
    [cursorOf('aaaaaaaa-1', 9), 9],
    [cursorOf('aaaaaaaa-1', 10), 'ahead'],
    [cursorOf('aaaaaaaa-1', 2), 2],
    [cursorOf('aaaaaaaa-1', 1), 'expired'],
    [cursorOf('bbbbbbbb-1', 5), 5],
    [cursorOf('bbbbbbbb-1', 6), 'expired'],
    [cursorOf('cccccccc-1', 5), 'expired'],
    ['nothing', 'malformed'],
  ])('%s is %s', (cursor, expected) => {
    const read = () => readCursor(cursor, position, faults);
    if (typeof expected === 'number') expect(read()).toBe(expected);
    else expect(read).toThrow(expected);
  });
});
