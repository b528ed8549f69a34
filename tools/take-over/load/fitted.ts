import type { Prepared } from './kind.ts';
import type { Table } from './table.ts';

/** Shortens texts that are longer than their columns, with a note. */
export function fitted({ row, notes }: Prepared, tables: readonly Table[]): Prepared {
  const lengths = tables.flatMap((table) => table.lengths);
  const long = lengths.filter(([column, length]) => String(row[column] ?? '').length > length);
  if (long.length === 0) return { row, notes };
  const shorter = long.map(([column, length]) => [column, [...String(row[column])].slice(0, length).join('')]);
  return {
    row: { ...row, ...(Object.fromEntries(shorter) as object) },
    notes: [...notes, ...long.map(([column, length]) => `${column} is shortened to ${length} characters`)],
  };
}
