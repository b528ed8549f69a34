import { hash } from 'node:crypto';

/** A number of 52 bits for a record that has no id, made of what it connects. It is the same in every bundle. */
export function pairId(...parts: readonly (string | number)[]): number {
  return Number(`0x${hash('sha256', JSON.stringify(parts)).slice(0, 13)}`);
}

/** The SQL of the same number for expressions of SQL, of which texts are in `to_json(…)::text`. */
export function pairIdSql(...parts: readonly string[]): string {
  const text = parts.join(` || ',' || `);
  return `('x' || left(encode(sha256(convert_to('[' || ${text} || ']', 'UTF8')), 'hex'), 13))::bit(52)::bigint`;
}
