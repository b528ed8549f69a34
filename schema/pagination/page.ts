import { invalid } from '../../src/errors.ts';
import { connectionOf } from './connection.ts';
import { defaultPage, pageCaps } from './page-sizes.ts';
import type { MayEndEarly } from '../../src/platform/database/text-bytes.ts';
import type { Connection } from './connection.ts';

/** The arguments with which a client selects a page. */
export interface PageArgs {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  offset?: number;
}

/**
 * The part of a list that has to be read for a page. A position is the content of a cursor: an id, a rank, or a date
 * with an id.
 */
interface Slice<Position> {
  /** The largest number of rows, which is one more than the page size and shows whether more rows follow. */
  limit: number;
  offset: number;
  /** Only rows after this position; null for all rows. */
  after: Position | null;
  /** Only rows before this position; null for all rows. */
  before: Position | null;
  /** Whether the page is counted from the end of the list. Its rows are still in the order of the list. */
  fromEnd: boolean;
}

/** A list that is read in pages. */
interface List<Row, Position> {
  /** The largest page size; `pageCaps.list` by default. */
  cap?: number;
  /** The largest number of rows to skip; unlimited by default. */
  maxOffset?: number;
  /** Reads a cursor. @throws Failure INVALID, naming the argument */
  positionOf: (argument: string, cursor: string) => Position;
  /** The cursor of a row, which is the one at the index `at` of its page. */
  cursorOf: (row: Row, at: number) => string;
  read: (slice: Slice<Position>) => Promise<Row[]>;
  /** Counts all items when the page itself does not contain their number; null for lists without a total number. */
  count: ((rows: Row[]) => number | Promise<number>) | null;
}

/** Reads a page of a list. @throws Failure INVALID */
export async function readPage<Row, Position>(args: PageArgs, list: List<Row, Position>): Promise<Connection<Row>> {
  const slice = sliceOf(args, list);
  return pageOf(slice, await list.read(slice), list);
}

/** The part of a list that the arguments select. @throws Failure INVALID */
export function sliceOf<Position>(
  { first, after, last, before, offset }: PageArgs,
  {
    cap = pageCaps.list,
    maxOffset = Number.MAX_SAFE_INTEGER,
    positionOf,
  }: Pick<List<never, Position>, 'cap' | 'maxOffset' | 'positionOf'>,
): Slice<Position> {
  if (first != null && last != null) throw invalid('last', 'cannot be combined with `first`', 'NOT_TOGETHER');
  const fromEnd = last != null;
  return {
    limit: bounded(fromEnd ? 'last' : 'first', last ?? first ?? defaultPage, cap) + 1,
    offset: bounded('offset', offset ?? 0, maxOffset),
    after: after == null ? null : positionOf('after', after),
    before: before == null ? null : positionOf('before', before),
    fromEnd,
  };
}

function bounded(argument: string, size: number, cap: number): number {
  if (size < 0 || size > cap) throw invalid(argument, `must be between 0 and ${cap}`, 'OUT_OF_RANGE');
  return size;
}

/** Whether a list was cut after this row, because its texts are long. */
function endsEarly(row: unknown): boolean {
  return (row as MayEndEarly | undefined)?.endsEarly ?? false;
}

/** The page, from the rows that were read for it. */
export function pageOf<Row, Position>(
  { limit, offset, after, before, fromEnd }: Slice<Position>,
  rows: Row[],
  { cursorOf, count }: Pick<List<Row, Position>, 'cursorOf' | 'count'>,
): Connection<Row> {
  const size = limit - 1;
  const isLonger = rows.length > size;
  const kept = isLonger ? (fromEnd ? rows.slice(1) : rows.slice(0, size)) : rows;
  const more = isLonger || endsEarly(fromEnd ? kept[0] : kept.at(-1));
  const beyond = offset > 0 || (fromEnd ? before : after) !== null;
  // A list that fits on its page does not have to be counted.
  const whole = !more && offset === 0 && after === null && before === null;
  return connectionOf(
    kept,
    cursorOf,
    { next: fromEnd ? beyond : more, previous: fromEnd ? more : beyond },
    whole ? () => kept.length : count && (() => count(rows)),
  );
}
