import * as array from 'postgres-array';

/**
 * Converts `2024-03-01 07:00:00.12+00` of PostgreSQL into ISO 8601 with six digits and `Z` (decisions W8). It works on
 * text, because a Date would lose the microseconds.
 */
export function timestampText(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString().replace('Z', '000Z');
  const fraction = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(6, '0')}Z`;
}

/** Most rows contain lists of ids, so they are parsed here. The parser of the library reads one character at a time. */
const integers = (text: string): number[] => {
  if (text === '{}') return [];
  return /[^\d,-]/.test(text.slice(1, -1)) ? array.parse(text, Number) : text.slice(1, -1).split(',').map(Number);
};
const texts = (text: string): string[] => array.parse(text, String);

/** The parsers of columns, by type id of PostgreSQL. The driver parses all other types. */
export const columnParsers: Record<number, (text: string) => unknown> = {
  20: Number, // int8: ids stay below 2^53
  1700: Number, // numeric
  1082: String, // date
  1114: String, // timestamp without zone
  1184: timestampText,
  1005: integers,
  1007: integers,
  1016: integers,
  1009: texts,
  1015: texts,
};
