import { storedLengths } from '../../../src/domain/rules/stored-lengths.ts';
import type { Prepared } from './kind.ts';

/** The most characters of columns that are short texts. */
const most: Readonly<Record<string, number>> = {
  first_name: storedLengths.name,
  last_name: storedLengths.name,
  search_name: storedLengths.searchName,
  source_type: storedLengths.name,
  user_deleted_name: storedLengths.wholeName,
  location_name: storedLengths.title,
  title: storedLengths.title,
  name: storedLengths.name,
};

/** Shortens texts that are longer than their columns, with a note. */
export function fitted({ row, notes }: Prepared): Prepared {
  const long = Object.entries(most).filter(([column, length]) => String(row[column] ?? '').length > length);
  if (long.length === 0) return { row, notes };
  const shorter = long.map(([column, length]) => [column, [...String(row[column])].slice(0, length).join('')]);
  return {
    row: { ...row, ...(Object.fromEntries(shorter) as object) },
    notes: [...notes, ...long.map(([column, length]) => `${column} is shortened to ${length} characters`)],
  };
}
