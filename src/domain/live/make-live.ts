import { cursorOf, makeLiveLog, openRedisNotifications } from '@runners/live-log';
import type { Logger } from 'pino';
import type { Viewer } from '../process-context.ts';
import type { Database } from '../../platform/database/database.ts';
import { declareBound } from '../../platform/bounds.ts';
import { Failure } from '../../errors.ts';
import { cursorFaults } from './cursor-faults.ts';
import { logIn } from './event-log.ts';
import { rulesOf } from './interests/index.ts';
import { readMissedEvents } from './interests/missed.ts';
import type { Interest, Live, LiveSubscription } from './live.ts';
import { startPruning } from './pruning.ts';
import { mostChanged, readChanges } from './read-changes.ts';
import { hearingOf } from './who-hears.ts';

const subscriptions = declareBound(import.meta.url, {
  name: 'subscriptions',
  holds: 'all subscriptions, with the topics by which they are found',
  limit: 'limited by `live_connections`; 50 for each user',
  unit: 'subscriptions',
  share: 'A person has 50.',
  beyond: 'The subscription is refused with TOO_MANY_SUBSCRIPTIONS.',
});

/** The largest number of events that wait for one reader. */
const eventsWaiting = declareBound(import.meta.url, {
  name: 'events_waiting',
  holds: 'events that wait for one subscriber',
  limit: 1000,
  unit: 'events',
  share: 'It is one subscriber’s own.',
  beyond: 'The connection is closed with TOO_SLOW, and the subscriber can resume with the last cursor.',
});

/** The number of events that are read at a time. */
const mostMissed = 200;

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
export function makeLive(database: Database, logger: Logger, { redisUrl, eventDays }: LiveSettings): Live {
  const live = makeLiveLog({
    log: logIn(database),
    hearing: hearingOf(database),
    logger,
    notifications: redisUrl ? (received, back) => openRedisNotifications(redisUrl, logger, received, back) : null,
    faults: { ...cursorFaults, mostWaiting: eventsWaiting.limit, tooSlow: () => new Failure('TOO_SLOW') },
  });
  const stopPruning = startPruning(database.unhurried, logger, eventDays);
  subscriptions.watch(() => live.subscriptions());
  eventsWaiting.watch(() => live.waiting());
  const stopWaking = database.onWrite(() => live.wake());

  async function subscribe(viewer: Viewer, interest: Interest, after: string | null): Promise<LiveSubscription> {
    const rules = rulesOf(interest);
    const [end, { topics, channels, missed }] = await Promise.all([
      live.position(),
      rules.sourcesOf(database, viewer.id, interest),
      rules.check(database, viewer.id, interest),
    ]);
    const sources = {
      topics,
      channels,
      missed: (range: Parameters<typeof readMissedEvents>[2]) => readMissedEvents(database, missed, range),
      // All changes of a page are one event, which has no more of them than a page of the query.
      most: interest.kind === 'changes' ? mostChanged : mostMissed,
    };
    return live.subscribe({ viewerId: viewer.id, interest }, sources, after, end);
  }

  return {
    cursor: async () => {
      const { epoch, lastSeq } = await live.position();
      return cursorOf(epoch, lastSeq);
    },
    subscribe,
    changes: async (viewer, after) => readChanges(database, viewer, after, await live.position()),
    lag: () => live.lag(),
    async stop() {
      stopWaking();
      const pruned = stopPruning();
      await live.stop();
      await pruned;
    },
  };
}
