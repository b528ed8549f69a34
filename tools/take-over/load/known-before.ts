import { referredFiles } from '../bundle/files.ts';
import { Known } from '../bundle/known.ts';
import type { Bundle } from '../bundle/open.ts';
import type { Queries } from '@runners/postgres';
import { ledger } from './ledger.ts';

/**
 * What is known before a bundle is read. One that is not complete may have only what is new, and refer to everything that was loaded
 * before.
 */
export async function knownBefore(given: {
  bundle: Bundle;
  database: { unhurried: Queries };
  isComplete: boolean;
}): Promise<Known> {
  const known = new Known((path) => given.bundle.hasFile(path));
  if (given.isComplete) return known;
  for (const name of referredFiles)
    if (name !== 'stats')
      for await (const ids of ledger.ids(given.database.unhurried, name)) for (const id of ids) known.knowId(name, id);
  return known;
}
