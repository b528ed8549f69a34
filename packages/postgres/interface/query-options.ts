/** The client that waits for the answer to a statement. */
export interface Caller {
  /** Whether its connection is closed, so that nothing waits any more. */
  readonly gone: boolean;
  /** Calls back once it is closed, until the returned function is called. */
  onGone?(listener: () => void): () => void;
}

/** For whom a statement runs, and how long it may take. */
export interface QueryOptions {
  /** Undefined if it runs to the end even when no client waits for it. */
  caller?: Caller | undefined;
  /** Allows the long time limits (`unhurriedLimits`), for work that no request waits for. */
  unhurried?: boolean;
  /** Whether the connection of a transaction forgets what it has prepared before. */
  forgets?: boolean;
}
