import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../src/domain/context.ts';
import { failureOf } from '../../src/errors.ts';
import type { LiveEvent, LiveSubscription } from '../../src/domain/live/live.ts';
import { admit, chargeDone } from '../../src/request/pipeline.ts';
import type { EventResults, Selection } from './event-results.ts';
import { liveLimits } from './live-limits.ts';

/** The destination of the results of a subscription. */
export interface Sink {
  /** Sends a result as JSON. Resolves when the next one may be sent, which is at once unless many bytes wait to be read. */
  send(result: string, event: LiveEvent): Promise<void> | undefined;
  /** Whether the reader has disconnected. */
  closed(): boolean;
  /** The number of bytes that wait to be read. */
  waiting(): number;
  /** Disconnects a reader that does not keep up. */
  disconnect(): void;
}

/** An active subscription. */
export interface Delivery {
  /** Resolves when the feed has ended; rejects when the feed fails. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

const lookMs = 1000;

/** So many results, and so many milliseconds of making them, are begun in one turn of the event loop. */
const mostInTurn = { results: 8, ms: 20 } as const;
const inTurn = { results: 0, from: 0 };

/** Waits for a turn with time for a result: one event may have thousands, of which each is made on its own. */
async function timeToDeliver(): Promise<void> {
  while (
    inTurn.results >= mostInTurn.results ||
    (inTurn.results > 0 && performance.now() - inTurn.from > mostInTurn.ms)
  )
    await setImmediate();
  if (inTurn.results++ > 0) return;
  inTurn.from = performance.now();
  void setImmediate().then(() => (inTurn.results = 0));
}

/**
 * Sends the events of a feed in order, as fast as they are read. Each costs the reader what its result took.
 * When no points are left, the delivery fails with RATE_LIMITED, and the reader can resume later with the last cursor.
 */
export function deliver(
  feed: LiveSubscription,
  selection: Selection,
  reader: Context,
  results: EventResults,
  sink: Sink,
): Delivery {
  let stopped = false;

  /**
   * Waits for a slow reader. New events wait in the feed, where a small number of them needs no memory of its own. After a
   * long wait, events show what is visible at that time.
   */
  const rest = async (time: Promise<void>, resultBytes: number): Promise<void> => {
    const rested = time.then(() => true);
    const looks = () => sleep(lookMs, false, { ref: false });
    let long = false;
    while (!(await Promise.race([rested, looks()]))) {
      if (stopped || sink.closed()) return;
      if (sink.waiting() + feed.waiting * resultBytes > liveLimits.waitingBytes) return sink.disconnect();
      long = true;
    }
    if (long) feed.refresh();
  };

  const run = async (): Promise<void> => {
    // They are a part of the first result.
    let { deprecations } = reader.record;
    try {
      for (;;) {
        const { value: event, done } = await feed.next();
        if (done || stopped || sink.closed()) return;
        await timeToDeliver();
        admit(reader);
        const { text, points } = await results.resultFor(selection, event, reader);
        if (stopped) return;
        chargeDone(reader, points);
        const time = sink.send(deprecations ? withDeprecations(text, deprecations) : text, event);
        deprecations = null;
        if (time) await rest(time, text.length);
      }
    } catch (error: unknown) {
      if (failureOf(error)?.code !== 'TOO_SLOW') throw error;
      sink.disconnect();
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

/** A result as JSON, which has no extensions yet, with what its document uses that will be switched off. */
function withDeprecations(result: string, deprecations: readonly object[]): string {
  return `${result.slice(0, -1)},"extensions":${JSON.stringify({ deprecations })}}`;
}

/**
 * A delivery in the form that the libraries of the protocols accept: an iterable that yields nothing, because results are
 * sent directly, and ends with the feed. When the feed fails, it yields the result of `shown`, or throws without it.
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
