import mysql from 'mysql2';
import type { Kind } from './source.ts';

/** The types of MySQL and MariaDB that are not text. */
const kinds: Readonly<Record<number, Kind>> = {
  [mysql.Types.TINY]: 'number',
  [mysql.Types.SHORT]: 'number',
  [mysql.Types.LONG]: 'number',
  [mysql.Types.INT24]: 'number',
  [mysql.Types.LONGLONG]: 'number',
  [mysql.Types.DECIMAL]: 'number',
  [mysql.Types.NEWDECIMAL]: 'number',
  [mysql.Types.FLOAT]: 'number',
  [mysql.Types.DOUBLE]: 'number',
  [mysql.Types.YEAR]: 'number',
  [mysql.Types.BIT]: 'bits',
  [mysql.Types.DATE]: 'moment',
  [mysql.Types.NEWDATE]: 'moment',
  [mysql.Types.DATETIME]: 'moment',
  [mysql.Types.TIMESTAMP]: 'moment in UTC',
  [mysql.Types.JSON]: 'json',
};

/** Returns how the values of a type are written; every type that is not known is text. */
export function mysqlKind(type: number): Kind {
  return kinds[type] ?? 'text';
}
