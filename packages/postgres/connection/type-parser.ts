import pg from 'pg';
import { columnParsers } from './column-parsers.ts';

/** The parsers in the form of the `pg` driver. */
export const typeParser = {
  getTypeParser: (oid: number, format?: string) => columnParsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
};
