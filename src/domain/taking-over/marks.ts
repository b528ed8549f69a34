import { hash } from 'node:crypto';

/**
 * A mark tells whether a field still has the value with which it was taken over: two bytes of the field's name and four of its value. The
 * ledger (`taken_record.marks`) has the marks of a record one after the other, so that a field that is added, moved or removed later
 * leaves those of the others as they are. A field may have several: each is a value that nobody has changed here.
 */
const digits = { name: 4, mark: 12 } as const;

/** The first digits of the marks of a field, in hexadecimal. */
export const tagOf = (field: string): string => hash('md5', field).slice(0, digits.name);

/** The SQL of the mark, in hexadecimal, of a field with the values of expressions, of which none may depend on settings of a session. */
export const markSql = (field: string, ...expressions: readonly string[]): string =>
  `'${tagOf(field)}' || left(md5(row(${expressions.join(', ')})::text), ${digits.mark - digits.name})`;

/** The marks of a state in hexadecimal digits, by the tag of their field. */
export function marksIn(state: string): Map<string, string[]> {
  const marks = state.match(new RegExp(`.{${digits.mark}}`, 'g')) ?? [];
  return Map.groupBy(marks, (mark) => mark.slice(0, digits.name));
}

/** Whether a state is of a former version, which stored one digest of the whole record. */
export const isWhole = (state: string): boolean => state.length % digits.mark !== 0;
export const isWholeSql = `length(r.state) % ${digits.mark} <> 0`;
