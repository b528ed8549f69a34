import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { announcedChannels } from './announced-channels.ts';
import type { LogEvent } from './event-log.ts';
import type { Places } from './interests/interest.ts';
import type { Listener } from './listeners.ts';
import { openWires } from './wires.ts';

/** Tells other processes what got its place here, and hears from them what concerns those who listen here. */
export interface Announcer {
  announce(placed: readonly LogEvent[]): void;
  /** Hears of what a listener wants, on the channels of its interest. */
  follow(listener: Listener, channels: Places['channels']): void;
  /** Does so anew: the viewer has other friends now. */
  refresh(listener: Listener): void;
  leave(listener: Listener): void;
  close(): void;
}

/**
 * Announces through Redis. All of it is only about being quick: nothing is waited for, and a failure costs no event.
 * @param received called with the place of an event in another process (or this one) that somebody here may wait for
 */
export function makeAnnouncer(
  database: Database,
  redisUrl: string,
  log: Logger,
  received: (seq: number) => void,
): Announcer {
  const wires = openWires(redisUrl, log, received, () => received(Number.MAX_SAFE_INTEGER));
  const following = new Map<Listener, { channels: Places['channels']; followed: string[] }>();
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
        wires.follow(channels);
        wires.leave(entry.followed);
        entry.followed = channels;
      })
      .catch(givenUp);
  };

  return {
    announce(placed) {
      announcedChannels(database, placed).then(wires.announce).catch(givenUp);
    },
    follow(listener, channels) {
      following.set(listener, { channels, followed: [] });
      look(listener);
    },
    refresh: look,
    leave(listener) {
      const entry = following.get(listener);
      following.delete(listener);
      if (entry) wires.leave(entry.followed);
    },
    close() {
      closed = true;
      wires.close();
    },
  };
}
