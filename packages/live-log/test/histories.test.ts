/** Whatever happens in which order, a listener receives what a query of what it missed finds: in order, and each once. */
import { expect, test } from '@jest/globals';
import { holds, patience } from '@runners/testing';
import fc from 'fast-check';
import type { Feed } from '../subscription/subscription.ts';
import { MemoryLog } from './memory-log.ts';
import { listen, makeRooms, take } from './rooms.ts';

/** One listener, what it has received, and how much was said. */
interface Listening {
  feed: Feed<string>;
  cursor: string | null;
  received: string[];
  said: number;
}

const rooms = [1, 2, 3];
const room = fc.constantFrom(...rooms);
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('say' as const), room, wakes: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('take' as const), room, count: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('resume' as const), room, elsewhere: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('refresh' as const), room }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('turn' as const) }) },
);

test(
  'random histories',
  () =>
    holds(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
        const log = new MemoryLog();
        log.append(1, 'before everything');
        const [here, there] = [makeRooms(log), makeRooms(log)];
        const processes = [here, there];
        const listeners = new Map<number, Listening>();
        for (const id of rooms)
          listeners.set(id, { feed: await listen(here, log, id), cursor: null, received: [], said: 0 });
        const begin = (await here.position()).lastSeq;
        const of = (id: number) => listeners.get(id)!;
        const takes = async (id: number, count: number) => {
          const one = of(id);
          for (const { cursor, happened } of await take(one.feed, count)) {
            one.cursor = cursor;
            one.received.push(happened);
          }
        };
        for (const [n, one] of acts.entries())
          if (one.what === 'say') {
            log.append(one.room, `${n}`);
            of(one.room).said++;
            if (one.wakes) for (const live of processes) live.wake();
          } else if (one.what === 'take') {
            for (const live of processes) live.wake();
            const { said, received } = of(one.room);
            await takes(one.room, Math.min(one.count, said - received.length));
          } else if (one.what === 'resume') {
            const listener = of(one.room);
            if (listener.cursor === null) continue;
            await listener.feed.return();
            listener.feed = await listen(one.elsewhere ? there : here, log, one.room, listener.cursor);
          } else if (one.what === 'refresh') of(one.room).feed.refresh();
          else await new Promise(setImmediate);
        for (const live of processes) live.wake();
        for (const id of rooms) {
          const { said, received } = of(id);
          await takes(id, said - received.length);
          expect(of(id).received).toEqual(log.of(id, begin).map(({ text }) => text));
        }
        for (const live of processes) await live.stop();
      }),
    ),
  patience,
);
