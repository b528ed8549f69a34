import { Table } from '../load/table.ts';
import { statement } from '../../../src/platform/database/statement.ts';

/** The computed totals of the people `$1`, by the names of the old ones. */
export const computedTotals = statement.read<{ id: number; row: Record<string, unknown> }>(
  'take_over_totals',
  `select x.id, to_jsonb(x) as row from (select s.* from stats s where s.id = any($1::bigint[])) x`,
  { all: 'the operator compares what was taken over with the bundle' },
);

/** Those that are moments. */
export const totalMoments: ReadonlySet<string> = new Set(new Table('stats', 'stats').moments);
