/** The events of a subscription are taken once each: those up to where it joined from the log, and later ones as they are offered. */
import { describe, expect, test } from '@jest/globals';
import { Subscription } from '../subscription/subscription.ts';
import type { Feed, ReplayPage } from '../subscription/subscription.ts';
import type { LiveEvent } from '../hearing/listeners.ts';

const event = (seq: number) => ({ cursor: `c${seq}` }) as unknown as LiveEvent;

/** A feed after position 2 of a log with events up to `last`, which has joined at `since`. */
function feedOf(last: number, since: number) {
  const log = Array.from({ length: last }, (_, n) => [n + 1, event(n + 1)] as const);
  const read = async (after: number): Promise<ReplayPage<unknown> | null> => {
    const events = log.filter(([seq]) => seq > after && seq <= feed.since);
    return events.length > 0 ? { events: events.slice(0, 2), upTo: events.slice(0, 2).at(-1)![0] } : null;
  };
  const feed = new Subscription(
    'who',
    [],
    2,
    { mostWaiting: 1000, tooSlow: () => new Error('too slow') },
    read,
    () => {},
  );
  feed.since = since;
  return feed;
}

async function taken(feed: Feed<unknown>, count: number): Promise<string[]> {
  const cursors = [];
  for (let n = 0; n < count; n++) {
    const { value } = await feed.next();
    cursors.push((value as { cursor: string }).cursor);
  }
  return cursors;
}

describe('a subscription', () => {
  test('does not repeat events that are offered up to where it joined', async () => {
    const feed = feedOf(6, 6);
    feed.replay();
    for (const seq of [4, 5, 6, 7, 8]) feed.offer(event(seq), seq);
    expect(await taken(feed, 6)).toEqual(['c3', 'c4', 'c5', 'c6', 'c7', 'c8']);
    expect(feed.waiting).toBe(0);
  });

  test('does not take what is offered before what it reads from the log', async () => {
    const feed = feedOf(5, 5);
    feed.replay();
    const first = feed.next();
    feed.offer(event(6), 6);
    expect((await first).value).toEqual(event(3));
    expect(await taken(feed, 3)).toEqual(['c4', 'c5', 'c6']);
  });

  test('that is not behind passes on what is offered at once', async () => {
    const feed = feedOf(2, 2);
    const next = feed.next();
    feed.offer(event(2), 2);
    feed.offer(event(3), 3);
    expect((await next).value).toEqual(event(3));
  });
});
