import type { Logger } from 'pino';
import type { Viewer } from '../accounts/authenticate.ts';
import type { Database } from '../../platform/database/database.ts';
import { makeAnnouncer } from './announcer.ts';
import { readMissed } from './catch-up.ts';
import { cursorOf, readCursor } from './cursor.ts';
import type { MakeEvent } from './deliver.ts';
import { Feed } from './feed.ts';
import type { Stretch } from './feed.ts';
import { Hub } from './hub.ts';
import { rulesOf } from './interests/index.ts';
import { startPruning } from './pruning.ts';
import type { Interest, Live, LiveFeed } from './live.ts';

/** How the live events of a process are set up. */
interface LiveSettings {
  /** Where processes tell each other; undefined: there is one, or it may take a second. */
  redisUrl: string | undefined;
  /** For how long events are kept. */
  eventDays: number;
  now(): Date;
}

/** The live events of a process, from the log in its database. */
export function makeLive(database: Database, log: Logger, { redisUrl, eventDays, now }: LiveSettings): Live {
  // Known before anybody listens: whoever subscribes asks where the log stands first.
  let epoch = '';
  const make: MakeEvent = (seq, happened) => ({ cursor: cursorOf(epoch, seq), happened });
  const hub = new Hub(database, log, make);
  const announcer = redisUrl ? makeAnnouncer(database, redisUrl, log, (seq) => hub.hear(seq)) : null;
  hub.announcer = announcer;
  const stopPruning = startPruning(database.unhurried, log, eventDays, now);
  const feeds = new Set<Feed>();
  const stopWaking = database.onWrite(() => hub.wake());

  async function position() {
    const found = await hub.position();
    epoch = found.epoch;
    return found;
  }

  async function subscribe(viewer: Viewer, interest: Interest, after: string | null): Promise<LiveFeed> {
    const rules = rulesOf(interest);
    const [end, places] = await Promise.all([
      position(),
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
    // What happens while a long replay goes on is read from the log, too: it does not pile up.
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
      const { epoch: name, lastSeq } = await position();
      return cursorOf(name, lastSeq);
    },
    subscribe,
    lag: () => hub.lag(),
    async stop() {
      stopWaking();
      stopPruning();
      for (const feed of feeds) await feed.return();
      await hub.stop();
      announcer?.close();
    },
  };
}
