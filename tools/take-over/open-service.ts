import { openTakenOver } from '../../src/domain/taking-over/preparing.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { moveSequences } from './load/sequences.ts';

/**
 * Ends the preparation of a takeover. New ids begin above those that were taken over, also if the last load was stopped before its end.
 * @param apart so many ids above these are left to the old service, where both go on being used
 * @returns whether anything was being prepared
 */
export async function openService(database: Database, apart = 0): Promise<boolean> {
  await moveSequences(database, apart);
  return openTakenOver(database);
}
