import type { Transaction } from '@electric-sql/pglite';
import pg from 'pg';
import type { Changed, Driver } from './driver.ts';

/** Uses nothing but what `pg` and PGlite document. */
export const plain: Driver = {
  Client: pg.Client,
  ReadGroups: null,
  prepared: ({ name, text }, values) => ({ name, text, values }),
  unnamed: (statement, values) => ({ text: statement.text, values, queryMode: 'extended', statement }),
  embedded: (pglite) => ({
    run: async <Row>(text: string, values: readonly unknown[]) => changed(await pglite.query<Row>(text, [...values])),
    runInTransaction: async <Row>(text: string, values: readonly unknown[], inner: Transaction) =>
      changed(await inner.query<Row>(text, [...values])),
    whileUnchanged: (work) =>
      pglite.transaction(async (inner) => {
        await inner.query('checkpoint');
        await pglite.syncToFs();
        return pglite.runExclusive(work);
      }),
  }),
};

function changed<Row>({ rows, affectedRows = 0 }: { rows: Row[]; affectedRows?: number }): Changed<Row> {
  return { rows, affectedRows };
}
