import type { Viewer } from '../accounts/authenticate.ts';
import type { Happened, Interest } from './interests/index.ts';

export type { Interest } from './interests/index.ts';

/** Something that happened, as one viewer may see it. Shared by all who see the same: the same object. */
export interface LiveEvent {
  /** Where the event stands in the log: `after` with it goes on behind it. Opaque, the same for every reader. */
  readonly cursor: string;
  readonly happened: Happened;
}

/** What one subscription hears: what was missed first, then what happens, in the order of the log, each once. */
export interface LiveFeed extends AsyncIterableIterator<LiveEvent> {
  /**
   * Events that wait to be taken. When they become too many the feed ends: `next` rejects with Failure TOO_SLOW, and the
   * reader may go on after the last cursor it has. It rejects with CURSOR_EXPIRED when what it has still to replay is pruned.
   */
  readonly waiting: number;
  /**
   * Forgets what waits, and reads it from the log as it is taken: for a reader who has let it wait, and shall see nothing
   * that was closed to them in the meantime.
   */
  refresh(): void;
  /** Ends the feed: `next` answers `done`, and nothing more is kept for it. */
  return(): Promise<IteratorResult<LiveEvent>>;
}

/** The live events of a process. */
export interface Live {
  /** Where the log stands now: whoever reads something after asking, and subscribes `after` this, misses nothing. */
  cursor(): Promise<string>;
  /**
   * Hears what the viewer wants to and may hear.
   * @param after a cursor; null: only what happens from now on
   * @throws Failure CURSOR_EXPIRED when what came after the cursor has been pruned (refetch, and subscribe again),
   *   INVALID for a cursor that is none, NOT_FOUND for a conversation, user or post that the viewer may not see
   */
  subscribe(viewer: Viewer, interest: Interest, after: string | null): Promise<LiveFeed>;
  /** Seconds for which the oldest event has waited that is not delivered in this process yet; 0 when none waits. */
  lag(): Promise<number>;
  /** Ends all feeds and the work behind them. */
  stop(): Promise<void>;
}
