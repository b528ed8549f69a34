import { Redis } from 'ioredis';
import type { Logger } from '../log/event-log.ts';
import type { Notifications } from './notifications.ts';

/** The number of channels in one command. */
const together = 500;

/**
 * Connects to Redis. While the connection is lost, nothing waits for it; once it is back, all channels are subscribed
 * again.
 */
export function openRedisNotifications(
  url: string,
  log: Logger,
  received: (seq: number) => void,
  back: () => void,
): Notifications {
  const options = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: 5000,
    // Commands time out, so that notifications do not accumulate while Redis hangs.
    commandTimeout: 2000,
    socketTimeout: 5000,
  };
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, options);
  const followed = new Map<string, number>();
  const subscribed = new Set<string>();
  let dirty = new Set<string>();
  let flushing = false;
  let lost = false;

  const trouble = (error: Error) => {
    if (!lost) log.warn({ err: error }, 'live events go on without Redis, with a delay');
    lost = true;
  };
  publisher.on('error', trouble);
  subscriber.on('error', trouble);
  subscriber.on('close', () => subscribed.clear());
  subscriber.on('message', (_channel, seq) => received(Number(seq)));
  subscriber.on('ready', () => {
    if (lost) log.info('live events are announced by Redis again');
    lost = false;
    for (const channel of followed.keys()) dirty.add(channel);
    flush();
    back();
  });

  /** Subscribes and unsubscribes channels as requested. Changes of the same tick are sent in one command. */
  function flush(): void {
    if (flushing) return;
    flushing = true;
    setImmediate(() => {
      flushing = false;
      if (subscriber.status !== 'ready') return;
      const changed = [...dirty];
      dirty = new Set();
      const coming = changed.filter((channel) => followed.has(channel) && !subscribed.has(channel));
      const going = changed.filter((channel) => !followed.has(channel) && subscribed.delete(channel));
      for (const channel of coming) subscribed.add(channel);
      // It fails only with the connection, and is repeated for the next one.
      for (let i = 0; i < coming.length; i += together)
        subscriber.subscribe(...coming.slice(i, i + together)).catch(() => {});
      for (let i = 0; i < going.length; i += together)
        subscriber.unsubscribe(...going.slice(i, i + together)).catch(() => {});
    });
  }

  return {
    announce(channels) {
      if (publisher.status !== 'ready') return;
      const pipeline = publisher.pipeline();
      for (const [channel, seq] of channels) pipeline.publish(channel, String(seq));
      pipeline.exec().catch(() => {});
    },
    follow(channels) {
      for (const channel of channels) {
        const times = followed.get(channel) ?? 0;
        followed.set(channel, times + 1);
        if (times === 0) dirty.add(channel);
      }
      flush();
    },
    leave(channels) {
      for (const channel of channels) {
        const times = followed.get(channel) ?? 0;
        if (times > 1) followed.set(channel, times - 1);
        else if (followed.delete(channel)) dirty.add(channel);
      }
      flush();
    },
    close() {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
