import type { Database } from '../../src/platform/database/database.ts';

/** Runs SQL on the database of a service. */
export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs SQL with `?` for each value beside the service, which does not hear of what it writes. */
export function runSql<Row = Record<string, unknown>>(
  database: Pick<Database, 'orm'>,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return database.orm.em.getConnection().execute<Row[]>(sql, values);
}
