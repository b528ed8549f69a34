import type { Logger } from 'pino';
import type { Viewer } from '../process-context.ts';
import type { Database } from '../../platform/database/database.ts';
import { Failure } from '../../errors.ts';
import { makeAnnouncer } from './announcer.ts';
import { readMissed } from './catch-up.ts';
import { cursorOf, readCursor } from './cursor.ts';
import type { MakeEvent } from './deliver.ts';
import { eventsWaiting, Feed } from './subscription.ts';
import { declareBound } from '../../platform/bounds.ts';
import type { Stretch } from './subscription.ts';
import { Hub } from './dispatcher.ts';
import { rulesOf } from './interests/index.ts';
import { startPruning } from './pruning.ts';
import { readChanges } from './read-changes.ts';
import type { Interest, Live, LiveFeed } from './live.ts';

const subscriptions = declareBound(import.meta.url, {
  name: 'subscriptions',
  holds: 'all subscriptions, with the topics by which they are found',
  limit: 'limited by `live_connections`; 50 for each user',
  unit: 'subscriptions',
  share: 'A person has 50.',
  beyond: 'The subscription is refused with TOO_MANY_SUBSCRIPTIONS.',
});

/** The settings of the live events of a process. */
interface LiveSettings {
  /**
   * The Redis server through which processes notify each other. Undefined if there is one process, or if a delay of a
   * second is acceptable.
   */
  redisUrl: string | undefined;
  /** The number of days for which events are kept. */
  eventDays: number;
}

/** The live events of a process, from the log in its database. */
export function makeLive(database: Database, log: Logger, { redisUrl, eventDays }: LiveSettings): Live {
  // The epoch is known before the first subscription, which reads the position of the log first.
  const make: MakeEvent = (seq, happened) => ({ cursor: cursorOf(hub.epoch, seq), happened });
  const hub = new Hub(database, log, make, () => {
    for (const feed of feeds) feed.fail(new Failure('CURSOR_EXPIRED'));
  });
  const announcer = redisUrl ? makeAnnouncer(database, redisUrl, log, (seq) => hub.notify(seq)) : null;
  hub.announcer = announcer;
  const stopPruning = startPruning(database.unhurried, log, eventDays);
  const feeds = new Set<Feed>();
  subscriptions.watch(() => feeds.size);
  eventsWaiting.watch(() => [...feeds].reduce((sum, { waiting }) => sum + waiting, 0));
  const stopWaking = database.onWrite(() => hub.wake());

  async function subscribe(viewer: Viewer, interest: Interest, after: string | null): Promise<LiveFeed> {
    const rules = rulesOf(interest);
    const [end, places] = await Promise.all([
      hub.position(),
      rules.placesOf(database, viewer.id, interest),
      rules.check(database, viewer.id, interest),
    ]);
    const begin = after === null ? end.lastSeq : readCursor(after, end);
    let joined = false;
    const feed: Feed = new Feed(viewer.id, interest, places.topics, begin, readOn, () => {
      feeds.delete(feed);
      hub.remove(feed);
      announcer?.leave(feed);
    });
    feeds.add(feed);
    const join = (known: number) => {
      joined = true;
      feed.since = hub.add(feed, known);
      announcer?.follow(feed, places.channels);
    };
    // Events during a long replay are read from the log as well, so that they do not accumulate in memory.
    async function readOn(at: number): Promise<Stretch | null> {
      while (at < (joined ? feed.since : end.lastSeq)) {
        const read = await readMissed(database, feed, places.missed, at, joined ? feed.since : end.lastSeq, make);
        at = read.upTo;
        if (!joined && !feed.over && at >= end.lastSeq) join(at);
        if (read.events.length > 0) return read;
      }
      return null;
    }
    if (begin === end.lastSeq) join(begin);
    if (begin < (joined ? feed.since : end.lastSeq)) feed.replay();
    return feed;
  }

  return {
    cursor: async () => {
      const { epoch: name, lastSeq } = await hub.position();
      return cursorOf(name, lastSeq);
    },
    subscribe,
    changes: async (viewer, after) => readChanges(database, viewer, after, await hub.position()),
    lag: () => hub.lag(),
    async stop() {
      stopWaking();
      await stopPruning();
      for (const feed of feeds) await feed.return();
      await hub.stop();
      announcer?.close();
    },
  };
}
