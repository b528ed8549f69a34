import { ArgsType, Field, Int } from 'type-graphql';
import { invalid } from '../../src/errors.ts';
import type { Page } from '../../src/platform/database/loader.ts';
import { checkPageSize, connectionOf, defaultPage, pageCaps } from './connection.ts';
import type { Connection } from './connection.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** Paging of a list ordered by id, oldest first: forwards from its start, or backwards from its end. */
@ArgsType()
export class IdPage {
  @Field(() => Int, {
    nullable: true,
    description: 'The largest number of items to return from the oldest on, up to 1000; 20 by default.',
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items after this cursor.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'The largest number of items to return from the newest back.' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items before this cursor.' })
  before?: string | null;
  @Field(() => Int, { defaultValue: 0, description: 'The number of items to skip. Cursors are faster.' })
  offset!: number;
}

/** A connection that knows its parent, and its total if that follows from the page or from its rows. */
export type IdConnection<Row> = Connection<Row> & { of: number; total: number | null };

/** Loads the rows of a page with `load`, and returns them as a connection. */
export async function idConnection<Row extends { id: number; total?: number }>(
  args: IdPage,
  of: number,
  load: (page: Page & { of: number }) => Promise<Row[]>,
): Promise<IdConnection<Row>> {
  const page = idPage(args);
  const rows = await load({ ...page, of });
  return connectionOfPage(page, of, rows, rows[0]?.total ?? null);
}

/** Returns the rows of a page by `idPage` as a connection. */
export function connectionOfPage<Row extends { id: number }>(
  { fromEnd, limit, offset, after, before }: Page,
  of: number,
  rows: Row[],
  total: number | null,
): IdConnection<Row> {
  const size = limit - 1;
  const more = rows.length > size;
  const kept = more ? (fromEnd ? rows.slice(1) : rows.slice(0, size)) : rows;
  const whole = !more && offset === 0 && after === 0 && before === null;
  const beyond = fromEnd ? before !== null : after !== 0;
  const connection = connectionOf(kept, ({ id }) => writeCursor(id), {
    next: fromEnd ? beyond || offset > 0 : more,
    previous: fromEnd ? more : beyond || offset > 0,
  });
  return Object.assign(connection, { of, total: whole ? kept.length : total });
}

/**
 * The part of a list that a page reads: one row more than the page has, to know whether more follow. @throws Failure INVALID
 */
export function idPage(args: IdPage): Page {
  const { first, last, after, before, offset } = args;
  if (first != null && last != null) throw invalid('last', 'cannot be combined with `first`');
  const fromEnd = last != null;
  const size = checkPageSize(fromEnd ? 'last' : 'first', last ?? first ?? defaultPage, pageCaps.list);
  return {
    limit: size + 1,
    offset: checkPageSize('offset', offset, Number.MAX_SAFE_INTEGER),
    after: after == null ? 0 : idOf('after', after),
    before: before == null ? null : idOf('before', before),
    fromEnd,
  };
}

/** The id in a cursor of a list ordered by ids. @throws Failure INVALID */
export function idOf(argument: string, cursor: string): number {
  return Number(readCursor(argument, cursor, /^\d{1,16}$/)[0]);
}
