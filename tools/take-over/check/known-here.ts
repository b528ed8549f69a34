import type { Database } from '../../../src/platform/database/database.ts';
import type { Bundle } from '../bundle/open.ts';
import { givenHere } from '../load/given-here.ts';
import { knownBefore } from '../load/known-before.ts';
import { lineFrom } from '../load/routes.ts';
import type { CheckOptions } from './check-bundle.ts';

/**
 * What a database knows of a bundle, by which checking it says what loading it would do. In one without a table of what was loaded, nothing
 * was.
 */
export async function knownHere(given: {
  bundle: Bundle;
  database: Database;
  isComplete: boolean;
}): Promise<CheckOptions> {
  const { database, isComplete } = given;
  try {
    const known = await knownBefore(given);
    return { known, given: await givenHere(database.unhurried), ...(!isComplete && { lineOf: lineFrom(database) }) };
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return {};
    throw error;
  }
}
