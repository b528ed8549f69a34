import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../src/domain/context.ts';
import { failureOf } from '../../src/errors.ts';
import type { LiveEvent, LiveFeed } from '../../src/domain/live/live.ts';
import type { EventResults, Selection } from './event-results.ts';
import { liveLimits } from './live-limits.ts';

/** Where the results of a subscription go. */
export interface Sink {
  /** Sends a result (JSON); resolves when it is time for the next one, which is at once unless much waits to be read. */
  send(result: string, event: LiveEvent): Promise<void> | undefined;
  /** Whether the reader is gone. */
  closed(): boolean;
  /** Bytes that wait for the reader. */
  waiting(): number;
  /** The reader does not keep up: cuts it off. */
  cut(): void;
}

/** A subscription under way. */
export interface Delivery {
  /** Resolves when the feed has ended; rejects when the feed fails. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

const lookMs = 1000;

/**
 * Sends the events of a feed, in order, as fast as they are read, and pays for them. When the reader's budget is spent, the
 * delivery fails with RATE_LIMITED: the reader resumes later with the last cursor.
 */
export function deliver(
  feed: LiveFeed,
  selection: Selection,
  reader: Context,
  results: EventResults,
  sink: Sink,
): Delivery {
  let stopped = false;

  /**
   * A reader gets time; what comes in the meantime waits in the feed, where it costs nothing as long as it is not much. Who
   * took long is shown what is visible by then.
   */
  const rest = async (time: Promise<void>, resultBytes: number): Promise<void> => {
    const rested = time.then(() => true);
    const looks = () => sleep(lookMs, false, { ref: false });
    let long = false;
    while (!(await Promise.race([rested, looks()]))) {
      if (stopped || sink.closed()) return;
      if (sink.waiting() + feed.waiting * resultBytes > liveLimits.waitingBytes) return sink.cut();
      long = true;
    }
    if (long) feed.refresh();
  };

  const run = async (): Promise<void> => {
    try {
      for (let sent = 0; ; sent++) {
        const { value: event, done } = await feed.next();
        if (done || stopped || sink.closed()) return;
        if (sent % liveLimits.deliveriesPaid === 0) await reader.budget.spend('delivery', liveLimits.deliveriesPaid);
        const result = await results.resultFor(selection, event, reader);
        if (stopped) return;
        const time = sink.send(result, event);
        if (time) await rest(time, result.length);
      }
    } catch (error: unknown) {
      if (failureOf(error)?.code !== 'TOO_SLOW') throw error;
      sink.cut();
    } finally {
      await feed.return();
    }
  };

  return {
    done: run(),
    async stop() {
      stopped = true;
      await feed.return();
    },
  };
}

/**
 * A delivery as the protocols' libraries take a subscription: it yields nothing, as its results are sent past it, and ends
 * with the feed. Where the feed fails it yields what `shown` makes of that, or without it throws.
 */
export function ends(delivery: Delivery, shown?: (error: unknown) => unknown): AsyncIterableIterator<unknown> {
  let over = false;
  const end = { value: undefined, done: true } as const;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (over) return end;
      try {
        await delivery.done;
        return end;
      } catch (error: unknown) {
        if (!shown) throw error;
        over = true;
        return { value: shown(error), done: false };
      }
    },
    async return() {
      await delivery.stop();
      return end;
    },
  };
}
