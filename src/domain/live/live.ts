import type { Feed, LiveEvent as EventOf } from '@runners/live-log';
import type { Viewer } from '../process-context.ts';
import type { Changed } from './interests/changes.ts';
import type { Happened, Interest } from './interests/index.ts';

export type { Interest } from './interests/index.ts';

declare module '../process-context.ts' {
  interface ProcessContext {
    /** The live events of the process. */
    readonly live: Live;
  }
}

/** An event, as one viewer may see it. */
export type LiveEvent = EventOf<Happened>;

/** The events of one subscription. It fails with TOO_SLOW when too many wait, and with CURSOR_EXPIRED when they have been pruned. */
export type LiveSubscription = Feed<Happened>;

/** What has changed since a cursor, as one viewer may see it. */
export interface MissedChanges {
  /** The cursor after which to go on. */
  cursor: string;
  changed: Changed;
  /** Whether there may be more after that cursor. */
  hasMore: boolean;
  /** Makes the cursors of single changes. */
  cursorOf(seq: number): string;
}

/** The live events of a process. */
export interface Live {
  /**
   * The current position of the log. A client that gets it, then reads something, and then subscribes `after` it,
   * misses nothing.
   */
  cursor(): Promise<string>;
  /**
   * Subscribes the viewer to an interest.
   * @param after a cursor; null for new events only
   * @throws Failure CURSOR_EXPIRED when what came after the cursor has been pruned (refetch, and subscribe again),
   * INVALID for a cursor that is none, NOT_FOUND for a conversation, user or post that the viewer may not see
   */
  subscribe(viewer: Viewer, interest: Interest, after: string | null): Promise<LiveSubscription>;
  /**
   * What has changed for the viewer since a cursor, in one page. Without a cursor, and if what came after it is no longer kept,
   * everything is to be read anew, and changes go on after the current position.
   * @throws Failure INVALID for a cursor that is none
   */
  changes(viewer: Viewer, after: string | null): Promise<MissedChanges>;
  /** Seconds for which the oldest event has waited that this process has not delivered yet; 0 when none waits. */
  lag(): Promise<number>;
  /** Ends all subscriptions and the background work. */
  stop(): Promise<void>;
}
