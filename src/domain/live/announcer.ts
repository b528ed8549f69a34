import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { announcedChannels } from './announced-channels.ts';
import type { LogEvent } from './event-log.ts';
import type { EventSources } from './interests/interest.ts';
import type { Listener } from './listeners.ts';
import { openRedisNotifications } from './redis-notifications.ts';

/**
 * Publishes the events that got their position here to other processes, and receives from them what concerns the
 * listeners of this process.
 */
export interface Announcer {
  announce(numbered: readonly LogEvent[]): void;
  /** Subscribes a listener to the channels of its interest. */
  follow(listener: Listener, channels: EventSources['channels']): void;
  /** Subscribes again, because the friends of the viewer have changed. */
  refresh(listener: Listener): void;
  leave(listener: Listener): void;
  close(): void;
}

/**
 * Publishes through Redis. This only makes delivery faster: nothing waits for it, and no event is lost when it fails.
 * @param received called with the position of an event, from any process, that a listener here may be waiting for
 */
export function makeAnnouncer(
  database: Database,
  redisUrl: string,
  log: Logger,
  received: (seq: number) => void,
): Announcer {
  const notifications = openRedisNotifications(redisUrl, log, received, () => received(Number.MAX_SAFE_INTEGER));
  const following = new Map<Listener, { channels: EventSources['channels']; followed: string[] }>();
  let closed = false;
  const givenUp = (error: unknown) => {
    if (!closed) log.warn({ err: error }, 'live events could not be announced');
  };

  const look = (listener: Listener) => {
    const entry = following.get(listener);
    if (!entry) return;
    const found = async () => entry.channels();
    found()
      .then((channels) => {
        if (following.get(listener) !== entry) return;
        notifications.follow(channels);
        notifications.leave(entry.followed);
        entry.followed = channels;
      })
      .catch(givenUp);
  };

  return {
    announce(numbered) {
      announcedChannels(database, numbered).then(notifications.announce).catch(givenUp);
    },
    follow(listener, channels) {
      following.set(listener, { channels, followed: [] });
      look(listener);
    },
    refresh: look,
    leave(listener) {
      const entry = following.get(listener);
      following.delete(listener);
      if (entry) notifications.leave(entry.followed);
    },
    close() {
      closed = true;
      notifications.close();
    },
  };
}
