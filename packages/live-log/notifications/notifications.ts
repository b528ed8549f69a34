/**
 * Notifications between processes that something has happened. They do not say what has happened, which is in the log.
 */
export interface Notifications {
  /**
   * Publishes positions of the log, by channel. A notification that cannot be sent is not repeated, because other
   * processes also poll the log.
   */
  announce(channels: ReadonlyMap<string, number>): void;
  /** Subscribes to channels. Each call must be matched by a call of `leave`. */
  follow(channels: readonly string[]): void;
  leave(channels: readonly string[]): void;
  close(): void;
}

/**
 * Opens notifications between processes.
 * @param received called with the newest position that was published on a subscribed channel
 * @param back called when notifications may have been missed
 */
export type OpenNotifications = (received: (seq: number) => void, back: () => void) => Notifications;
