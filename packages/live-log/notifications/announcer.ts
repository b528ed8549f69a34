import type { Hearing } from '../hearing/deliver.ts';
import type { Listener } from '../hearing/listeners.ts';
import type { Logger } from '../log/event-log.ts';
import type { OpenNotifications } from './notifications.ts';

/** The channels of a listener. */
export type ChannelsOf = () => readonly string[] | Promise<readonly string[]>;

/**
 * Publishes the events that got their position here to other processes, and receives from them what concerns the
 * listeners of this process.
 */
export interface Announcer<Event, Who> {
  announce(numbered: readonly Event[]): void;
  /** Subscribes a listener to its channels. */
  follow(listener: Listener<Who>, channels: ChannelsOf): void;
  /** Subscribes again, because the channels of the listener are others. */
  refresh(listener: Listener<Who>): void;
  leave(listener: Listener<Who>): void;
  close(): void;
}

/**
 * Publishes through notifications. This only makes delivery faster: nothing waits for it, and no event is lost when it fails.
 * @param received called with the position of an event, from any process, that a listener here may be waiting for
 */
export function makeAnnouncer<Event, Who>(
  { channelsOf }: Pick<Hearing<Event, Who, unknown>, 'channelsOf'>,
  open: OpenNotifications,
  log: Logger,
  received: (seq: number) => void,
): Announcer<Event, Who> {
  const notifications = open(received, () => received(Number.MAX_SAFE_INTEGER));
  const following = new Map<Listener<Who>, { channels: ChannelsOf; followed: readonly string[] }>();
  let closed = false;
  const givenUp = (error: unknown) => {
    if (!closed) log.warn({ err: error }, 'live events could not be announced');
  };

  const look = (listener: Listener<Who>) => {
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
      channelsOf(numbered).then(notifications.announce).catch(givenUp);
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
