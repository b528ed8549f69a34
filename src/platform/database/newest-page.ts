import type { Page } from './loader.ts';
import { statement } from './statement.ts';
import type { Sees, Statement } from './statement.ts';
import type { Sql } from './sql.ts';

/** A part of a list that is ordered by ids, newest first. */
export interface NewestPage {
  /** The largest number of rows. Callers that need to know whether there are more request one more. */
  limit: number;
  offset: number;
  /** Only rows with a smaller id, or upwards with a larger one; null for all. */
  beforeId: number | null;
  /** Whether it is read from the end of the list: the rows with the smallest ids come first. */
  upwards?: boolean;
}

/** A statement for a list that is ordered by ids, and the same for reading the list from its end. */
export interface BothWays<Row> {
  down: Statement<Row>;
  up: Statement<Row>;
}

/** The direction in which a list is read: how the ids of a page compare with the position, and in which order they come. */
interface Direction {
  past: '<' | '>';
  order: 'desc' | 'asc';
}

/** Declares the statement that reads a list with the newest row first, and the one that reads it from its end, `…_up`. */
export function bothWays<Row>(
  name: string,
  read: (direction: Direction) => string | Sql,
  ...sees: readonly Sees[]
): BothWays<Row> {
  return {
    down: statement.read(name, read({ past: '<', order: 'desc' }), ...sees),
    up: statement.read(`${name}_up`, read({ past: '>', order: 'asc' }), ...sees),
  };
}

/** The page of a list in the form of a loader of pages. */
export function loadedPage({ limit, offset, beforeId, upwards = false }: NewestPage): Page {
  return { limit, offset, after: upwards ? (beforeId ?? 0) : 0, before: upwards ? null : beforeId, fromEnd: upwards };
}

/** A page that a loader was asked for, of a list with the newest row first. */
export function newestPageOf({ limit, offset, after, before, fromEnd }: Page): NewestPage {
  return { limit, offset, beforeId: fromEnd ? after : before, upwards: fromEnd };
}

/** The statement that reads a page, and the value for the parameter with which it compares ids. */
export function directed<Row>(
  { down, up }: BothWays<Row>,
  { beforeId, upwards }: Pick<NewestPage, 'beforeId' | 'upwards'>,
): [read: Statement<Row>, position: number] {
  return upwards ? [up, beforeId ?? 0] : [down, beforeId ?? Number.MAX_SAFE_INTEGER];
}
