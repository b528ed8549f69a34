import { Types } from 'mysql2';
import type { Kind } from './source.ts';

/** The types of MySQL and MariaDB that are not text. */
const kinds: Readonly<Record<number, Kind>> = {
  [Types.TINY]: 'number',
  [Types.SHORT]: 'number',
  [Types.LONG]: 'number',
  [Types.INT24]: 'number',
  [Types.LONGLONG]: 'number',
  [Types.DECIMAL]: 'number',
  [Types.NEWDECIMAL]: 'number',
  [Types.FLOAT]: 'number',
  [Types.DOUBLE]: 'number',
  [Types.YEAR]: 'number',
  [Types.BIT]: 'bits',
  [Types.DATE]: 'moment',
  [Types.NEWDATE]: 'moment',
  [Types.DATETIME]: 'moment',
  [Types.TIMESTAMP]: 'moment in UTC',
  [Types.JSON]: 'json',
};

/** Returns how the values of a type are written; every type that is not known is text. */
export function mysqlKind(type: number): Kind {
  return kinds[type] ?? 'text';
}
