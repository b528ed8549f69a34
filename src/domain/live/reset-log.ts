import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';

const forgetOrigin = statement.write<{ lastSeq: number }>(
  'reset_live_log',
  `update live_log set origin = 'restored' returning last_seq as "lastSeq"`,
);

/**
 * Begins another epoch of the log with the next read, because the database was restored in a way that it cannot notice itself,
 * such as a copy of its files. Cursors of later events have expired then (decisions D425).
 * @returns the last position that is left
 */
export async function resetLog(queries: Queries): Promise<number> {
  return (await queries.one(forgetOrigin, []))?.lastSeq ?? 0;
}
