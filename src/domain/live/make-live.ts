import type { Logger } from 'pino';
import type { Viewer } from '../process-context.ts';
import type { Database } from '../../platform/database/database.ts';
import { Failure } from '../../errors.ts';
import { makeAnnouncer } from './announcer.ts';
import { readMissed } from './catch-up.ts';
import { cursorOf, readCursor } from './cursor.ts';
import type { MakeEvent } from './deliver.ts';
import { eventsWaiting, Subscription } from './subscription.ts';
import { declareBound } from '../../platform/bounds.ts';
import type { ReplayPage } from './subscription.ts';
import { Dispatcher } from './dispatcher.ts';
import { rulesOf } from './interests/index.ts';
import { startPruning } from './pruning.ts';
import { readChanges } from './read-changes.ts';
import type { Interest, Live, LiveSubscription } from './live.ts';

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
  const make: MakeEvent = (seq, happened) => ({ cursor: cursorOf(dispatcher.epoch, seq), happened });
  const dispatcher = new Dispatcher(database, log, make, () => {
    for (const subscription of open) subscription.fail(new Failure('CURSOR_EXPIRED'));
  });
  const announcer = redisUrl ? makeAnnouncer(database, redisUrl, log, (seq) => dispatcher.notify(seq)) : null;
  dispatcher.announcer = announcer;
  const stopPruning = startPruning(database.unhurried, log, eventDays);
  const open = new Set<Subscription>();
  subscriptions.watch(() => open.size);
  eventsWaiting.watch(() => [...open].reduce((sum, { waiting }) => sum + waiting, 0));
  const stopWaking = database.onWrite(() => dispatcher.wake());

  async function subscribe(viewer: Viewer, interest: Interest, after: string | null): Promise<LiveSubscription> {
    const rules = rulesOf(interest);
    const [end, sources] = await Promise.all([
      dispatcher.position(),
      rules.sourcesOf(database, viewer.id, interest),
      rules.check(database, viewer.id, interest),
    ]);
    const begin = after === null ? end.lastSeq : readCursor(after, end);
    let joined = false;
    const subscription: Subscription = new Subscription(viewer.id, interest, sources.topics, begin, readOn, () => {
      open.delete(subscription);
      dispatcher.remove(subscription);
      announcer?.leave(subscription);
    });
    open.add(subscription);
    const join = (known: number) => {
      joined = true;
      subscription.since = dispatcher.add(subscription, known);
      announcer?.follow(subscription, sources.channels);
    };
    // Events during a long replay are read from the log as well, so that they do not accumulate in memory.
    async function readOn(at: number): Promise<ReplayPage | null> {
      while (at < (joined ? subscription.since : end.lastSeq)) {
        const read = await readMissed(
          database,
          subscription,
          sources.missed,
          at,
          joined ? subscription.since : end.lastSeq,
          make,
        );
        at = read.upTo;
        if (!joined && !subscription.over && at >= end.lastSeq) join(at);
        if (read.events.length > 0) return read;
      }
      return null;
    }
    if (begin === end.lastSeq) join(begin);
    if (begin < (joined ? subscription.since : end.lastSeq)) subscription.replay();
    return subscription;
  }

  return {
    cursor: async () => {
      const { epoch: name, lastSeq } = await dispatcher.position();
      return cursorOf(name, lastSeq);
    },
    subscribe,
    changes: async (viewer, after) => readChanges(database, viewer, after, await dispatcher.position()),
    lag: () => dispatcher.lag(),
    async stop() {
      stopWaking();
      const pruned = stopPruning();
      for (const subscription of open) await subscription.return();
      await dispatcher.stop();
      announcer?.close();
      await pruned;
    },
  };
}
