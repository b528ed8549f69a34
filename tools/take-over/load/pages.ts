import type { Queries } from '@runners/postgres';
import type { Statement } from '../../../src/platform/database/statement.ts';

/** The end of a statement that is read in pages: it has the rows whose ids come after its last parameter. */
export const page = 'order by id limit 10000';

/** Reads rows in pages, by the order of their ids. @param values of the statement, without the id after which a page begins */
export async function* pagesOf<Row extends { id: number }>(
  queries: Queries,
  read: Statement<Row>,
  ...values: readonly string[]
): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const rows = await queries.all(read, [...values, last]);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)!.id;
  }
}
