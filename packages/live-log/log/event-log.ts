/** An event of the log, as far as its position and its kind. */
export interface LoggedEvent {
  readonly seq: number;
  readonly kind: string;
}

/** An event, and whether this call has just given it its position. */
export type Placed<Event> = Event & { readonly numbered: boolean };

/** The current position of the log. */
export interface LogPosition {
  lastSeq: number;
  /** Events up to here are deleted. */
  prunedSeq: number;
  /** Identifies this log. Cursors of the log of another database are not valid here. */
  epoch: string;
  /** Former epochs of this log, as `epoch:position` with the last position that is also in this database. */
  former: string[];
}

/** Events, and the epoch in which they have their positions. */
export interface ReadLog<Event> {
  epoch: string;
  /** The last position that was given before the call. */
  lastSeq: number;
  events: Placed<Event>[];
}

/** What a call that gives positions has done. */
export interface NumberedEvents {
  epoch: string;
  /** How many events got their positions. */
  count: number;
}

/**
 * The log, whose events get their positions after their commit: without gaps, each once, and in an order that nothing precedes which
 * is committed later. Whoever has read up to a position misses nothing before it.
 */
export interface EventLog<Event> {
  /**
   * Gives committed events their positions, and reads the events after a position.
   * @param most the largest number of positions to read, and to give
   * @returns in order: the events after `after`, and possibly further ones that have just got their positions
   */
  read(after: number, most: number): Promise<ReadLog<Event>>;
  /** Gives every event that was committed before the call its position, and returns those that got one. */
  readNumbered(): Promise<ReadLog<Event>>;
  /** Gives every event that was committed before the call its position. */
  number(): Promise<NumberedEvents>;
  /** The position of the log; undefined if it has none. */
  position(): Promise<LogPosition | undefined>;
  /** Seconds for which the oldest event has waited that comes after a position or has none yet; 0 when there is none. */
  lag(after: number): Promise<number>;
  /** Resolves when whatever has been read from the log can be read wherever events are loaded. */
  settled(): Promise<void> | undefined;
}

/** Where the package writes what an operator has to know. */
export interface Logger {
  debug(data: object, text: string): void;
  info(text: string): void;
  warn(data: object, text: string): void;
  error(data: object, text: string): void;
}
